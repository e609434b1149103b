/// An error while reading or writing an image. Every case names the file, or `memory` for bytes.
public enum ImageError: Error, Equatable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The file cannot be read: permissions, a directory, too long.
  case unreadable(path: String, reason: String)
  /// The contents have no supported image format.
  case notAnImage(path: String)
  /// The image is larger than `ImageReader.maximumSide` or `ImageReader.maximumPixels`.
  case tooLarge(path: String, width: Int, height: Int)
  /// The contents are damaged or end too early.
  case corrupt(path: String, reason: String)
  /// The pixel format is not supported, for example floating point.
  case unsupportedPixels(path: String, format: String)
  /// There is not enough memory for the image.
  case outOfMemory(path: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
}

extension ImageError: CustomStringConvertible {
  /// Message for people: the file, what is wrong, what to do.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): there is no such file"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .notAnImage(let path):
      "\(path): this is not an image in a known format (\(ImageFormat.names.joined(separator: ", ")))"
    case .tooLarge(let path, let width, let height):
      "\(path): \(width)x\(height) is too large; an image has at most \(ImageReader.maximumSide) pixels per side "
        + "and \(ImageReader.maximumPixels) in all"
    case .corrupt(let path, let reason): "\(path): the image is damaged or incomplete: \(reason)"
    case .unsupportedPixels(let path, let format): "\(path): unsupported pixel format \(format)"
    case .outOfMemory(let path): "\(path): there is not enough memory for the image"
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    }
  }
}
