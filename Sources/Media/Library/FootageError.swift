/// An error of a video file. Every case names the file.
public enum FootageError: Error, Equatable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The file cannot be read: permissions, a directory, an unsupported format.
  case unreadable(path: String, reason: String)
  /// The file has no video stream.
  case noPictures(path: String)
  /// The frames have no times or all the same time: a rate of 0.
  case noTimes(path: String)
  /// The file ends before its last frame, after `seconds` if known.
  case cutOff(path: String, seconds: Double?)
  /// A frame cannot be decoded.
  case damaged(path: String, seconds: Double, reason: String)
  /// The installed libavcodec cannot decode the codec.
  case noDecoder(path: String, codec: String)
  /// A frame is larger than `ImageReader.maximumSide` or `ImageReader.maximumPixels`.
  case tooLarge(path: String, width: Int, height: Int)
  /// There are more frames than `Footage.maximumFrames`.
  case tooLong(path: String)
  /// A requested part is not in the video, or the rate is invalid.
  case unusablePart(path: String, reason: String)
  /// The pixel format is not supported, for example floating point.
  case unsupportedPixels(path: String, format: String)
  /// The colour properties are not supported.
  case unknownColors(path: String, colors: String)
  /// The container of the output does not support a stream of the video.
  case noPlace(path: String, stream: String, container: String, instead: [String])
  /// The format of the output cannot store the frames of a video.
  case unsuitableFormat(format: String, instead: [String])
  /// There is not enough memory.
  case outOfMemory(path: String)
}

extension FootageError: CustomStringConvertible {
  /// Message for people: what is wrong with the video, and what to do.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): there is no such file"
    case .unreadable(let path, let reason): "\(path): the clip cannot be read: \(reason)"
    case .noPictures(let path): "\(path): the file has no video"
    case .noTimes(let path):
      "\(path): the frames have no times, and the frame rate is 0; convert the video, for example to .mp4 or .mkv"
    case .cutOff(let path, let seconds): "\(path): \(FootageError.cut(seconds))"
    case .damaged(let path, let seconds, let reason):
      "\(path): the frame at \(FootageError.text(seconds)) s cannot be decoded: \(reason); repair the video, or cut "
        + "it before this time"
    case .noDecoder(let path, let codec):
      "\(path): the installed libavcodec does not decode \(codec); convert the video, for example to H.264"
    default: limitMessage
    }
  }

  private var limitMessage: String {
    switch self {
    case .tooLarge(let path, let width, let height):
      "\(path): \(width)x\(height) is too large; a clip has at most \(ImageReader.maximumSide) pixels per side and "
        + "\(ImageReader.maximumPixels) in all"
    case .tooLong(let path):
      "\(path): more than \(Footage.maximumFrames) frames; cut the clip into shorter ones"
    case .unusablePart(let path, let reason): "\(path): \(reason)"
    case .unsupportedPixels(let path, let format):
      "\(path): unsupported pixel format \(format); convert the video, for example to H.264"
    case .unknownColors(let path, let colors):
      "\(path): colours in \(colors) are not supported; convert the video to BT.709"
    case .noPlace(let path, let stream, let container, let instead):
      "\(path): \(container) cannot store its \(stream); write \(instead.joined(separator: " or "))"
    case .unsuitableFormat(let format, let instead):
      "\(format) is not supported over a video; use \(instead.joined(separator: ", "))"
    case .outOfMemory(let path): "\(path): there is not enough memory for the clip"
    default: ""
    }
  }

  private static func cut(_ seconds: Double?) -> String {
    guard let seconds else { return "the file is incomplete: its index is missing. Copy or record it again" }
    return "the clip is cut off after \(text(seconds)) s. Copy it again, or extract the complete part"
  }

  private static func text(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }
}
