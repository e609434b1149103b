import CStarmineFFmpeg

/// Draws premultiplied pixels over a YUV frame in the frame's matrix and range.
///
/// A sample is multiplied by `1 - alpha`, also if it is out of range, and the overlay's colour is added. So an opaque
/// overlay hides everything, and an empty one changes nothing. Additive light, the colour above alpha, is added up to
/// white in red, green and blue and does not darken brighter pixels. A colour sample is the mean of its pixels.
struct OverlayPlanes: Sendable {
  /// Factors to RGB of 0...255, in 1/16,777,216.
  private let lumaGain: Int
  private let lumaOffset: Int
  private let redOfV: Int
  private let greenOfU: Int
  private let greenOfV: Int
  private let blueOfU: Int
  private let toLuma: Weights
  private let toU: Weights
  private let toV: Weights
  private let middle: Int
  private let most: Int
  private let isDeep: Bool
  /// Pixels per colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int

  private struct Weights: Sendable {
    let red: Int
    let green: Int
    let blue: Int

    func sum(_ color: Light) -> Int { (red * color.red + green * color.green + blue * color.blue) >> 16 }
  }

  /// Red, green and blue of 0...255, in 1/65536.
  private struct Light {
    var red = 0
    var green = 0
    var blue = 0

    static func += (left: inout Light, right: Light) {
      left = Light(red: left.red + right.red, green: left.green + right.green, blue: left.blue + right.blue)
    }
  }

  /// A step of a sample, divisible by 255.
  private static let one = 65_536 * 255
  private static let white = 255 << 16

  /// Nil for a frame that is not YUV or has an unusual matrix.
  init?(_ picture: UnsafeMutablePointer<AVFrame>) {
    let format = AVPixelFormat(picture.pointee.format)
    guard let description = OverlayPlanes.planar(format),
      let (red, blue) = picture.pointee.colorspace.lumaShares
    else { return nil }
    let depth = Int(description.pointee.comp.0.depth)
    (log2Width, log2Height) = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    (isDeep, most, middle) = (depth > 8, 1 << depth - 1, 1 << (depth - 1))
    let isFull = PremultipliedPixels.isFullRange(picture, format)
    let unit = Double(1 << (depth - 8))
    // Steps from black to white, and from the minimum to the maximum difference.
    let (luma, chroma) = isFull ? (Double(most), Double(most)) : (219 * unit, 224 * unit)
    lumaOffset = isFull ? 0 : 16 << (depth - 8)
    func fixed(_ value: Double) -> Int { Int((value * 65_536 * 256).rounded()) }
    func weights(_ red: Double, _ green: Double, _ blue: Double) -> Weights {
      let one = Double(OverlayPlanes.one)
      return Weights(
        red: Int((red * one).rounded()), green: Int((green * one).rounded()), blue: Int((blue * one).rounded()))
    }
    let green = 1 - red - blue
    let (gain, reach) = (255 / luma, 255 / chroma)
    lumaGain = fixed(gain)
    redOfV = fixed(2 * (1 - red) * reach)
    blueOfU = fixed(2 * (1 - blue) * reach)
    greenOfU = fixed(-2 * (1 - blue) * blue / green * reach)
    greenOfV = fixed(-2 * (1 - red) * red / green * reach)
    toLuma = weights(red / gain, green / gain, blue / gain)
    let (u, v) = (0.5 / (1 - blue) / reach, 0.5 / (1 - red) / reach)
    toU = weights(-red * u, -green * u, (1 - blue) * u)
    toV = weights((1 - red) * v, -green * v, -blue * v)
  }

  /// The description of a pixel format with three planes of 8 to 12 bits; nil for others.
  static func planar(_ format: AVPixelFormat) -> UnsafePointer<AVPixFmtDescriptor>? {
    guard let description = av_pix_fmt_desc_get(format), description.pointee.nb_components == 3 else { return nil }
    let flags = Int32(truncatingIfNeeded: description.pointee.flags)
    let others =
      AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT
      | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_BITSTREAM
    let first = description.pointee.comp.0
    guard flags & others == 0, flags & AV_PIX_FMT_FLAG_PLANAR != 0, (8...12).contains(first.depth), first.shift == 0,
      av_pix_fmt_count_planes(format) == 3
    else { return nil }
    return description
  }

