import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster

/// A pixel with what the twins of kernels do to it, in the kernels' order.
protocol ReferencePixel: Pixel {
  /// What two samples are mixed and tinted by.
  associatedtype Mix
  /// - Parameters:
  ///   - near: weight of the near sample, 0 to 65535.
  ///   - far: the same of the far one.
  ///   - gain: of blue, green, red and alpha; multiplies the tint in floats.
  static func mix(_ near: UInt32, _ far: UInt32, tint: UInt32, _ gain: UnsafePointer<Float>) -> Mix
  /// The same for shares of 0 to 256.
  static func mix(shares near: Int32, _ far: Int32, tint: UInt32, _ gain: UnsafePointer<Float>) -> Mix
  /// The pixel of two wide ones.
  init(_ near: UInt64, _ far: UInt64, _ mix: Mix)
  /// Times coverage and alpha, 0 to 255 each.
  func times(_ coverage: UInt32, _ alpha: UInt32) -> Self
  /// Times the alpha of another one, and-masked, then inverted.
  func times(alphaOf other: Self, mask: UInt8, inverse: UInt8) -> Self
  /// The color of a segment, at a distance from its origin; `wide`: without limits to its components.
  init(wide segment: PixelSegment, _ distance: Float)
  init(_ segment: PixelSegment, _ distance: Float, isOpaque: Bool)
  static func joined(_ above: Self, _ below: Self, mix: Int) -> Self
  static func blended(_ above: Self, _ below: Self, mode: Int) -> Self
}

extension UnsafeMutableRawPointer {
  func pixels<P: Pixel>(_: P.Type) -> UnsafeMutablePointer<P> { assumingMemoryBound(to: P.self) }
}

extension UnsafeRawPointer {
  func pixels<P: Pixel>(_: P.Type) -> UnsafePointer<P> { assumingMemoryBound(to: P.self) }
}

extension UInt32: ReferencePixel {
  typealias Mix = (near: SIMD4<UInt32>, far: SIMD4<UInt32>)

  static func mix(_ near: UInt32, _ far: UInt32, tint: UInt32, _ gain: UnsafePointer<Float>) -> Mix {
    (channelWeights(near, tint), channelWeights(far, tint))
  }

  static func mix(shares near: Int32, _ far: Int32, tint: UInt32, _ gain: UnsafePointer<Float>) -> Mix {
    mix(UInt32(Swift.min(near * 256, 65535)), UInt32(Swift.min(far * 256, 65535)), tint: tint, gain)
  }

  init(_ near: UInt64, _ far: UInt64, _ mix: Mix) { self = mixed(near, far, mix.near, mix.far) }

  func times(_ coverage: UInt32, _ alpha: UInt32) -> UInt32 { times(divide255(coverage &* alpha)) }

  func times(alphaOf other: UInt32, mask: UInt8, inverse: UInt8) -> UInt32 {
    times((other >> 24 & UInt32(mask)) ^ UInt32(inverse))
  }
}

extension DeepPixel: ReferencePixel {
  struct Mix {
    var near: Float
    var far: Float
    /// A whole sample.
    var limit: Float
    var tint: DeepPixel
  }

  private static func tinted(_ tint: UInt32, _ gain: UnsafePointer<Float>) -> DeepPixel {
    DeepPixel(word: tint) * DeepPixel(gain[0], gain[1], gain[2], gain[3])
  }

  static func mix(_ near: UInt32, _ far: UInt32, tint: UInt32, _ gain: UnsafePointer<Float>) -> Mix {
    Mix(
      near: Float(Int32(near)) * (1 / 65535), far: Float(Int32(far)) * (1 / 65535), limit: 65280,
      tint: tinted(tint, gain) * (1 / 65280))
  }

  /// Sums by shares are whole numbers, exact in a float.
  static func mix(shares near: Int32, _ far: Int32, tint: UInt32, _ gain: UnsafePointer<Float>) -> Mix {
    Mix(
      near: Float(near), far: Float(far), limit: 65280 * 256, tint: tinted(tint, gain) * (1 / 65280) * (1 / 256))
  }

  init(_ near: UInt64, _ far: UInt64, _ mix: Mix) {
    let sum = DeepPixel(sample: near) * mix.near + DeepPixel(sample: far) * mix.far
    let limit = DeepPixel(repeating: mix.limit)
    self = sum.replacing(with: limit, where: sum .>= limit) * mix.tint
  }

  /// A wide pixel's lanes.
  private init(sample: UInt64) {
    let lane = { (shift: UInt64) in Float(Int32(sample >> shift & 0xFFFF)) }
    self.init(lane(0), lane(16), lane(32), lane(48))
  }

  func times(_ coverage: UInt32, _ alpha: UInt32) -> DeepPixel {
    self * ((Float(Int32(alpha)) * (1 / 255)) * (Float(Int32(coverage)) * (1 / 255)))
  }

  func times(alphaOf other: DeepPixel, mask: UInt8, inverse: UInt8) -> DeepPixel {
    let alpha = mask == 0 ? 0 : other.w
    return self * (inverse == 0 ? alpha : 1 - alpha)
  }
}
