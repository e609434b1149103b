/// Handles authorized requests: with the token, from this machine, and from a page of this server.
struct StudioHandler: Sendable {
  let token: String
  let desks: RenderThreads
  let documents: Documents
  let rendering: Rendering
  let announcer: EventBroadcaster
  let facts: Facts

  /// Threads for interactive images, for texts and for pictures, so that none waits for another.
  struct RenderThreads: Sendable {
    let live: RenderThread
    let words: RenderThread
    let pictures: RenderThread
  }

  struct Route: Sendable {
    let method: HTTPMethod
    let path: String
    let answer: @Sendable (StudioHandler, HTTPRequest) async throws -> HTTPResponse
  }

  /// All routes besides the files of the page.
  static let routes: [Route] = [
    Route(method: .GET, path: "properties") { _, _ in try json(PropertiesReply()) },
    Route(method: .GET, path: "document") { try await $0.document($1) },
    Route(method: .PUT, path: "document") { try await $0.save($1) },
    Route(method: .GET, path: "files") { handler, _ in
      let documents = handler.documents
      return try json(try await handler.desks.words.run { _ in documents.files() })
    },
    Route(method: .PUT, path: "picture") { try await $0.keep($1) },
    Route(method: .POST, path: "draft") { try await $0.draft($1) },
    Route(method: .POST, path: "edit") { try await $0.edit($1) },
    Route(method: .POST, path: "build") { try await $0.build($1) },
    Route(method: .POST, path: "copy") { handler, request in
      let body: CopyRequest = try await body(request)
      let bytes = try await handler.desks.words.run { try $0.draft(body.revision).copy(body.nodes) }
      return try json(["text": String(decoding: bytes, as: UTF8.self)])
    },
    Route(method: .GET, path: "frame") { try await $0.frame($1, PictureRequest($1.query)) },
    Route(method: .POST, path: "frame") { try await $0.frame($1, body($1)) },
    Route(method: .GET, path: "sounds") { handler, request in
      try json(try await handler.desks.pictures.run { try $0.sounds(request.query["revision"] ?? "") })
    },
    Route(method: .POST, path: "mutate") { handler, request in
      let body: MutateRequest = try await body(request)
      return try json(try await handler.desks.words.run { try $0.mutate(body) })
    },
    Route(method: .GET, path: "presets") { handler, _ in
      try json(try await handler.desks.words.run { $0.presets() })
    },
    Route(method: .POST, path: "render") { try await $0.render($1) },
    Route(method: .DELETE, path: "render") { handler, _ in
      handler.rendering.cancel()
      return try json(["state": "cancelled"])
    },
    Route(method: .GET, path: "live") { handler, request in
      let wire = PreviewSocket(desk: handler.desks.live, announcer: handler.announcer)
      return try await WebSocketHTTPHandler(handler: wire).handleRequest(request)
    },
  ]

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      return Self.guarded(try await found(request))
    } catch {
      return Self.response(to: RequestError(error))
    }
  }

  static func response(to refusal: RequestError) -> HTTPResponse {
    let body = (try? JSONText.line(["error": refusal.message])) ?? Data()
    return guarded(
      HTTPResponse(
        statusCode: refusal.status,
        headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"], body: body))
  }

  private static func parts(_ request: HTTPRequest) -> [Substring] {
    request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
  }

  private func found(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = Self.parts(request).dropFirst().first.map(String.init) ?? ""
    // Addresses in the page are relative to a folder.
    if path.isEmpty, request.target.rawValue.split(separator: "?", maxSplits: 1).first?.hasSuffix("/") == false {
      return HTTPResponse(statusCode: .permanentRedirect, headers: HTTPHeaders([.location: "/\(token)/"]))
    }
    if request.method == .GET, let file = PageFiles.file(named: path) {
      return HTTPResponse(
        statusCode: .ok, headers: HTTPHeaders([.contentType: file.mediaType, .cacheControl: "no-store"]),
        body: Data(file.bytes))
    }
    let found = Self.routes.filter { $0.path == path }
    guard !found.isEmpty else { throw RequestError(.notFound, "\(path.prefix(80)) does not exist") }
    guard let route = found.first(where: { $0.method == request.method }) else {
      throw RequestError(.methodNotAllowed, "\(path) takes \(found.map(\.method.rawValue).joined(separator: ", "))")
    }
    return try await route.answer(self, request)
  }

  // MARK: Authorization

  /// Checks a request without its body. Errors: 403 without the token or from another origin.
  func admit(_ request: HTTPRequest) throws {
    try checkOrigin(request)
    guard Self.parts(request).first.map({ Self.isEqual(String($0), token) }) == true else {
      throw RequestError(.forbidden, "open the address that `starmine studio` printed: it holds a token")
    }
  }

  /// Refuses a name that another server gave this machine, and pages of another origin.
  private func checkOrigin(_ request: HTTPRequest) throws {
    let host = request.headers[.host] ?? ""
    let name = host.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
    guard ["127.0.0.1", "localhost"].contains(name) else {
      throw RequestError(.forbidden, "the host \"\(host.prefix(80))\" is not this machine")
    }
    if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" {
      throw RequestError(.forbidden, "a page from \(origin.prefix(80)) cannot use this server")
    }
  }

  /// Constant-time comparison.
  private static func isEqual(_ given: String, _ token: String) -> Bool {
    given.utf8.count == token.utf8.count && zip(given.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Headers: nothing is loaded from elsewhere, no frames, no referrer.
  private static func guarded(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers[HTTPHeader("Content-Security-Policy")] =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    response.headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    response.headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
    response.headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    return response
  }

  static func json(_ value: some Encodable, status: HTTPStatusCode = .ok) throws -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: try JSONText.line(value))
  }

  static func body<Value: Decodable>(_ request: HTTPRequest) async throws -> Value {
    try JSONDecoder().decode(Value.self, from: try await request.bodyData)
  }
}

