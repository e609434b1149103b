import CStarmineFFmpeg
import StarmineRaster

/// Converts a decoded image to premultiplied floats if 8 bits cannot store it: more than 8 bits per component, HDR, or
/// a profile with colours outside sRGB.
struct DeepPixels {
  private let picture: UnsafeMutablePointer<AVFrame>
  private let description: AVPixFmtDescriptor
  private let profile: ColorProfile?
  private let hdr: HDRPicture?

  /// Nil if 8 bits are sufficient. The frame must outlive this object.
  init?(_ frame: borrowing OwnedFrame, profile: ColorProfile?) {
    guard let description = av_pix_fmt_desc_get(AVPixelFormat(frame.pointer.pointee.format)) else { return nil }
    (picture, self.description, self.profile) = (frame.pointer, description.pointee, profile)
    hdr = HDRPicture(frame)
    if hdr != nil { return }
    let flags = Int32(truncatingIfNeeded: self.description.flags)
    let isOther = flags & (AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER) != 0
    if isOther || profile == nil && self.description.comp.0.depth <= 8 { return nil }
    // Black and white only, either of which may be 0.
    if self.description.comp.0.depth == 1 { return nil }
    if isFloat ? !isLight : ColorRows(picture) == nil { return nil }
  }

  var isHDR: Bool { hdr != nil }

  private var hasAlpha: Bool { Int32(truncatingIfNeeded: description.flags) & AV_PIX_FMT_FLAG_ALPHA != 0 }
  private var isFloat: Bool { Int32(truncatingIfNeeded: description.flags) & AV_PIX_FMT_FLAG_FLOAT != 0 }
  /// Whether the image has float planes of linear light, as in OpenEXR.
  private var isLight: Bool {
    [AV_PIX_FMT_GBRPF32LE, AV_PIX_FMT_GBRAPF32LE, AV_PIX_FMT_GRAYF32LE].contains(AVPixelFormat(picture.pointee.format))
  }

  /// Pixels in row order; nil for an unsupported pixel format.
  func make() -> [DeepPixel]? {
    if let hdr { return hdr.pixels() }
    if isFloat { return fromLight() }
    guard var rows = ColorRows(picture) else { return nil }
    var pixels: [DeepPixel] = []
    pixels.reserveCapacity(Int(picture.pointee.width) * Int(picture.pointee.height))
    for y in 0..<Int(picture.pointee.height) {
      rows.read(y) { pixels.append(pixel(of: $1.clamped(lowerBound: .zero, upperBound: .one), alpha: $2)) }
    }
    return pixels
  }

  /// 8-bit pixels; nil if `PremultipliedPixels` creates them. HDR is compressed toward white; other images are clipped.
  /// Samples of more than 8 bits are rounded after conversion by their profile.
  func words() -> [UInt32]? {
    if let hdr { return hdr.words() }
    return isFloat || profile != nil && description.comp.0.depth > 8 ? make()?.map(\.coveredWord) : nil
  }

  private func pixel(of color: SIMD3<Float>, alpha: Float) -> DeepPixel {
    var pixel = profile.map { DeepPixel(light: $0.light(color)) } ?? DeepPixel(color.z, color.y, color.x, 1)
    pixel *= alpha
    return pixel
  }

  /// Planes of linear light, multiplied by alpha. NaN counts as 0, and large values are limited.
  private func fromLight() -> [DeepPixel]? {
    let (data, strides) = (picture.pointee.data, picture.pointee.linesize)
    guard let first = data.0 else { return nil }
    let (width, hasColors) = (Int(picture.pointee.width), description.nb_components > 2)
    var pixels: [DeepPixel] = []
    pixels.reserveCapacity(width * Int(picture.pointee.height))
    for y in 0..<Int(picture.pointee.height) {
      func line(_ plane: UnsafeMutablePointer<UInt8>?, _ stride: Int32) -> UnsafePointer<Float>? {
        plane.map { UnsafeRawPointer($0 + y * Int(stride)).assumingMemoryBound(to: Float.self) }
      }
      guard let green = line(first, strides.0) else { return nil }
      let (blue, red) = hasColors ? (line(data.1, strides.1), line(data.2, strides.2)) : (green, green)
      guard let blue, let red else { return nil }
      let alpha = hasAlpha ? line(data.3, strides.3) : nil
      for x in 0..<width {
        let light = SIMD3(red[x], green[x], blue[x])
        pixels.append(Self.pixel(profile?.inSRGB(light) ?? light, covering: alpha?[x] ?? 1))
      }
    }
    return pixels
  }

  /// The pixel of linear light times alpha: the inverse of `DeepPixel.linear`.
  private static func pixel(_ light: SIMD3<Float>, covering share: Float) -> DeepPixel {
    let (alpha, most) = (share > 0 ? min(share, 1) : 0, DeepPixel.limit.x)
    let component = { (light: Float) -> Float in
      let light = light.isNaN ? 0 : max(-most, min(most, light))
      if alpha >= 1 { return LinearLight.value(of: light) }
      if light > alpha { return alpha + LinearLight.value(of: light - alpha) }
      return alpha > 0 ? alpha * LinearLight.value(of: light / alpha) : 0
    }
    return DeepPixel(component(light.z), component(light.y), component(light.x), alpha)
  }
}

extension DeepPixel {
  /// The nearest 8-bit pixel whose colour does not exceed its alpha.
  var coveredWord: UInt32 { pointwiseMin(self, DeepPixel(repeating: w)).word }
}
