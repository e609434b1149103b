/// Why a segment was not drawn, or segments were not joined. Schedulers act on the kind.
package enum FarmError: Error, Equatable {
  /// Will not work another time either: another version, a plan that cannot be read, a file that is missing.
  case unusable(String)
  /// Segments are missing, or do not fit together.
  case incomplete(String)
  /// May work another time.
  case failed(String)
  /// Errors of drawing.
  case movie(MovieError)
}

extension FarmError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusable(let text), .incomplete(let text), .failed(let text): text
    case .movie(let error): "\(error)"
    }
  }
}

extension FarmError {
  static func media(_ error: VideoError) -> FarmError { .movie(.video(error)) }
  static func file(_ error: FileError) -> FarmError { .failed("\(error)") }
}
