import StarmineGraphics

/// The pixel format in memory.
package struct PixelDepth: Hashable, Sendable {
  /// Binary logarithm of a pixel's bytes.
  let shift: Int

  /// Premultiplied `0xAARRGGBB`.
  package static let words = PixelDepth(shift: 2)
  /// Premultiplied, sRGB-encoded floats. Colour may exceed 1; alpha may not.
  package static let floats = PixelDepth(shift: 4)

  /// 32-bit words per pixel.
  var words: Int { 1 << (shift - 2) }

  /// The address of a pixel in a row.
  @inline(__always)
  func place(_ index: Int, in row: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { row + index &<< shift }

  @inline(__always)
  func place(_ index: Int, in row: UnsafeRawPointer) -> UnsafeRawPointer { row + index &<< shift }

  /// Multiplies a pixel by a factor, 0 to 255.
  func scale(_ pixel: UnsafeMutableRawPointer, _ share: UInt32) {
    switch self {
    case .words: pixel.scale(UInt32.self, share)
    default: pixel.scale(DeepPixel.self, share)
    }
  }

  /// Composites a pixel over another one.
  func lay(_ source: UnsafeRawPointer, over pixel: UnsafeMutableRawPointer) {
    switch self {
    case .words: pixel.layOver(UInt32.self, source)
    default: pixel.layOver(DeepPixel.self, source)
    }
  }
}

extension UnsafeMutableRawPointer {
  @inline(__always)
  fileprivate func scale<P: Pixel>(_: P.Type, _ share: UInt32) {
    let pixel = assumingMemoryBound(to: P.self)
    pixel.pointee = pixel.pointee.times(share)
  }

  @inline(__always)
  fileprivate func layOver<P: Pixel>(_: P.Type, _ source: UnsafeRawPointer) {
    let pixel = assumingMemoryBound(to: P.self)
    pixel.pointee = source.assumingMemoryBound(to: P.self).pointee.over(pixel.pointee)
  }
}

package protocol Pixel: BitwiseCopyable, Sendable {
  static var form: PixelDepth { get }
  static var transparent: Self { get }
  /// Creates a pixel of a colour, `0xAARRGGBB`.
  init(word: UInt32)
  /// Every component times `share / 255`.
  func times(_ share: UInt32) -> Self
  func over(_ backdrop: Self) -> Self
  /// The sum of both, clamped to the format's range.
  func plus(_ backdrop: Self) -> Self
}

extension UInt32: Pixel {
  package static var form: PixelDepth { .words }
  package static var transparent: UInt32 { 0 }

  package init(word: UInt32) { self = word }
  package func times(_ share: UInt32) -> UInt32 { scaled(self, share) }
  package func over(_ backdrop: UInt32) -> UInt32 { sourceOver(self, backdrop) }
  package func plus(_ backdrop: UInt32) -> UInt32 { added(self, backdrop) }
}

/// Blue, green, red and alpha; 1 where a byte is 255.
package typealias DeepPixel = SIMD4<Float>

extension SIMD4<Float>: Pixel {
  package static var form: PixelDepth { .floats }
  package static var transparent: DeepPixel { .zero }

  /// The limit of sums: 37,000 times white in linear light, and within the range of half floats.
  package static var limit: DeepPixel { DeepPixel(16384, 16384, 16384, 1) }

  package init(word: UInt32) {
    let bytes = SIMD4<Int32>(Int32(word & 255), Int32(word >> 8 & 255), Int32(word >> 16 & 255), Int32(word >> 24))
    self = DeepPixel(bytes) * (1 / 255)
  }

  /// The nearest 8-bit pixel.
  package var word: UInt32 {
    var value = self * 255 + 0.5
    value.replace(with: 255, where: value .>= DeepPixel(repeating: 255))
    value.replace(with: 0, where: .!(value .> .zero))
    return UInt32(value.x) | UInt32(value.y) << 8 | UInt32(value.z) << 16 | UInt32(value.w) << 24
  }

  package func times(_ share: UInt32) -> DeepPixel { self * (Float(Int32(share)) * (1 / 255)) }

  package func over(_ backdrop: DeepPixel) -> DeepPixel { self + backdrop * (1 - w) }

  package func plus(_ backdrop: DeepPixel) -> DeepPixel {
    let sum = self + backdrop
    return sum.replacing(with: Self.limit, where: sum .>= Self.limit)
  }
}
