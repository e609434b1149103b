public import Foundation
public import StarmineGraphics

extension CGImage {
  /// The bytes of a PNG file: straight alpha, 8 bits, marked as sRGB; without an alpha channel where every pixel is
  /// opaque. The same bytes for the same pixels. Nil only without memory or encoder.
  public func pngData() -> Data? { (try? ImageWriter.png(self)).map { Data($0) } }
}
