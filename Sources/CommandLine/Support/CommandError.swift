/// An error of the command line: a message and an exit code.
struct CommandError: Error {
  enum Code: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    case no = 3
    case noAnswer = 4
    /// 128 plus the number of the signal, as in shells.
    case hungUp = 129
    case interrupted = 130
    case brokenPipe = 141
    case terminated = 143

    static var stopped: Code {
      Code(rawValue: Signals.exitCode(of: Signals.first)) ?? .interrupted
    }

    static let table = """
        0    success
        1    failure; a retry may succeed
        2    invalid usage or input
        3    the result is negative: files differ, a benchmark is slower
        4    no result: a measurement is not conclusive
        129  hangup (SIGHUP)
        130  interrupted (SIGINT)
        141  the reader closed the output (SIGPIPE)
        143  terminated (SIGTERM)
      """

    var isError: Bool { self == .failed || self == .usage }
  }

  let message: String
  let code: Code

  static func failed(_ message: String) -> CommandError { CommandError(message: message, code: .failed) }
  static func usage(_ message: String) -> CommandError { CommandError(message: message, code: .usage) }

  /// A failure whose message was printed.
  static func said(_ code: Code) -> CommandError { CommandError(message: "", code: code) }

  static func interrupted(_ message: String) -> CommandError { CommandError(message: message, code: .stopped) }

  /// - Parameter isComplete: whether the message needs no "Error" prefix.
  func leave(isComplete: Bool = false) -> Never {
    if message.isEmpty { Foundation.exit(code.rawValue) }
    Log.error(message, code: code.rawValue, prefix: isComplete || !code.isError ? "" : "Error: ")
    Foundation.exit(code.rawValue)
  }
}

extension CommandError {
  /// The failure for an error of another module; nil for errors of the argument parser.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandError: self = failure
    case MovieError.video(.noReader): self = .said(.brokenPipe)
    case let error as MovieError: self.init(message: "\(error)", code: Self.code(of: error))
    case let error as FarmError: self.init(message: "\(error)", code: Self.code(of: error))
    case let error as VideoError: self.init(message: "\(error)", code: Self.code(of: error))
    case let error as FootageError: self = .usage("\(error)")
    case let error as PresetReference.LookupError:
      self = .usage("\(error)")
    case let error as PresetError:
      self = .usage(Self.summary(of: error.problems))
    case let error as FileError where error.reason == FileError.isInput: self = .usage("\(error)")
    case let error as FileError: self = .failed("\(error)")
    case let error as InputFileError: self = .failed("\(error)")
    case ImageError.unwritable(let path, let reason) where reason == FileError.isInput:
      self = .usage("\(FileError(path: path, reason: reason))")
    case let error as ImageError: self = .failed("\(error)")
    case let error as ValueMismatchError: self = .usage(error.message)
    case let error as CocoaError: self = .failed(error.localizedDescription)
    default: return nil
    }
  }

  /// The first problems and the number of others.
  static func summary(of problems: [DocumentProblem], most: Int = 20) -> String {
    let shown = problems.prefix(most).map(\.description)
    let rest = problems.count - shown.count
    return (shown + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
  }

  private static func code(of error: MovieError) -> Code {
    switch error {
    case .invalidSize, .invalidSampling, .invalidOrder, .noSuchFrames, .noFrames: .usage
    case .cancelled: .stopped
    case .outOfMemory: .failed
    case .tooManyParticles, .tooDeep, .tooManyCopies, .tooManyEffects, .tooManyPaths, .unreadableClip:
      .usage
    case .video(let error): code(of: error)
    }
  }

  private static func code(of error: FarmError) -> Code {
    switch error {
    case .unusable: .usage
    case .incomplete: .no
    case .failed: .failed
    case .movie(let error): code(of: error)
    }
  }

  private static func code(of error: VideoError) -> Code {
    switch error {
    case .unknownExtension, .unknownFormat, .refusedFormat, .formatsAtOdds, .missingNumber, .additiveAlpha,
      .noHDR, .rateTooHigh, .noSound, .invalidSize, .oddSize, .tooNarrow, .tooLow, .invalidFrameRate,
      .invalidOption, .footage, .unreadableSound:
      .usage
    case .noReader: .brokenPipe
    case .unwritable(_, let reason) where reason == FileError.isInput: .usage
    case .differs: .no
    case .missingEncoder, .unwritable, .diskFull, .wrongFrameSize, .indexNotIncreasing, .noFrames,
      .notAsWritten, .outOfMemory, .tooLarge, .failed:
      .failed
    }
  }
}

func note(_ text: String) {
  writeToStandardError(text.printable + "\n")
}

/// Ignores a closed standard error, so that a render continues.
func writeToStandardError(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
}
