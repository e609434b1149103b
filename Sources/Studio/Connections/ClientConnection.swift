import FlyingSocks

/// Serves the requests of a client in order, and a possible WebSocket. Reads only on demand, so that a client that
/// sends more has to wait.
struct ClientConnection {
  let connection: OpenConnection
  let handler: StudioHandler
  let limits: ServerLimits
  /// Bytes read after the last request.
  private var rest: [UInt8] = []

  private var socket: AsyncSocket { connection.socket }
  /// Bytes per read and write.
  private static let (part, chunk) = (4096, 256 << 10)

  init(_ connection: OpenConnection, _ handler: StudioHandler, _ limits: ServerLimits) {
    (self.connection, self.handler, self.limits) = (connection, handler, limits)
  }

  mutating func serve() async {
    do {
      while try await serveOne() {}
      try await linger()
    } catch {
      // The client has gone, so there is no reply.
    }
  }

  /// Returns false if no other request may follow.
  private mutating func serveOne() async throws -> Bool {
    let (head, body): (RequestHead, [UInt8])
    do {
      (head, body) = try await readRequest()
    } catch let refusal as RequestError {
      try await write(StudioHandler.response(to: refusal), keepsAlive: false)
      return false
    }
    let response = await answer(head.request(body))
    if case .webSocket(let wire) = response.payload {
      try await talk(wire, response)
      return false
    }
    try await write(response, keepsAlive: head.keepsAlive, hasBody: head.method != "HEAD")
    return head.keepsAlive
  }

  // MARK: Reading

  /// Refuses unauthorized requests before reading the body.
  private mutating func readRequest() async throws -> (RequestHead, [UInt8]) {
    let head = try await readHead()
    try handler.admit(head.request())
    let length = try head.bodyLength(limits.body)
    connection.wait(limits.bodyTime)
    if length > rest.count, head["expect"]?.lowercased() == "100-continue" {
      try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    var body = rest
    while body.count < length { body += try await socket.read(atMost: Self.part) }
    rest = Array(body[length...])
    body.removeSubrange(length...)
    return (head, body)
  }

  private mutating func readHead() async throws -> RequestHead {
    var reader = HeadReader(limits)
    var (part, hasBegun) = (rest, false)
    connection.wait(limits.idleTime)
    rest = []
    while true {
      if let (head, behind) = try reader.read(part) {
        rest = behind
        return head
      }
      if !hasBegun, !reader.isEmpty {
        hasBegun = true
        connection.wait(limits.headTime)
      }
      part = try await socket.read(atMost: Self.part)
    }
  }

  /// Discards further input for a while: closing at once could lose the reply while the client still sends.
  private func linger() async throws {
    connection.wait(limits.lingerTime)
    connection.endWriting()
    var count = 0
    while count < limits.discarded { count += try await socket.read(atMost: Self.part).count }
  }

  // MARK: Answering

  /// Cancels a reply if the client does not wait for it.
  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let task = Task { [handler] in await handler.answer(request) }
    connection.work { task.cancel() }
    return await task.value
  }

  private func write(_ response: HTTPResponse, keepsAlive: Bool, hasBody: Bool = true) async throws {
    let body = try await response.bodyData
    let head = response.head([
      "Content-Length": response.statusCode == .notModified ? nil : "\(body.count)",
      "Connection": keepsAlive ? "keep-alive" : "close",
    ])
    try await write(hasBody ? head + body : head)
  }

  private func write(_ data: Data) async throws {
    var rest = data[...]
    while !rest.isEmpty {
      connection.write(limits.writeTime)
      try await socket.write(Data(rest.prefix(Self.chunk)))
      rest = rest.dropFirst(Self.chunk)
    }
  }

  private func talk(_ wire: any WSHandler, _ response: HTTPResponse) async throws {
    let source = MessageSource(socket, rest, longest: limits.message)
    let frames = try await wire.makeFrames(for: AsyncThrowingStream { try await source.next() })
    do {
      try await write(response.head([:]))
      connection.talk()
      for await frame in frames {
        try await write(frame.bytes)
        connection.talk()
      }
    } catch {
      // The socket is closed when reading has ended.
      connection.cut()
      for await _ in frames {}
    }
  }
}

private actor MessageSource {
  private let socket: AsyncSocket
  private var reader: MessageReader
  private var isOver = false

  init(_ socket: AsyncSocket, _ first: [UInt8], longest: Int) {
    (self.socket, reader) = (socket, MessageReader(longest: longest))
    reader.append(first)
  }

  /// Nil after a close frame. Errors: the client has gone.
  func next() async throws -> WSFrame? {
    guard !isOver else { return nil }
    do throws(MessageReader.MessageError) {
      while true {
        if let message = try reader.next() { return frame(message) }
        guard let part = try? await socket.read(atMost: 4096) else { return nil }
        reader.append(part)
      }
    } catch {
      isOver = true
      return .close(code: WSCloseCode(error.rawValue))
    }
  }

  private func frame(_ message: MessageReader.Message) -> WSFrame {
    switch message {
    case .text(let text): return WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
    case .data(let bytes): return WSFrame(fin: true, opcode: .binary, mask: nil, payload: Data(bytes))
    case .ping(let bytes): return WSFrame(fin: true, opcode: .ping, mask: nil, payload: Data(bytes))
    case .close(let code):
      isOver = true
      return .close(code: WSCloseCode(code))
    }
  }
}

extension HTTPResponse {
  fileprivate func head(_ more: [String: String?]) -> Data {
    var text = "HTTP/1.1 \(statusCode.code) \(statusCode.phrase)\r\n"
    for (name, value) in headers { text += "\(name.rawValue): \(value)\r\n" }
    for case (let name, let value?) in more { text += "\(name): \(value)\r\n" }
    return Data((text + "\r\n").utf8)
  }
}
