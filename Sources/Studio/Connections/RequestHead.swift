/// First line and fields of a request.
package struct RequestHead: Sendable {
  package let method: String
  package let target: String
  /// Whether it is HTTP/1.1, with persistent connections by default.
  package let isNew: Bool
  package let fields: [(name: String, value: String)]

  /// Fields that must not be repeated, because readers could use different ones.
  private static let single: Set = ["host", "content-length", "transfer-encoding", "origin"]

  /// Errors: 400 for an invalid head, 505 for another version.
  /// - Parameter lines: at least one line, without line ends.
  fileprivate init(_ lines: [ArraySlice<UInt8>]) throws(RequestError) {
    let words = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, Self.isToken(words[0]), words[0].count <= 32, words[1].first == UInt8(ascii: "/"),
      words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }), words[2].starts(with: "HTTP/".utf8)
    else { throw RequestError(.badRequest, "a request begins with METHOD /ADDRESS HTTP/1.1") }
    let version = String(decoding: words[2], as: UTF8.self)
    guard ["HTTP/1.1", "HTTP/1.0"].contains(version) else {
      throw RequestError(.httpVersionNotSupported, "only HTTP/1.1 is supported")
    }
    (method, isNew) = (String(decoding: words[0], as: UTF8.self), version == "HTTP/1.1")
    target = String(decoding: words[1], as: UTF8.self)
    var fields: [(name: String, value: String)] = []
    for line in lines.dropFirst() { fields.append(try Self.field(line)) }
    self.fields = fields
    for name in Self.single where fields.count(where: { $0.name == name }) > 1 {
      throw RequestError(.badRequest, "the header field \(name) is given twice")
    }
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(RequestError) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
      throw RequestError(.badRequest, "a header field is NAME: VALUE on one line")
    }
    let value = line[(colon + 1)...].trimmingPrefix { $0 == 0x20 || $0 == 0x09 }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw RequestError(.badRequest, "the value of a header field has a control character")
    }
    let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
    return (
      String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value[..<end], as: UTF8.self)
    )
  }

  private static let token = Set("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  private static func isToken(_ word: ArraySlice<UInt8>) -> Bool { !word.isEmpty && word.allSatisfy(token.contains) }

  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  package var keepsAlive: Bool {
    let words = (self["connection"] ?? "").lowercased().split { $0 == "," || $0 == " " }
    return isNew ? !words.contains("close") : words.contains("keep-alive")
  }

  /// Size of the body. Errors: 400 for an invalid number, 411 for a body without a length, 413 above the limit.
  package func bodyLength(_ limit: Int) throws(RequestError) -> Int {
    guard self["transfer-encoding"] == nil else {
      throw RequestError(.lengthRequired, "a body needs a Content-Length")
    }
    guard let text = self["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw RequestError(.badRequest, "the length of the body is not a number")
    }
    guard let length = Int(text), length <= limit else {
      throw RequestError(.payloadTooLarge, "the request body is too long; the limit is \(limit) bytes")
    }
    return length
  }

  func request(_ body: [UInt8] = []) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var headers = HTTPHeaders()
    for field in fields { headers.addValue(field.value, for: HTTPHeader(field.name)) }
    return HTTPRequest(
      method: HTTPMethod(method), version: .http11,
      target: HTTPRequest.Target(path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : ""),
      headers: headers, body: HTTPBodySequence(data: Data(body)))
  }
}

/// Reads a head from bytes as they arrive, with a limit. Processes each byte once.
package struct HeadReader {
  private let limits: ServerLimits
  private var bytes: [UInt8] = []
  private var (lineStart, scanned) = (0, 0)
  private var lines: [Range<Int>] = []

  package init(_ limits: ServerLimits) { self.limits = limits }

  package var isEmpty: Bool { lines.isEmpty && lineStart == bytes.count }

  /// Adds bytes. Returns the complete head and the bytes after it. Errors: 400 and 505 for an invalid head, 414 for a
  /// long first line, 431 for a long head.
  package mutating func read(_ part: [UInt8]) throws(RequestError) -> (head: RequestHead, rest: [UInt8])? {
    bytes += part
    while scanned < bytes.count {
      scanned += 1
      try checkLength()
      guard bytes[scanned - 1] == 0x0A else { continue }
      let hasReturn = scanned - 2 >= lineStart && bytes[scanned - 2] == 0x0D
      let line = lineStart..<scanned - (hasReturn ? 2 : 1)
      lineStart = scanned
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        return (try RequestHead(lines.map { bytes[$0] }), Array(bytes[scanned...]))
      }
    }
    return nil
  }

  private func checkLength() throws(RequestError) {
    if lines.isEmpty, scanned - lineStart > limits.line {
      throw RequestError(.uriTooLong, "an address has at most \(limits.line) bytes; POST takes the same as JSON")
    }
    guard scanned <= limits.head else {
      throw RequestError(.requestHeaderFieldsTooLarge, "the head of a request has at most \(limits.head) bytes")
    }
  }
}
