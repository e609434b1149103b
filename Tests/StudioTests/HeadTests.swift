import StarmineStudio
import Testing

/// The reader of heads. Right values are those of RFC 9112 and of `ServerLimits`.
struct HeadTests {
  private let limits = ServerLimits()

  private func read(_ text: String, inPartsOf size: Int = .max) throws -> (head: RequestHead, rest: [UInt8])? {
    var (reader, bytes) = (HeadReader(limits), Array(text.utf8)[...])
    while !bytes.isEmpty {
      let part = Array(bytes.prefix(size))
      bytes = bytes.dropFirst(size)
      if let found = try reader.read(part) { return (found.head, found.rest + bytes) }
    }
    return nil
  }

  private func code(_ text: String) -> Int? {
    do {
      return try read(text) == nil ? 0 : nil
    } catch let refusal as RequestError {
      return refusal.code
    } catch {
      return -1
    }
  }

  @Test(arguments: [1, 2, 7, 1000]) func headIsReadInAnyParts(size: Int) throws {
    let text = "\r\nPOST /a/b?c=%20d HTTP/1.1\r\nHost: x\r\nCONTENT-length:  12 \t\r\nempty:\r\n\r\nbody"
    let (head, rest) = try #require(try read(text, inPartsOf: size))
    #expect(head.method == "POST" && head.target == "/a/b?c=%20d" && head.isNew && head.keepsAlive)
    #expect(head["host"] == "x" && head["empty"] == "" && head["other"] == nil)
    #expect(try head.bodyLength(100) == 12)
    #expect(rest == Array("body".utf8))
  }

  @Test func endsOfLinesMayBeShort() throws {
    let (head, rest) = try #require(try read("GET / HTTP/1.0\nHost: y\nConnection: Keep-Alive\n\nGET"))
    #expect(head["host"] == "y" && !head.isNew && head.keepsAlive && rest.count == 3)
    #expect(try read("GET / HTTP/1.1\r\nHost: y\r\n") == nil)
  }

  @Test(arguments: [
    "GET\r\n\r\n", "GET /\r\n\r\n", "GET x HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / y HTTP/1.1\r\n\r\n",
    "G(T / HTTP/1.1\r\n\r\n", " / HTTP/1.1\r\n\r\n", "GET /\u{7F} HTTP/1.1\r\n\r\n", "GET /\0 HTTP/1.1\r\n\r\n",
    "GET / ftp\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
    "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\nA: \0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nOrigin: http://a\r\nOrigin: http://b\r\n\r\n",
  ]) func whatIsNotAHeadIsRefused(text: String) {
    #expect(code(text) == 400)
  }

  @Test func otherVersionsAreRefused() {
    #expect(code("PRI * HTTP/2.0\r\n\r\n") == 400)
    #expect(code("GET / HTTP/2.0\r\n\r\n") == 505)
    #expect(code("GET / HTTP/1.11\r\n\r\n") == 505)
  }

  @Test func linesAndHeadsAreLimited() throws {
    func line(_ count: Int) -> String { "GET /\(String(repeating: "a", count: count - 16)) HTTP/1.1\r\n" }
    #expect(try read(line(limits.line) + "\r\n") != nil)
    #expect(code(line(limits.line + 1) + "\r\n") == 414)
    // It is not waited for the end of the line.
    #expect(code(String(repeating: "a", count: limits.line)) == 0)
    #expect(code(String(repeating: "a", count: limits.line + 1)) == 414)
    #expect(code("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: limits.head)) == 431)
    #expect(code("GET / HTTP/1.1\r\n" + String(repeating: "a:b\r\n", count: limits.head / 5)) == 431)
    #expect(code(String(repeating: "\r\n", count: limits.head)) == 431)
  }

  @Test(arguments: [
    ("Content-Length: -1", 400), ("Content-Length: +1", 400), ("Content-Length: 1e3", 400), ("Content-Length:", 400),
    ("Content-Length: 1,1", 400), ("Content-Length: 101", 413), ("Content-Length: 99999999999999999999", 413),
    ("Transfer-Encoding: chunked", 411), ("Transfer-Encoding: identity\r\nContent-Length: 1", 411),
  ]) func lengthsAreChecked(field: String, status: Int) throws {
    let (head, _) = try #require(try read("POST / HTTP/1.1\r\n\(field)\r\n\r\n"))
    let refusal = #expect(throws: RequestError.self) { try head.bodyLength(100) }
    #expect(refusal?.code == status)
  }
}
