import FlyingFox
import Foundation
import StarmineEditing
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineRendering

extension StudioHandler {
  /// The document that was opened, a preset (`?preset=`), or another document of the folder (`?file=`).
  func document(_ request: HTTPRequest) async throws -> HTTPResponse {
    let documents = documents
    if let preset = request.query["preset"] {
      return try await reply(facts.with(file: nil)) { try $0.draft(preset: preset) }
    }
    if let name = request.query["file"] ?? documents.openedName {
      let (bytes, revision) = try documents.read(name)
      return try await reply(facts.with(file: name), base: revision) { bench in
        bench.library.add(bytes)
        return try bench.draft(revision)
      }
    }
    return try await reply(facts) { bench in try bench.draft(Draft.revision(of: try bench.opened())) }
  }

  /// Reads a text.
  func draft(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body: TextRequest = try await Self.body(request)
    return try await reply { bench in try bench.draft(bench.library.add(Array(body.text.utf8))) }
  }

  /// The text with changes in it.
  func edit(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body: EditRequest = try await Self.body(request)
    guard body.set.count <= PictureRequest.mostChanges else { throw RequestError(.badRequest, "too many changes") }
    let reply = try await desks.words.run { bench in
      let (draft, notes) = try bench.draft(body.revision).applying(PropertyOverride.parsed(body.set))
      bench.library.add(draft.source.bytes)
      var reply = DraftReply(draft)
      reply.notes = notes
      return reply
    }
    return try Self.json(reply)
  }

  /// The text with a part more, less, elsewhere or of another name.
  func build(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body: BuildRequest = try await Self.body(request)
    let reply = try await desks.words.run { bench in
      let (draft, selected) = try bench.draft(body.revision).applying(body.change)
      bench.library.add(draft.source.bytes)
      var reply = DraftReply(draft)
      reply.selected = selected
      return reply
    }
    return try Self.json(reply)
  }

  private func reply(
    _ facts: Facts? = nil, base: String? = nil, _ draft: @escaping @Sendable (Workbench) throws -> Draft
  ) async throws -> HTTPResponse {
    let reply = try await desks.words.run { bench in
      let draft = try draft(bench)
      bench.library.add(draft.source.bytes)
      var reply = DraftReply(draft)
      (reply.facts, reply.base) = (facts, base)
      return reply
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

  /// Takes a picture's file into the folder: `?name=`, and its bytes as the body.
  func keep(_ request: HTTPRequest) async throws -> HTTPResponse {
    let bytes = Array(try await request.bodyData)
    let (documents, name) = (documents, request.query["name"] ?? "")
    return try Self.json(["name": try await desks.words.run { _ in try documents.keep(bytes, named: name) }])
  }

  /// A picture; an address names all of it, so what a browser has already need not be sent again.
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

  func sheet(_ request: HTTPRequest) async throws -> HTTPResponse {
    let picture = try PictureRequest(request.query)
    let times = request.query["times"]?.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard times?.allSatisfy({ $0.map { (0...86_400).contains($0) } ?? false }) ?? true else {
      throw RequestError(.badRequest, "times: expected seconds with commas between them")
    }
    let count = try request.query.integer("count") ?? 12
    let columns = try request.query.integer("columns")
    let bytes = try await desks.pictures.run { bench in
      try bench.sheet(picture, times: times?.compactMap { $0 }, count: count, columns: columns)
    }
    return HTTPResponse(
      statusCode: .ok, headers: [.contentType: "image/png", .cacheControl: "no-store"], body: Data(bytes))
  }

  func render(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !facts.isReadOnly else { throw RequestError(.forbidden, "started with --read-only: nothing is written") }
    try rendering.start(try await Self.body(request))
    return try Self.json(["state": "running"], status: .accepted)
  }
}

extension Facts {
  fileprivate func with(file: String?) -> Facts {
    Facts(file: file, isReadOnly: isReadOnly, output: output, exports: exports, sizes: sizes)
  }
}

/// A request that is not carried out, and why.
package struct RequestError: Error {
  let status: HTTPStatusCode
  let message: String

  package var code: Int { status.code }

  init(_ status: HTTPStatusCode, _ message: String) {
    (self.status, self.message) = (status, message)
  }

  /// Who asked is gone, or has asked for something else.
  static let unwanted = RequestError(HTTPStatusCode(499, phrase: "Client Closed Request"), "not wanted any more")

  /// Errors of the stages, as an answer.
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
    case is DecodingError: self.init(.badRequest, "the request's JSON has another form than expected")
    default: self.init(.internalServerError, "\(error)")
    }
  }
}
