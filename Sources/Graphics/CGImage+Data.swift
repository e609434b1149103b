public import Foundation

/// Bytes, as in Core Foundation.
public typealias CFData = NSData

/// Returns a pointer to the bytes, valid while the data exists. Nil without data.
public func CFDataGetBytePtr(_ theData: CFData?) -> UnsafePointer<UInt8>! {
  theData?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Returns the number of bytes.
public func CFDataGetLength(_ theData: CFData?) -> Int { theData?.length ?? 0 }

/// A source of the bytes of a bitmap.
public final class CGDataProvider {
  private enum Source {
    case bytes(CFData)
    case image(CGImage)
  }

  private let source: Source

  /// Creates a provider from data. Optional as in Core Graphics; never nil.
  public init?(data: CFData) { source = .bytes(data) }

  init(_ image: CGImage) { source = .image(image) }

  /// A copy of the bytes.
  public var data: CFData? {
    switch source {
    case .bytes(let data): data
    case .image(let image): image.packedBytes
    }
  }
}

/// How colours outside a space are converted. Ignored. Raw values are those of Core Graphics.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The cases of Core Graphics.
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

extension CGImage {
  /// Creates a bitmap from bytes with 8 bits per component: 32 bits per pixel in any order of alpha and bytes, 24 bits
  /// without alpha, or 8 bits of grey.
  ///
  /// Nil for other layouts, for sides below 1 or above 16384, for more than 64 megapixels, for rows shorter than their
  /// pixels, and for missing bytes. A decode array must be nil. Interpolation and intent exist for source
  /// compatibility.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let sides = 1...16_384
    guard bitsPerComponent == 8, decode == nil, sides ~= width, sides ~= height, width * height <= 64 << 20,
      let layout = PixelLayout(bitmapInfo, bits: bitsPerPixel, model: space.model),
      bytesPerRow >= width * layout.count, bytesPerRow <= 1 << 32, let data = provider.data,
      data.length >= bytesPerRow * (height - 1) + width * layout.count
    else { return nil }
    let bytes = data.bytes.assumingMemoryBound(to: UInt8.self)
    let pixels = SharedBuffer<UInt32>(count: width * height) { target in
      for index in target.indices {
        target[index] = layout.pixel(at: bytes + index / width * bytesPerRow + index % width * layout.count)
      }
    }
    withExtendedLifetime(data) {}
    self.init(width: width, height: height, slab: pixels, bitmapInfo: bitsPerPixel == 32 ? bitmapInfo : .ofFiles)
  }

  /// The pixels in the layout of `bitmapInfo`, four bytes each, in rows from the top without padding. Drawings are
  /// premultiplied B, G, R, A as on iOS, or have the layout of their context. Files are premultiplied R, G, B, A.
  public var dataProvider: CGDataProvider? { CGDataProvider(self) }
  /// Always 8.
  public var bitsPerComponent: Int { 8 }
  /// Always 32.
  public var bitsPerPixel: Int { 32 }
  /// Four times the width.
  public var bytesPerRow: Int { width * 4 }
  /// The device RGB space, which is sRGB.
  public var colorSpace: CGColorSpace? { .ofPictures }
  /// Position of alpha in the bytes.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo }

  fileprivate var packedBytes: CFData {
    guard let layout = PixelLayout(bitmapInfo) else { return CFData() }
    var bytes = Data(count: width * height * 4)
    bytes.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
      guard let start = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for (index, pixel) in base.pixels.enumerated() { layout.write(pixel, to: start + 4 * index) }
    }
    return CFData(data: bytes)
  }
}