  /// Precondition: the overlay has the size of the frame.
  func draw(_ overlay: PixelRows, on picture: UnsafeMutablePointer<AVFrame>) {
    if isDeep { draw(overlay, on: picture, UInt16.self) } else { draw(overlay, on: picture, UInt8.self) }
  }

  private func draw<Sample: FixedWidthInteger & UnsignedInteger>(
    _ overlay: PixelRows, on picture: UnsafeMutablePointer<AVFrame>, _: Sample.Type
  ) {
    let (planes, strides) = (picture.pointee.data, picture.pointee.linesize)
    guard let luma = planes.0, let u = planes.1, let v = planes.2 else { return }
    let (columns, lines) = (1 << log2Width, 1 << log2Height)
    func row(_ plane: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ y: Int) -> UnsafeMutablePointer<Sample> {
      UnsafeMutableRawPointer(plane + y * Int(stride)).assumingMemoryBound(to: Sample.self)
    }
    for blockY in 0..<(overlay.height + lines - 1) >> log2Height {
      let end = min(lines, overlay.height - blockY << log2Height)
      let (uRow, vRow) = (row(u, strides.1, blockY), row(v, strides.2, blockY))
      for blockX in 0..<(overlay.width + columns - 1) >> log2Width {
        let start = blockX << log2Width
        let width = min(columns, overlay.width - start)
        var (rest, light) = (0, Light())
        let (blue, red) = (Int(uRow[blockX]) - middle, Int(vRow[blockX]) - middle)
        for line in 0..<end {
          let y = blockY << log2Height + line
          let pixels = overlay.row(y) + start
          let samples = row(luma, strides.0, y) + start
          for x in 0..<width {
            rest += 255 - Int(pixels[x] >> 24)
            if pixels[x] != 0 { light += draw(pixels[x], on: &samples[x], blue, red) }
          }
        }
        let count = width * end
        guard rest != 255 * count || light.red + light.green + light.blue != 0 else { continue }
        uRow[blockX] = sample(blue * rest << 16 + toU.sum(light), middle, count)
        vRow[blockX] = sample(red * rest << 16 + toV.sum(light), middle, count)
      }
    }
  }

  /// Draws a pixel to its luma sample.
  /// - Returns: the change of red, green and blue.
  @inline(__always)
  private func draw<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixel: UInt32, on luma: inout Sample, _ u: Int, _ v: Int
  ) -> Light {
    let (step, alpha) = (Int(luma) - lumaOffset, Int(pixel >> 24))
    let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    var light = Light(red: red << 16, green: green << 16, blue: blue << 16)
    if max(red, green, blue) > alpha {
      let grey = step * lumaGain
      light = Light(
        red: added(red, alpha, over: (grey + redOfV * v) >> 8),
        green: added(green, alpha, over: (grey + greenOfU * u + greenOfV * v) >> 8),
        blue: added(blue, alpha, over: (grey + blueOfU * u) >> 8))
    }
    luma = sample(step * (255 - alpha) << 16 + toLuma.sum(light), lumaOffset, 1)
    return light
  }

  /// Adds a component: the covering part, and light up to white.
  @inline(__always)
  private func added(_ component: Int, _ alpha: Int, over below: Int) -> Int {
    let cover = min(component, alpha) << 16
    let missing = OverlayPlanes.white - cover - below * (255 - alpha) / 255
    return cover + min(component << 16 - cover, max(0, missing))
  }

  /// - Parameter sum: sum relative to the zero, in units of `one`.
  /// - Parameter count: number of pixels in the sum.
  @inline(__always)
  private func sample<Sample: FixedWidthInteger>(_ sum: Int, _ zero: Int, _ count: Int) -> Sample {
    let step = OverlayPlanes.one * count
    return Sample(truncatingIfNeeded: min(max(0, zero * step + sum + step / 2) / step, most))
  }
}
