import CStarmineFFmpeg
import StarmineGraphics

/// What is kept of a frame to compare it with another: checksums for files that hold every bit, and means for the
/// others.
package struct FrameLook: Sendable {
  /// MD5 of the frame's bytes as they are decoded.
  package let hash: String
  /// MD5 of its premultiplied pixels, whatever their form in the file; nil for floats and for lines of text.
  let pixels: String?
  let digest: FrameDigest?

  init(_ frame: borrowing OwnedFrame) throws(VideoError) {
    hash = try Self.md5(FrameLook.packed(frame))
    pixels = try PremultipliedPixels().make(from: frame).map { pixels throws(VideoError) in try Self.md5(pixels) }
    digest = FrameDigest(frame)
  }

  /// A frame of premultiplied `0xAARRGGBB`.
  init(pixels: [UInt32], width: Int, height: Int) throws(VideoError) {
    let hash = try Self.md5(pixels)
    (self.hash, self.pixels) = (hash, hash)
    digest = FrameDigest(pixels: pixels, width: width, height: height)
  }

  /// A frame of which a file has the checksum alone.
  init(hash: String) { (self.hash, pixels, digest) = (hash, nil, nil) }

  private static func md5<Value: BitwiseCopyable>(_ values: [Value]) throws(VideoError) -> String {
    let digest = try Digest(.md5)
    digest.add(values)
    return digest.text()
  }

  /// The bytes of all planes without padding.
  private static func packed(_ frame: borrowing OwnedFrame) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: frame.packedSize)
    return frame.copyPacked(to: &bytes) ? bytes : []
  }

  /// Why a frame of a file is not what was drawn; nil where it is.
  ///
  /// - Parameters:
  ///   - drawn: in the form that the format's encoder takes.
  ///   - tolerance: of the means, in 1/255.
  func difference(_ drawn: FrameLook, _ format: VideoFormat, tolerance: Double) -> String? {
    guard let digest else { return hash == drawn.hash ? nil : "its checksum is another" }
    if format.isExact, let pixels, let others = drawn.pixels {
      return pixels == others ? nil : "its pixels are others"
    }
    guard let other = drawn.digest else { return "its pixels cannot be compared" }
    let difference = digest.difference(other)
    return difference <= tolerance + 0.6
      ? nil : "it differs by \((difference * 10).rounded() / 10) of 255, more than encoding explains"
  }
}

extension VideoFormat {
  /// Whether a decoded frame has every bit of the drawn one.
  package var isExact: Bool { tolerance == 0 }

  /// Tolerance of means of a part of a frame, in 1/255. In a very small one, edges between strong colours are most of
  /// the picture.
  func tolerance(width: Int, height: Int, crf: Double?) -> Double {
    tolerance * (crf == nil ? 1 : 4) * (min(width, height) < 64 ? 2 : 1)
  }
}
