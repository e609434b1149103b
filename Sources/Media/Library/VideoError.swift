import Glibc
import StarmineGraphics

/// An error while writing a video. `VideoWriter.init` throws all errors that are known before rendering.
public enum VideoError: Error, Equatable, Sendable {
  /// The extension belongs to no known format.
  case unknownExtension(path: String, known: [String])
  /// No format has this name.
  case unknownFormat(name: String, known: [String])
  /// The format cannot be written by the libraries.
  case refusedFormat(name: String, reason: String, instead: [String])
  /// The extension belongs to another format than the requested one.
  case formatsAtOdds(path: String, format: String, extensions: [String])
  /// Each frame is a separate file, and the name has no number placeholder.
  case missingNumber(path: String, suggestion: String)
  /// Colours above alpha were requested, and the format stores straight colours.
  case additiveAlpha(format: String, instead: [String])
  /// The format does not support HDR.
  case noHDR(format: String, depth: Int, instead: [String])
  /// The format does not support sound.
  case noSound(format: String)
  /// A sound file is missing, damaged or of an unknown format.
  case unreadableSound(path: String, reason: String)
  /// The frame rate is too high for the clock of the format.
  case rateTooHigh(format: String, rate: Double, maximum: Double)
  /// A side is below 1 or above `VideoWriter.maximumSide`.
  case invalidSize(width: Int, height: Int)
  /// The pixel format uses blocks of 2x2 pixels, so both sides must be even.
  case oddSize(width: Int, height: Int, format: String)
  /// The width is too small for the encoder.
  case tooNarrow(width: Int, least: Int, format: String)
  /// The height is too small for the encoder.
  case tooLow(height: Int, least: Int, format: String)
  /// Numerator or denominator below 1, or a rate above 1000 frames per second.
  case invalidFrameRate(numerator: Int, denominator: Int)
  /// An option has an invalid value for the encoder.
  case invalidOption(name: String, value: String, allowed: String)
  /// The installed libavcodec does not have the encoder.
  case missingEncoder(encoder: String, package: String, alternatives: [String])
  /// The file cannot be created at this path.
  case unwritable(path: String, reason: String)
  /// The reader of the stream was closed.
  case noReader(path: String)
  /// The disk or a quota is full, or the file exceeds a limit of the system.
  case diskFull(path: String, reason: String)
  /// The file exceeds the maximum size after a number of frames. It was removed.
  case tooLarge(path: String, bytes: Int, frames: Int, maximum: Int)
  /// A frame differs in size from the file's header.
  case wrongFrameSize(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// The index of a frame is not above the previous one. Indices start at 0 or above and increase; gaps are allowed.
  case indexNotIncreasing(index: Int, previous: Int)
  /// `finish` was called before any frame was appended.
  case noFrames(path: String)
  /// The written file does not contain what was intended. It was removed.
  case notAsWritten(path: String, reason: String)
  /// A frame of a file differs from the frame that is drawn now.
  case differs(path: String, frame: Int, reason: String)
  /// There is not enough memory.
  case outOfMemory(operation: String)
  /// A video below the frames is unusable.
  case footage(FootageError)
  /// libav reported another error.
  case failed(operation: String, reason: String)
}

extension VideoError: CustomStringConvertible {
  /// Message for people: what is wrong, and what to do.
  public var description: String {
    choiceMessage ?? stateMessage
  }

