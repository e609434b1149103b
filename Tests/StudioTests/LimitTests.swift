import Foundation
import StarmineStudio
import StarmineTestSupport
import Synchronization
import Testing

/// The server against clients that mean no good, or are slow: it answers others meanwhile.
struct LimitTests {
  private func isAlive(_ studio: StudioProcess) throws -> Bool { try studio.ask("GET", "document").status == 200 }

  // MARK: Before the token

  /// Three of them blocked the server for a minute and a half.
  @Test func unfinishedAddressesAreRefused() throws {
    let studio = try StudioProcess()
    for _ in 0..<3 {
      let connection = try LoopbackConnection(studio.port)
      connection.send(Array("GET /".utf8) + [UInt8](repeating: 0x61, count: 500_000))
      #expect(connection.answer()?.status == 414)
    }
    let fields = try LoopbackConnection(studio.port)
    fields.send(Array("GET / HTTP/1.1\r\n".utf8))
    fields.send(Array(String(repeating: "A: b\r\n", count: 100_000).utf8))
    #expect(fields.answer()?.status == 431)
    #expect(try isAlive(studio))
  }

  @Test(arguments: [
    "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n", "GET / HTTP/3\r\n\r\n", "\u{16}\u{3}\u{1}\n\n",
  ])
  func invalidRequestsAreAnsweredWithAnError(text: String) throws {
    let studio = try StudioProcess()
    let connection = try LoopbackConnection(studio.port)
    connection.send(Array(text.utf8))
    let answer = try #require(connection.answer())
    #expect([400, 505].contains(answer.status) && answer.headers["connection"] == "close")
    #expect(connection.endsByItself())
  }

  /// More than are kept: the oldest go.
  @Test func idleConnectionsEndNothing() throws {
    let studio = try StudioProcess()
    var idle: [LoopbackConnection] = []
    for _ in 0..<600 { idle.append(try LoopbackConnection(studio.port)) }
    // Until those that were cut have ended, others may be refused.
    let isAnswered = (0..<200).contains { _ in
      if (try? isAlive(studio)) == true { return true }
      usleep(50_000)
      return false
    }
    #expect(isAnswered)
    #expect(idle[0].endsByItself())
  }

  /// Where the system has no descriptors left, connections wait.
  @Test func noDescriptorsEndNothing() throws {
    let studio = try StudioProcess("tiny.json", descriptors: 48)
    var idle: [LoopbackConnection] = []
    for _ in 0..<100 { idle.append(try LoopbackConnection(studio.port)) }
    #expect(studio.isRunning)
    idle.removeAll()
    #expect(try isAlive(studio))
  }

  // MARK: Deadlines

