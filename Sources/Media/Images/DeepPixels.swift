import CStarmineFFmpeg
import StarmineGraphics
import StarmineRaster

/// Turns a decoded picture into premultiplied floats, where it has more than bytes hold: more than 8 bits a component,
/// light beyond white, or a profile with colours beyond sRGB.
struct DeepPixels {
  private let picture: UnsafeMutablePointer<AVFrame>
  private let description: AVPixFmtDescriptor
  private let profile: ColorProfile?
  /// The picture by a curve of high dynamic range, if it has one.
  private let hdr: HDRPicture?

  /// Nil where bytes hold all of the picture. The frame has to stay.
  init?(_ frame: borrowing OwnedFrame, profile: ColorProfile?) {
    guard let description = av_pix_fmt_desc_get(AVPixelFormat(frame.pointer.pointee.format)) else { return nil }
    (picture, self.description, self.profile) = (frame.pointer, description.pointee, profile)
    hdr = HDRPicture(frame)
    if hdr != nil { return }
    let flags = Int32(truncatingIfNeeded: self.description.flags)
    let isOther = flags & (AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER) != 0
    if isOther || profile == nil && self.description.comp.0.depth <= 8 { return nil }
    // Black and white alone, either of which may be 0.
    if self.description.comp.0.depth == 1 { return nil }
    if isFloat ? !isLight : !isRGB && hasAlpha { return nil }
  }

  var isHDR: Bool { hdr != nil }

  private var isRGB: Bool {
    Int32(truncatingIfNeeded: description.flags) & AV_PIX_FMT_FLAG_RGB != 0 || description.nb_components <= 2
  }
  private var hasAlpha: Bool { Int32(truncatingIfNeeded: description.flags) & AV_PIX_FMT_FLAG_ALPHA != 0 }
  /// Whether components are floats.
  private var isFloat: Bool { Int32(truncatingIfNeeded: description.flags) & AV_PIX_FMT_FLAG_FLOAT != 0 }
  /// Planes of floats that are light, as OpenEXR has them.
  private var isLight: Bool {
    [AV_PIX_FMT_GBRPF32LE, AV_PIX_FMT_GBRAPF32LE, AV_PIX_FMT_GRAYF32LE].contains(
      AVPixelFormat(picture.pointee.format))
  }

  /// Row by row; nil where libswscale does not convert the picture.
  func make() -> [DeepPixel]? {
    if let hdr { return hdr.pixels() }
    if isFloat { return fromLight() }
    if isRGB { return fromComponents(picture, description, white: Float(1 << description.comp.0.depth - 1)) }
    guard let numbers = PremultipliedPixels.convert(picture, to: AV_PIX_FMT_RGBA64LE),
      var wide = av_pix_fmt_desc_get(AV_PIX_FMT_RGBA64LE)?.pointee
    else { return nil }
    // Without its alpha, which need not come to the whole where the picture has none.
    wide.nb_components = 3
    return fromComponents(numbers.pointer, wide, white: PremultipliedPixels.wideWhite(of: picture))
  }

  /// The same in bytes; nil where `PremultipliedPixels` makes these. Light of high dynamic range fades out toward
  /// white, that of other pictures is cut.
  func words() -> [UInt32]? {
    if let hdr { return hdr.words() }
    return isFloat ? make()?.map(\.coveredWord) : nil
  }

  /// Whole numbers of grey and RGB, with or without alpha, which is straight.
  private func fromComponents(
    _ picture: UnsafeMutablePointer<AVFrame>, _ description: AVPixFmtDescriptor, white: Float
  ) -> [DeepPixel] {
    let (count, width) = (Int(description.nb_components), Int(picture.pointee.width))
    let hasAlpha = count == 2 || count == 4
    let unit = 1 / white
    var lines = [[UInt16]](repeating: [UInt16](repeating: 0, count: width), count: count)
    var pixels: [DeepPixel] = []
    pixels.reserveCapacity(width * Int(picture.pointee.height))
    for y in 0..<Int(picture.pointee.height) {
      withUnsafePointer(to: description) { description in
        for component in 0..<count {
          PremultipliedPixels.readLine(&lines[component], picture, description, component, y)
        }
      }
      for x in 0..<width {
        let red = Float(lines[0][x]) * unit
        let color = count < 3 ? SIMD3(repeating: red) : SIMD3(red, Float(lines[1][x]) * unit, Float(lines[2][x]) * unit)
        pixels.append(pixel(of: color, alpha: hasAlpha ? Float(lines[count - 1][x]) * unit : 1))
      }
    }
    return pixels
  }

  private func pixel(of color: SIMD3<Float>, alpha: Float) -> DeepPixel {
    var pixel = profile.map { DeepPixel(light: $0.light(color)) } ?? DeepPixel(color.z, color.y, color.x, 1)
    pixel *= alpha
    return pixel
  }

  /// Planes of light, multiplied by alpha. What is not a number is nothing, what is too light ends where tiles do.
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
        pixels.append(Self.pixel(covering: alpha?[x] ?? 1, blue: blue[x], green: green[x], red: red[x]))
      }
    }
    return pixels
  }

  /// The pixel of light times alpha: the way back from `DeepPixel.linear`.
  private static func pixel(covering share: Float, blue: Float, green: Float, red: Float) -> DeepPixel {
    let (alpha, most) = (share > 0 ? min(share, 1) : 0, DeepPixel.limit.x)
    let component = { (light: Float) -> Float in
      let light = light.isNaN ? 0 : max(-most, min(most, light))
      if alpha >= 1 { return LinearLight.value(of: light) }
      if light > alpha { return alpha + LinearLight.value(of: light - alpha) }
      return alpha > 0 ? alpha * LinearLight.value(of: light / alpha) : 0
    }
    return DeepPixel(component(blue), component(green), component(red), alpha)
  }
}

extension DeepPixel {
  /// The nearest word whose colour does not go beyond its alpha.
  var coveredWord: UInt32 { pointwiseMin(self, DeepPixel(repeating: w)).word }
}