  /// The message for unsupported choices; nil for other errors.
  private var choiceMessage: String? {
    switch self {
    case .unknownExtension(let path, let known):
      "\(path): unknown file extension for a video; the extensions are \(known.joined(separator: ", "))"
    case .unknownFormat(let name, let known):
      "\(name): unknown format; the formats are \(known.joined(separator: ", "))"
    case .refusedFormat(let name, let reason, let instead):
      "\(name): \(reason); take \(instead.joined(separator: " or "))"
    case .formatsAtOdds(let path, let format, let extensions):
      "\(path): \(format) needs the extension \(extensions.joined(separator: " or "))"
    case .missingNumber(let path, let suggestion):
      "\(path): each frame is a file; add a number pattern, as in \(suggestion)"
    case .additiveAlpha(let format, let instead):
      "\(format) stores straight colours, which cannot be brighter than their alpha. Let alpha follow the brightness "
        + "(luminance), or take \(instead.joined(separator: ", "))"
    case .noHDR(let format, let depth, let instead):
      "\(format) does not support HDR" + (depth < 10 ? ": \(depth) bits are too few" : "")
        + "; formats that have it: \(instead.joined(separator: ", "))"
    case .noSound(let format): "\(format) cannot store sound; use .mp4, .mov, .webm or .mkv"
    case .unreadableSound(let path, let reason): "\(path): the sound cannot be read: \(reason)"
    case .rateTooHigh(let format, let rate, let maximum):
      "\(rate) frames per second: \(format) supports at most \(maximum)"
    default: nil
    }
  }

  private var stateMessage: String {
    switch self {
    case .invalidSize(let width, let height):
      "\(width)x\(height): a video has from 1 to \(VideoWriter.maximumSide) pixels per side"
    case .oddSize(let width, let height, let format): VideoError.odd(width, height, format)
    case .tooNarrow(let width, let least, let format):
      "a width of \(width) pixels: \(format) needs at least \(least); use a larger size or another format"
    case .tooLow(let height, let least, let format):
      "a height of \(height) pixels: \(format) needs at least \(least); use a larger size or another format"
    case .invalidFrameRate(let numerator, let denominator):
      "\(numerator)/\(denominator): a frame rate is above 0 and at most 1000 frames per second"
    case .invalidOption(let name, let value, let allowed): "\(name) \(value): allowed is \(allowed)"
    case .missingEncoder(let encoder, let package, let alternatives):
      LibraryPresence.complaint ?? "the installed libavcodec has no \(encoder) encoder; install \(package)"
        + (alternatives.isEmpty ? "" : ", or write another format: " + alternatives.joined(separator: ", "))
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .noReader(let path): "\(path): the reading program closed the pipe"
    case .diskFull(let path, let reason): "\(path): not enough space for the video: \(reason)"
    case .tooLarge(let path, let bytes, let frames, let maximum):
      "\(path): \(bytes) bytes after \(frames) frames; at most \(maximum) are allowed"
    case .wrongFrameSize(let width, let height, let expectedWidth, let expectedHeight):
      "a frame of \(width)x\(height) in a video of \(expectedWidth)x\(expectedHeight)"
    case .indexNotIncreasing(let index, let previous):
      "frame \(index) after frame \(previous): indices must increase, from 0 or above"
    case .noFrames(let path): "\(path): there are no frames to write"
    case .notAsWritten(let path, let reason): "\(path): the written file is wrong: \(reason)"
    case .differs(let path, let frame, let reason): "\(path): frame \(frame) differs: \(reason)"
    case .outOfMemory(let operation): "\(operation): there is not enough memory"
    case .failed(let operation, let reason): "\(operation) failed: \(reason)"
    case .footage(let error): "\(error)"
    case .unknownExtension, .unknownFormat, .refusedFormat, .formatsAtOdds, .missingNumber, .additiveAlpha, .noHDR,
      .noSound, .unreadableSound, .rateTooHigh:
      ""
    }
  }

  private static func odd(_ width: Int, _ height: Int, _ format: String) -> String {
    "\(width)x\(height): \(format) needs even sides; the nearest even size is "
      + "\(width + width % 2)x\(height + height % 2)"
  }

  static func input(_ error: InputFileError) -> VideoError { .notAsWritten(path: error.path, reason: error.reason) }

  static func file(_ error: FileError) -> VideoError {
    if error.number == EPIPE { return .noReader(path: error.path) }
    return error.isFull
      ? .diskFull(path: error.path, reason: error.reason) : .unwritable(path: error.path, reason: error.reason)
  }
}
