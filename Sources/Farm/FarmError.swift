/// Why a segment was not drawn, or segments were not joined. Schedulers use the type.
package enum FarmError: Error, Equatable {
  /// A permanent failure: another version, an unreadable plan, a missing file.
  case unusable(String)
  /// Segments are missing or inconsistent.
  case incomplete(String)
  /// A temporary failure.
  case failed(String)
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