  /// A server of this process with limits of its own; `body` gets its port and `/TOKEN/`.
  private func serve(_ limits: ServerLimits, _ body: @escaping @Sendable (UInt16, String) throws -> Void) async throws {
    let server = try StudioServer("snow", isReadOnly: true, output: "out", limits: limits)
    let (addresses, line) = AsyncStream.makeStream(of: URL.self)
    let task = Task { try await server.run { line.yield($0) } }
    defer { task.cancel() }
    let address = try #require(await addresses.first { _ in true })
    // On a thread of its own: it waits.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try body(UInt16(address.port ?? 0), address.path(percentEncoded: false)) })
      }
    }
  }

  @Test func slowHeadsEnd() async throws {
    var limits = ServerLimits()
    (limits.headTime, limits.watchTime) = (.milliseconds(50), .milliseconds(10))
    try await serve(limits) { port, _ in
      let connection = try LoopbackConnection(port)
      connection.send(Array("GET / HT".utf8))
      #expect(connection.endsByItself())
    }
  }

  @Test func idleConnectionsEnd() async throws {
    var limits = ServerLimits()
    (limits.idleTime, limits.watchTime) = (.milliseconds(50), .milliseconds(10))
    try await serve(limits) { port, root in
      let silent = try LoopbackConnection(port)
      #expect(silent.endsByItself())
      let kept = try LoopbackConnection(port)
      kept.send(Array("GET \(root)properties HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8))
      let answer = try #require(kept.answer())
      #expect(answer.status == 200 && answer.headers["connection"] == "keep-alive")
      #expect(kept.endsByItself())
    }
  }

  @Test func slowBodiesEnd() async throws {
    var limits = ServerLimits()
    (limits.bodyTime, limits.watchTime) = (.milliseconds(50), .milliseconds(10))
    try await serve(limits) { port, root in
      let connection = try LoopbackConnection(port)
      let head = "POST \(root)draft HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 100\r\n\r\n{"
      connection.send(Array(head.utf8))
      #expect(connection.endsByItself())
    }
  }

  /// A client that reads nothing.
  @Test func unreadAnswersEnd() async throws {
    var limits = ServerLimits()
    (limits.writeTime, limits.watchTime, limits.lingerTime) = (.milliseconds(50), .milliseconds(10), .milliseconds(50))
    try await serve(limits) { port, root in
      let connection = try LoopbackConnection(port)
      let request = "GET \(root)properties HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      // Some 100 MB of answers, of which no buffer holds all.
      #expect(!connection.send(Array(String(repeating: request, count: 200_000).utf8)))
    }
  }

  // MARK: Requests in a row

  @Test func requestsMayFollowEachOther() throws {
    let studio = try StudioProcess()
    let connection = try LoopbackConnection(studio.port)
    let head = "Host: 127.0.0.1:\(studio.port)\r\n"
    let text = #"{"text": "{ layer: {} }"}"#
    let first = "POST \(studio.root)draft HTTP/1.1\r\n\(head)Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
    connection.send(Array("\(first)GET \(studio.root)nothing HTTP/1.1\r\n\(head)Connection: close\r\n\r\n".utf8))
    var bytes: [UInt8] = []
    while let part = connection.read(), !part.isEmpty { bytes += part }
    let said = String(decoding: bytes, as: UTF8.self)
    #expect(said.hasPrefix("HTTP/1.1 200 OK\r\n") && said.contains("HTTP/1.1 404 Not Found\r\n"))
  }

  @Test func expectContinueIsAnswered() throws {
    let studio = try StudioProcess()
    let connection = try LoopbackConnection(studio.port)
    let head = "POST \(studio.root)draft HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\nExpect: 100-continue\r\n"
    connection.send(Array("\(head)Content-Length: 2\r\n\r\n".utf8))
    #expect(connection.read().map { String(decoding: $0, as: UTF8.self) } == "HTTP/1.1 100 Continue\r\n\r\n")
    connection.send(Array("{}".utf8))
    #expect(connection.answer()?.status == 400)
  }

  /// Who sends all of a body that is too long reads why it is not taken.
  @Test func refusalsReachTheirSender() throws {
    let studio = try StudioProcess()
    let body = [UInt8](repeating: 0x20, count: 9 << 20)
    #expect(try studio.ask("POST", "draft", body: String(decoding: body, as: UTF8.self)).status == 413)
    let stranger = try RawHTTP.ask(studio.port, "POST", "/0/draft", body: [UInt8](repeating: 0x20, count: 4 << 20))
    #expect(stranger.status == 403)
    #expect(try isAlive(studio))
  }

  // MARK: The wire

  @Test func longMessagesEndTheWire() throws {
    let studio = try StudioProcess()
    let whole = try RawWire(studio.port, studio.root + "live")
    whole.send(RawWire.frame(1, [], length: 8 << 20 + 1))
    #expect(whole.closingCode() == 1009)
    let parts = try RawWire(studio.port, studio.root + "live")
    let part = [UInt8](repeating: 0x20, count: 3 << 20)
    parts.send(RawWire.frame(1, part, isLast: false))
    parts.send(RawWire.frame(0, part, isLast: false))
    parts.send(RawWire.frame(0, part, isLast: true))
    #expect(parts.closingCode() == 1009)
    let bare = try RawWire(studio.port, studio.root + "live")
    bare.send(RawWire.frame(1, [0x7B], isMasked: false))
    #expect(bare.closingCode() == 1002)
    #expect(try isAlive(studio))
  }

  @Test func theWireAnswers() throws {
    let studio = try StudioProcess()
    let wire = try RawWire(studio.port, studio.root + "live")
    wire.send(RawWire.frame(9, [7, 8]))
    let pong = try #require(wire.next())
    #expect(pong.code == 10 && pong.payload == [7, 8])
    wire.say(#"{"number": 3, "size": [64, 36], "time": 0.5, "type": "jpeg"}"#)
    let picture = try #require(wire.next())
    #expect(picture.code == 2 && picture.payload.count > 300)
    wire.send(RawWire.frame(8, [0x03, 0xE8]))
    #expect(wire.closingCode() == 1000)
  }

  /// A size of no sides behind a change: the document that is read ahead ended the program.
  @Test(arguments: ["[]", "[1]", "[0, 0]", "[1, 2, 3]", "[-1, 5]", "[9223372036854775807, 2]", "[1e300, 2]", "null"])
  func wrongSizesAreAnswers(size: String) throws {
    let studio = try StudioProcess()
    let wire = try RawWire(studio.port, studio.root + "live")
    wire.say(#"{"number": 1, "set": ["snow.velocity=90"], "size": [64, 36], "type": "jpeg"}"#)
    #expect(wire.next()?.code == 2)
    wire.say(#"{"number": 2, "set": ["snow.velocity=91"], "size": \#(size)}"#)
    #expect(wire.next() != nil)
    #expect(try isAlive(studio))
  }
}