extension StudioHandler {
  /// The opened document, a preset (`?preset=`), or another document of the folder (`?file=`).
  func document(_ request: HTTPRequest) async throws -> HTTPResponse {
    var facts = facts
    if let preset = request.query["preset"] {
      facts.file = nil
      return try await reply(facts) { (try $0.draft(preset: preset), [], nil) }
    }
    if let name = request.query["file"] ?? documents.openedName {
      let (bytes, revision) = try documents.read(name)
      facts.file = name
      return try await reply(facts, base: revision) { (try $0.draft($0.library.add(bytes)), [], nil) }
    }
    return try await reply(facts) { (try $0.draft(Draft.revision(of: try $0.opened())), [], nil) }
  }

  func draft(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body: TextRequest = try await Self.body(request)
    return try await reply { (try $0.draft($0.library.add(Array(body.text.utf8))), [], nil) }
  }

  func edit(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body: EditRequest = try await Self.body(request)
    guard body.set.count <= PictureRequest.mostChanges else { throw RequestError(.badRequest, "too many changes") }
    return try await reply { bench in
      let (draft, notes) = try bench.draft(body.revision).applying(PropertyOverride.parsed(body.set))
      return (draft, notes, nil)
    }
  }

  /// The text after adding, removing, moving or renaming parts.
  func build(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body: BuildRequest = try await Self.body(request)
    return try await reply { bench in
      let (draft, selected) = try bench.draft(body.revision).applying(body.change)
      return (draft, [], selected)
    }
  }

  /// - Parameter make: returns the text, notes, and the nodes that a change has added or moved.
  private func reply(
    _ facts: Facts? = nil, base: String? = nil,
    _ make: @escaping @Sendable (SceneRenderer) throws -> (Draft, notes: [String], selected: [String]?)
  ) async throws -> HTTPResponse {
    let reply = try await desks.words.run { bench in
      let (draft, notes, selected) = try make(bench)
      bench.library.add(draft.source.bytes)
      return DraftReply(draft, notes: notes, selected: selected, base: base, facts: facts)
    }
    return try Self.json(reply)
  }

  func save(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body: SaveRequest = try await Self.body(request)
    let documents = documents
    let reply = try await desks.words.run { _ in try documents.save(body) }
    announcer.tell(FileEvent(file: reply.file, base: reply.base))
    return try Self.json(reply)
  }

  /// Adds an image file to the folder: `?name=`, with its bytes as the body.
  func keep(_ request: HTTPRequest) async throws -> HTTPResponse {
    let bytes = Array(try await request.bodyData)
    let (documents, name) = (documents, request.query["name"] ?? "")
    return try Self.json(["name": try await desks.words.run { _ in try documents.keep(bytes, named: name) }])
  }

  /// An image. Its address contains everything, so browsers can cache it.
  func frame(_ request: HTTPRequest, _ picture: PictureRequest) async throws -> HTTPResponse {
    let drawn = try await desks.pictures.run { try $0.draw(picture) }
    let tag = "\"\(Draft.revision(of: drawn.bytes))\""
    let headers: [HTTPHeader: String] = [
      .contentType: drawn.format.mediaType, .eTag: tag, .cacheControl: "no-cache",
      HTTPHeader("X-Particles"): "\(drawn.particles)",
    ]
    if request.headers[.ifNoneMatch] == tag {
      return HTTPResponse(statusCode: .notModified, headers: HTTPHeaders(headers))
    }
    return HTTPResponse(statusCode: .ok, headers: HTTPHeaders(headers), body: Data(drawn.bytes))
  }

  func render(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !facts.isReadOnly else { throw RequestError(.forbidden, "the studio is read-only (--read-only)") }
    try rendering.start(try await Self.body(request))
    return try Self.json(["state": "running"], status: .accepted)
  }
}

package struct RequestError: Error {
  let status: HTTPStatusCode
  let message: String

  package var code: Int { status.code }

  init(_ status: HTTPStatusCode, _ message: String) {
    (self.status, self.message) = (status, message)
  }

  /// The client has gone, or has made another request.
  static let unwanted = RequestError(HTTPStatusCode(499, phrase: "Client Closed Request"), "cancelled by the client")

  init(_ error: any Error) {
    switch error {
    case let refusal as RequestError: self = refusal
    case let error as ValueMismatchError: self.init(.unprocessableContent, error.message)
    case let error as PresetError:
      self.init(.unprocessableContent, error.problems.prefix(5).map(\.description).joined(separator: "\n"))
    case MovieError.cancelled: self = .unwanted
    case let error as MovieError: self.init(.unprocessableContent, "\(error)")
    case let error as PresetReference.LookupError: self.init(.notFound, "\(error)")
    case let error as FileError: self.init(.internalServerError, "\(error)")
    case let error as ImageError: self.init(.internalServerError, "\(error)")
    case is DecodingError: self.init(.badRequest, "the JSON of the request does not have the expected members")
    default: self.init(.internalServerError, "\(error)")
    }
  }
}
