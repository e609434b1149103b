import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// Filter operations of a pixel format.
protocol FilterPixel: Pixel, Equatable {
  /// Blurs a picture into a transparent one that is larger by the blur's margins.
  static func blur(
    _ picture: borrowing PixelFrame<Self>, _ blur: BlurPlane.Blur, into result: inout PixelFrame<Self>,
    _ tools: FilterTools)

  /// Maps the unpremultiplied colours of a row. Transparent pixels count as transparent black.
  static func filter(_ row: UnsafeMutablePointer<Self>, count: Int, by matrix: ColorMatrix)

  /// Adds a fraction of a blurred pixel. Alpha increases only as far as the glow is brighter than the pixel.
  func plusGlow(_ blurred: Self, _ intensity: Float) -> Self

  static func kept(_ pixels: [Self]) -> OffscreenImage.Pixels
}

/// Reuses the last result, because each pixel depends only on itself and neighbours are often equal.
@inline(__always)
private func changeRow<P: FilterPixel>(_ row: UnsafeMutablePointer<P>, _ count: Int, _ change: (P) -> P) {
  var (last, result) = (P.transparent, change(.transparent))
  for x in 0..<count {
    if row[x] != last { (last, result) = (row[x], change(row[x])) }
    row[x] = result
  }
}

extension UInt32: FilterPixel {
  static func blur(
    _ picture: borrowing PixelBuffer, _ blur: BlurPlane.Blur, into result: inout PixelBuffer, _ tools: FilterTools
  ) {
    let stride = result.stride
    result.withMutablePixels { target in
      nonisolated(unsafe) let base = target.baseAddress!  // Every unit of work writes its own row.
      for component in 0..<4 {
        // Only read. The units end before the next plane is created.
        nonisolated(unsafe) let plane = BlurPlane(picture, component: component, blur, tools.scratch, tools.workers)
        let shift = UInt32(8 * component)
        tools.workers.run(count: plane.height) { y, _ in
          let (row, values) = (base + y * stride, plane.row(y))
          // A shift that checks its count first is not vectorized.
          for x in 0..<plane.width { row[x] |= BlurPlane.byte(values[x]) &<< shift }
        }
      }
    }
  }

  static func filter(_ row: UnsafeMutablePointer<UInt32>, count: Int, by matrix: ColorMatrix) {
    changeRow(row, count) { $0.filtered(matrix) }
  }

  private func filtered(_ matrix: ColorMatrix) -> UInt32 {
    let alpha = Float(self >> 24)
    var color = SIMD4<Float>()
    if alpha > 0 {
      color = SIMD4(Float(self >> 16 & 255), Float(self >> 8 & 255), Float(self & 255), 0) / alpha
      color.w = alpha / 255
    }
    let mapped = matrix.apply(color)
    let part = { (value: Float) in Swift.max(0, Swift.min(1, value)) }
    return premultiplied(red: part(mapped.x), green: part(mapped.y), blue: part(mapped.z), alpha: part(mapped.w))
  }

  func plusGlow(_ blurred: UInt32, _ intensity: Float) -> UInt32 {
    DeepPixel(word: self).plusGlow(DeepPixel(word: blurred), intensity).word
  }

  static func kept(_ pixels: [UInt32]) -> OffscreenImage.Pixels { .words(pixels) }
}

extension DeepPixel: FilterPixel {
  static func blur(
    _ picture: borrowing DeepBuffer, _ blur: BlurPlane.Blur, into result: inout DeepBuffer, _ tools: FilterTools
  ) {
    // Only read.
    nonisolated(unsafe) let plane = BlurPlane(picture, blur, tools)
    let (stride, deepOfWholes) = (result.stride, tools.kernels.deepOfWholes)
    result.withMutablePixels { target in
      nonisolated(unsafe) let base = target.baseAddress!  // Every unit of work writes its own row.
      tools.workers.run(count: plane.height) { y, _ in deepOfWholes(base + y * stride, plane.row(y), plane.width) }
    }
  }

  static func filter(_ row: UnsafeMutablePointer<DeepPixel>, count: Int, by matrix: ColorMatrix) {
    changeRow(row, count) { $0.filtered(matrix) }
  }

  private func filtered(_ matrix: ColorMatrix) -> DeepPixel {
    var color = SIMD4<Float>()
    if w > 0 {
      let straight = self / w
      color = straight.replacing(with: Self.limit, where: straight .>= Self.limit)
      color = SIMD4(color.z, color.y, color.x, w)
    }
    var mapped = matrix.apply(color)
    mapped.replace(with: Self.limit, where: mapped .>= Self.limit)
    mapped.replace(with: 0, where: .!(mapped .> .zero))
    let colors = DeepPixel(mapped.z, mapped.y, mapped.x, 1)
    return colors * mapped.w
  }

  /// In the order of the kernel's operations, which it must match.
  package func plusGlow(_ blurred: DeepPixel, _ intensity: Float) -> DeepPixel {
    var glow = blurred * intensity
    let brightest = Swift.max(glow.x, Swift.max(glow.y, glow.z))
    let alpha = blurred.w * Swift.min(1, intensity)
    glow.w = Swift.max(alpha, brightest)
    return plus(glow)
  }

  static func kept(_ pixels: [DeepPixel]) -> OffscreenImage.Pixels { .floats(pixels) }
}
