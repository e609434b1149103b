import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// A decoded picture of high dynamic range by its own curve: white, which is 203 nits in BT.2408, is 1, and light goes
/// on above it as it does in frames of floats.
struct HDRPicture {
  private let picture: UnsafeMutablePointer<AVFrame>
  let curve: HighDynamicRange.Curve
  private let isWide: Bool

  /// Nil for pictures of other curves. The frame has to stay.
  init?(_ frame: borrowing OwnedFrame) {
    picture = frame.pointer
    switch picture.pointee.color_trc {
    case AVCOL_TRC_SMPTE2084: curve = .pq
    case AVCOL_TRC_ARIB_STD_B67: curve = .hlg
    default: return nil
    }
    isWide = picture.pointee.color_primaries == AVCOL_PRI_BT2020
  }

  /// Row by row, premultiplied. Nil for pixels that libswscale does not convert.
  func pixels() -> [DeepPixel]? {
    guard let numbers = PremultipliedPixels.convert(picture, to: AV_PIX_FMT_RGBA64LE),
      let base = numbers.pointer.pointee.data.0
    else { return nil }
    let (width, height) = (Int(picture.pointee.width), Int(picture.pointee.height))
    let unit = 1 / PremultipliedPixels.wideWhite(of: picture)
    var pixels: [DeepPixel] = []
    pixels.reserveCapacity(width * height + 8)
    for y in 0..<height {
      let row = UnsafeRawPointer(base + y * Int(numbers.pointer.pointee.linesize.0))
        .assumingMemoryBound(to: SIMD4<UInt16>.self)
      for x in 0..<width {
        let sample = SIMD3(Float(row[x].x), Float(row[x].y), Float(row[x].z)) * unit
        pixels.append(DeepPixel(light: light(pointwiseMin(sample, .one))))
      }
    }
    return premultiply(&pixels) ? pixels : nil
  }

  /// Multiplies straight pixels by the picture's alpha, if it has one.
  ///
  /// - Returns: false where libswscale does not convert it.
  private func premultiply(_ pixels: inout [DeepPixel]) -> Bool {
    guard let description = av_pix_fmt_desc_get(AVPixelFormat(picture.pointee.format)) else { return false }
    guard Int32(truncatingIfNeeded: description.pointee.flags) & AV_PIX_FMT_FLAG_ALPHA != 0 else { return true }
    // In 8 bits, as without HDR: in 16 what is opaque need not come to 65,535.
    guard let words = PremultipliedPixels.convert(picture, to: AV_PIX_FMT_BGRA),
      let base = words.pointer.pointee.data.0
    else { return false }
    let (width, stride) = (Int(picture.pointee.width), Int(words.pointer.pointee.linesize.0))
    for y in 0..<Int(picture.pointee.height) {
      let row = base + y * stride
      for x in 0..<width { pixels[y * width + x] = pixels[y * width + x].times(UInt32(row[4 * x + 3])) }
    }
    return true
  }

  /// The same in bytes: what is bright fades out toward white.
  func words() -> [UInt32]? {
    guard var pixels = pixels() else { return nil }
    let count = pixels.count
    pixels += [DeepPixel](repeating: .zero, count: 8)
    var words = [UInt32](repeating: 0, count: count + 8)
    pixels.withUnsafeMutableBufferPointer { pixels in
      LinearLight.withFilmic { pixel_finish_light(pixels.baseAddress!, pixels.baseAddress!, nil, &$0, count) }
    }
    DitherPattern.halves.withUnsafeBufferPointer { thresholds in
      guard let base = thresholds.baseAddress else { return }
      pixel_words_of_deep(&words, pixels, base, count)
    }
    words.removeLast(8)
    return words
  }

  /// The light that numbers stand for, red, green and blue, in the primaries of BT.709.
  func light(_ numbers: SIMD3<Float>) -> SIMD3<Float> {
    let table = curve == .pq ? HDRCurves.pqLight : HDRCurves.hlgLight
    var light = SIMD3(
      HDRCurves.light(table, numbers.x), HDRCurves.light(table, numbers.y), HDRCurves.light(table, numbers.z))
    if curve == .hlg {
      let luminance = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
      light *= HDRCurves.value(HDRCurves.hlgSystem, luminance) * HDRCurves.hlgPeak
    }
    guard isWide else { return light }
    return SIMD3(
      1.660491 * light.x - 0.587641 * light.y - 0.072850 * light.z,
      -0.124550 * light.x + 1.132900 * light.y - 0.008350 * light.z,
      -0.018151 * light.x - 0.100579 * light.y + 1.118730 * light.z)
  }
}

extension DeepPixel {
  /// An opaque pixel of light, 1 for white: red, green and blue.
  init(light: SIMD3<Float>) {
    self.init(LinearLight.value(of: light.z), LinearLight.value(of: light.y), LinearLight.value(of: light.x), 1)
  }
}

extension LinearLight {
  /// Calls a closure with what lets light fade out toward white.
  fileprivate static func withFilmic(_ body: (inout PixelLight) -> Void) {
    table.withUnsafeBufferPointer { linear in
      encodedTable.withUnsafeBufferPointer { encoded in
        var light = PixelLight(
          linear: linear.baseAddress, encoded: encoded.baseAddress, knee: knee, linear_knee: of(knee), intensity: 0,
          cover: 0)
        body(&light)
      }
    }
  }
}
