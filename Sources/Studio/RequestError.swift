import FlyingFox
import StarmineRendering
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// A request that is not carried out, and why.
package struct RequestError: Error {
  let status: HTTPStatusCode
  let message: String

  /// The status as a number.
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
