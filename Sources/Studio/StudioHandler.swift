import FlyingFox
import Foundation
import StarmineMedia

/// Answers requests: those with the token, from this machine, of a page that came from here.
struct StudioHandler: Sendable {
  let token: String
  let desks: Desks
  let documents: Documents
  let rendering: Rendering
  let announcer: Announcer
  let facts: Facts

  /// Threads for what a hand moves, for texts, and for walls of pictures, so that none waits for another.
  struct Desks: Sendable {
    let live: Desk
    let words: Desk
    let pictures: Desk
  }

  struct Route: Sendable {
    let method: HTTPMethod
    let path: String
    let answer: @Sendable (StudioHandler, HTTPRequest) async throws -> HTTPResponse
  }

  /// Everything there is besides the page's files: a row each.
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
    Route(method: .GET, path: "frame") { try await $0.frame($1, PictureRequest($1.query)) },
    Route(method: .POST, path: "frame") { try await $0.frame($1, body($1)) },
    Route(method: .GET, path: "sheet") { try await $0.sheet($1) },
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
      let wire = LiveWire(desk: handler.desks.live, announcer: handler.announcer)
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

  /// Parts of the path: the token and what lies behind it.
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
    guard !found.isEmpty else { throw RequestError(.notFound, "there is no \(path.prefix(80))") }
    guard let route = found.first(where: { $0.method == request.method }) else {
      throw RequestError(.methodNotAllowed, "\(path) takes \(found.map(\.method.rawValue).joined(separator: ", "))")
    }
    return try await route.answer(self, request)
  }

  // MARK: Who asks

  /// Looks at a request without its body. Errors: 403 for one that does not know the token, or comes from elsewhere.
  func admit(_ request: HTTPRequest) throws {
    try checkOrigin(request)
    guard Self.parts(request).first.map({ Self.isEqual(String($0), token) }) == true else {
      throw RequestError(.forbidden, "open the address that `starmine studio` printed: it holds a token")
    }
  }

  /// A name that another server gave this machine does not get through, nor a page of another origin.
  private func checkOrigin(_ request: HTTPRequest) throws {
    let host = request.headers[.host] ?? ""
    let name = host.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
    guard ["127.0.0.1", "localhost"].contains(name) else {
      throw RequestError(.forbidden, "the host \"\(host.prefix(80))\" is not this machine")
    }
    if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" {
      throw RequestError(.forbidden, "a page of \(origin.prefix(80)) has no business here")
    }
  }

  /// In the same time wherever they differ.
  private static func isEqual(_ given: String, _ token: String) -> Bool {
    given.utf8.count == token.utf8.count && zip(given.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  // MARK: Answers

  /// Nothing from elsewhere is loaded, the page is not framed, and the token goes nowhere.
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
