public import Foundation

/// Bytes, by Core Foundation's name.
public typealias CFData = NSData

/// The bytes, valid as long as the data lives; nil without data.
public func CFDataGetBytePtr(_ theData: CFData?) -> UnsafePointer<UInt8>! {
  theData?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// How many bytes there are.
public func CFDataGetLength(_ theData: CFData?) -> Int { theData?.length ?? 0 }

/// The bytes of a bitmap.
public final class CGDataProvider {
  private enum Source {
    case bytes(CFData)
    case image(CGImage)
  }

  private let source: Source

  /// The bytes of data. Optional because Core Graphics declares it so; never nil here.
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

/// What becomes of colours that a space does not have; without an effect here. Raw values are Core Graphics'.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// Core Graphics' names and numbers.
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

extension CGImage {
  /// A bitmap of bytes: 8 bits a component; 32 bits a pixel in every order of alpha and bytes, 24 without alpha, or 8
  /// of grey.
  ///
  /// Nil for other layouts, for sides below 1 or above 16384, for more than 64 megapixels, for rows shorter than their
  /// pixels, and where bytes are missing. A decode array must be nil; interpolation and intent are there for source
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
    let pixels = Slab<UInt32>(count: width * height) { target in
      for index in target.indices {
        target[index] = layout.pixel(at: bytes + index / width * bytesPerRow + index % width * layout.count)
      }
    }
    withExtendedLifetime(data) {}
    self.init(width: width, height: height, slab: pixels, bitmapInfo: bitsPerPixel == 32 ? bitmapInfo : .ofFiles)
  }

  /// The pixels as `bitmapInfo` says, four bytes each, rows from the top without space between them. What was drawn is
  /// premultiplied B, G, R, A, as on iOS, or what the bitmap's context was made for; files are premultiplied R, G, B,
  /// A.
  public var dataProvider: CGDataProvider? { CGDataProvider(self) }
  /// Always 8.
  public var bitsPerComponent: Int { 8 }
  /// Always 32.
  public var bitsPerPixel: Int { 32 }
  /// Four times the width.
  public var bytesPerRow: Int { width * 4 }
  /// The device's colours, which are sRGB here.
  public var colorSpace: CGColorSpace? { .ofPictures }
  /// Where alpha is in the bytes.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo }

  /// The bytes that the provider hands out.
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
