import Foundation
import StarmineDocument

/// Why a picture inside of a document is not used.
struct EmbeddedImageError: Error {
  package let message: String

  init(_ message: String) { self.message = message }
}

/// The pictures inside of a document: each is unpacked once however often it is used, never to more bytes than its own
/// size in pixels allows, and all of them together draw on a budget.
final class PictureStore {
  /// Bytes of all pictures of a document. Those that are variables in its text count once, others at each use.
  static let maximumBytes = 64 << 20
  /// Bytes of a pixel, at most: four parts of 16 bits.
  private static let bytesPerPixel = 8
  /// Bytes of a picture beside its pixels: profiles, what programs note.
  private static let extraBytes = 1 << 20

  private var known: [[UInt8]: Result<DocumentValue, EmbeddedImageError>] = [:]
  private var bytes = 0
  /// Bytes of a reference to a variable.
  private static let reference = 64

  /// A picture, perhaps packed by gzip or zlib, as documents of ours hold it.
  func value(_ packed: [UInt8]) throws(EmbeddedImageError) -> DocumentValue {
    let earlier = known[packed]
    let result = earlier ?? Result { () throws(EmbeddedImageError) in try make(packed) }
    known[packed] = result
    let value = try result.get()
    let isShared = earlier != nil && known.count <= DocumentValue.mostSharedPictures
    try spend(isShared ? Self.reference : value.text?.utf8.count ?? 0)
    return value
  }

  private func make(_ packed: [UInt8]) throws(EmbeddedImageError) -> DocumentValue {
    let picture = try Inflater.isWrapped(packed) ? unpack(packed) : packed
    guard let type = PictureHeader.mediaType(picture) else {
      throw EmbeddedImageError("it is not a PNG, JPEG, TIFF, GIF or WebP")
    }
    return .text("data:image/\(type);base64," + Data(picture).base64EncodedString())
  }

  private func spend(_ count: Int) throws(EmbeddedImageError) {
    guard bytes + count <= Self.maximumBytes else {
      throw EmbeddedImageError("all pictures in it have more than \(Self.maximumBytes) bytes")
    }
    bytes += count
  }

  private func unpack(_ packed: [UInt8]) throws(EmbeddedImageError) -> [UInt8] {
    do {
      var inflater = try Inflater(packed[...])
      var picture = try inflater.read(atMost: PictureHeader.beginning)
      guard !inflater.isFinished else { return picture }
      let reach = min(PictureHeader.reach(picture), Self.maximumBytes - bytes)
      picture += try inflater.read(atMost: reach - picture.count)
      guard let size = PictureHeader.size(picture) else {
        throw EmbeddedImageError("its size is not found in \(picture.count) bytes")
      }
      let (pixels, isHuge) = size.width.multipliedReportingOverflow(by: size.height * Self.bytesPerPixel)
      let limit = isHuge ? Self.maximumBytes : min(Self.maximumBytes, max(0, pixels) + Self.extraBytes)
      picture += try inflater.read(atMost: limit - picture.count)
      // A checksum may be all that is left.
      let rest = try inflater.read(atMost: 1)
      guard inflater.isFinished, rest.isEmpty else {
        throw EmbeddedImageError(
          "a picture of \(size.width) x \(size.height) pixels is packed in more than \(limit) bytes")
      }
      return picture
    } catch let error as EmbeddedImageError {
      throw error
    } catch {
      throw EmbeddedImageError("it is packed, and damaged")
    }
  }
}
