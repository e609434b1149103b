import StarmineRendering
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// Why something that a host asked for was not done.
package struct HostError: Error {
  package enum Kind: Sendable {
    /// The document or a change of it.
    case problems
    /// Neither a preset nor a file is called so.
    case unknown
    case argument
    case memory
    case cancelled
  }

  package let kind: Kind
  /// At least one.
  package let problems: [ProblemRecord]

  package init(_ kind: Kind, _ problems: [ProblemRecord]) { (self.kind, self.problems) = (kind, problems) }

  /// - Parameter file: the document, as messages call it; empty for what has nothing to do with one.
  package init(_ kind: Kind, _ message: String, file: String = "") {
    self.init(kind, [ProblemRecord(file: file, message: message)])
  }

  /// The error of a stage.
  package init(_ error: any Error, file: String = "") {
    switch error {
    case let error as HostError: self = error
    case let error as PresetError: self.init(.problems, error.problems.map(ProblemRecord.init))
    case let error as PresetReference.LookupError: self.init(.unknown, "\(error)")
    case let error as ValueMismatchError: self.init(.problems, error.message, file: file)
    case let error as MovieError: self.init(Self.kind(of: error), "\(error)", file: file)
    default: self.init(.problems, "\(error)", file: file)
    }
  }

  private static func kind(of error: MovieError) -> Kind {
    switch error {
    case .invalidSize, .invalidSampling, .noSuchFrames, .noFrames: .argument
    case .outOfMemory: .memory
    case .cancelled: .cancelled
    default: .problems
    }
  }

  /// All problems, a line each.
  package var text: String { problems.map(\.text).joined(separator: "\n") }
}
