package import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

// Parts of images, level by level, in the fixed-point numbers for sampling.

extension VisibleTexels {
  /// For the largest component of a tint, the index of the highest limit that it hides. A sample is at most the largest
  /// texel; a tinted value below one half, in 1/65536 of a component, changes no pixel.
  static let ranks = (0..<256).map { largest in
    let weight = largest * 257 + largest >> 7
    return UInt8(limits.dropFirst().prefix { Int($0) * weight < 32768 }.count)
  }
}

extension PixelTexels {
  package init(low: Float, high: Float, texels: Int, isNearest: Bool) {
    self.init()
    let (start, end) = (Double(low) * Double(texels), Double(high) * Double(texels))
    let shift = isNearest ? 0 : 0.5
    center = (start + end) / 2 - shift
    span = end - start
    let lowest = isNearest ? start.rounded() : min(start, end - 1)
    let highest = isNearest ? end.rounded() - 1 : max(end - 1, start)
    let limit = Double(min(texels - 1, 32766))
    // A part thinner than a texel has one position.
    let (first, last) = isNearest || start + 1 <= end ? (lowest, highest) : (center, center)
    minimum = Int32(max(0, min(limit, first)) * 65536)
    maximum = max(minimum, Int32(max(0, min(limit, last)) * 65536))
    mask = isNearest ? ~0xFFFF : ~0
    self.texels = Int32(texels)
    self.first = Int32(max(0, min(Double(texels - 1), start.rounded())))
    count = Int32(max(1, min(Double(texels), end.rounded()) - Double(self.first)))
    share = 1 / Double(count)
    pixel_share = span != 0 ? 1 / (span * 65536) : 0
    whole_length = start == Double(self.first) && span == Double(count) ? Float(count) : .nan
  }
}

extension PixelSource {
  /// The level whose texels are closest to device pixels in size, for a density of base texels per pixel:
  /// `round(log2(density) + bias)`, at least 0. Callers pass the denser axis, so nothing is undersampled.
  @inline(__always)
  package func level(density: Float) -> UnsafePointer<PixelLevel> {
    let exponent = Int((density * bias_factor * PIXEL_NEAREST_FACTOR).bitPattern >> 23) &- 127
    return levels + max(0, min(exponent, count &- 1))
  }
}

extension PixelSource {
  package func withGain(_ body: (UnsafePointer<Float>) -> Void) {
    withUnsafePointer(to: gain) { body(UnsafeRawPointer($0).assumingMemoryBound(to: Float.self)) }
  }
}

extension TintGain {
  var ofPixel: (Float, Float, Float, Float) { (factors.z, factors.y, factors.x, 1) }

  /// The tint times the gain; for 8-bit pixels clamped to the range from 0 to alpha.
  func cut(_ tint: UInt32) -> UInt32 {
    let alpha = Float(Int32(tint >> 24))
    func part(_ shift: UInt32, _ factor: Float) -> UInt32 {
      UInt32(max(0, min(alpha, Float(Int32(tint >> shift & 255)) * factor)) + 0.5)
    }
    return tint & 0xFF00_0000 | part(16, factors.x) << 16 | part(8, factors.y) << 8 | part(0, factors.z)
  }
}
