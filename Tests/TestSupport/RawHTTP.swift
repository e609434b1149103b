import Foundation
import Glibc

/// Answer of a server.
public struct Answer: Sendable {
  public let status: Int
  public let headers: [String: String]
  public let body: [UInt8]

  public var text: String { String(decoding: body, as: UTF8.self) }
  public var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }

  /// Nil where the head is not complete.
  public init?(_ bytes: [UInt8]) {
    let mark = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    self.headers = Dictionary(headers, uniquingKeysWith: { first, _ in first })
    body = Array(bytes[(end + 4)...])
  }

  /// Whether all of the body is there.
  fileprivate var isComplete: Bool {
    [304, 101].contains(status) || headers["content-length"].flatMap { Int($0) }.map { body.count >= $0 } ?? false
  }
}

/// Requests as they stand in the book: also those that no browser would send.
public enum RawHTTP {
  public enum Failure: Error { case noConnection, noAnswer }

  public static func ask(
    _ port: UInt16, _ method: String, _ path: String, body: [UInt8] = [], headers: [String: String] = [:]
  ) throws -> Answer {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if !body.isEmpty { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    let head = "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    let connection = try LoopbackConnection(port)
    connection.send(Array(head.utf8) + body)
    guard let answer = connection.answer() else { throw Failure.noAnswer }
    return answer
  }
}

/// A connection to a server on this machine, which says whatever it is told.
public final class LoopbackConnection {
  private let descriptor: Int32

  /// - Parameter seconds: for which an answer is waited for.
  public init(_ port: UInt16, seconds: Int = 60) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    (place.sin_family, place.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let connected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, connected == 0 else {
      if descriptor >= 0 { close(descriptor) }
      throw RawHTTP.Failure.noConnection
    }
  }

  deinit { close(descriptor) }

  /// False where the other side takes no more.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { part in
        Glibc.send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Says that nothing more comes.
  public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Some bytes: empty where the connection has ended, nil where nothing comes.
  public func read() -> [UInt8]? {
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &part, part.count, 0)
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
    return Array(part.prefix(max(count, 0)))
  }

  /// An answer, until it is complete or the connection ends.
  public func answer() -> Answer? {
    var bytes: [UInt8] = []
    while let part = read(), !part.isEmpty {
      bytes += part
      if let answer = Answer(bytes), answer.isComplete { return answer }
    }
    return Answer(bytes)
  }

  /// Whether the other side ends the connection; what it says before is not looked at.
  public func endsByItself() -> Bool {
    while let part = read() {
      if part.isEmpty { return true }
    }
    return false
  }
}
