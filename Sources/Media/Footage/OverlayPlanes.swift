import CStarmineFFmpeg

/// Draws premultiplied pixels over a picture of luma and colour differences, in the picture's own matrix and range.
///
/// What a pixel changes is worked out in RGB and added to the samples as they are, so that they stay untouched where
/// the overlay is empty, and light ends at white as everywhere else.
struct OverlayPlanes: Sendable {
  /// To RGB of 0...255 and back, in 1/65536.
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
  /// Pixels that share a colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int

  private struct Weights: Sendable {
    let red: Int
    let green: Int
    let blue: Int

    func sum(_ change: SIMD4<Int32>) -> Int { red * Int(change.x) + green * Int(change.y) + blue * Int(change.z) }
  }

  private static let one = 65_536.0

  /// Nil for a picture that is not made of luma and two differences, or whose matrix is none of the usual ones.
  init?(_ picture: UnsafeMutablePointer<AVFrame>) {
    let format = AVPixelFormat(picture.pointee.format)
    guard let description = OverlayPlanes.planar(format),
      let (red, blue) = OverlayPlanes.shares(picture.pointee.colorspace)
    else { return nil }
    let depth = Int(description.pointee.comp.0.depth)
    (log2Width, log2Height) = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    (isDeep, most, middle) = (depth > 8, 1 << depth - 1, 1 << (depth - 1))
    let isFull = PremultipliedPixels.isFullRange(picture, format)
    let unit = Double(1 << (depth - 8))
    // Steps from black to white, and from the least to the most of a difference.
    let (luma, chroma) = isFull ? (Double(most), Double(most)) : (219 * unit, 224 * unit)
    lumaOffset = isFull ? 0 : 16 << (depth - 8)
    func fixed(_ value: Double) -> Int { Int((value * OverlayPlanes.one).rounded()) }
    let green = 1 - red - blue
    let (gain, reach) = (255 / luma, 255 / chroma)
    lumaGain = fixed(gain)
    redOfV = fixed(2 * (1 - red) * reach)
    blueOfU = fixed(2 * (1 - blue) * reach)
    greenOfU = fixed(-2 * (1 - blue) * blue / green * reach)
    greenOfV = fixed(-2 * (1 - red) * red / green * reach)
    toLuma = Weights(red: fixed(red / gain), green: fixed(green / gain), blue: fixed(blue / gain))
    let (u, v) = (0.5 / (1 - blue) / reach, 0.5 / (1 - red) / reach)
    toU = Weights(red: fixed(-red * u), green: fixed(-green * u), blue: fixed((1 - blue) * u))
    toV = Weights(red: fixed((1 - red) * v), green: fixed(-green * v), blue: fixed(-blue * v))
  }

  /// Shares of red and blue in luma.
  private static func shares(_ space: AVColorSpace) -> (red: Double, blue: Double)? {
    switch space {
    case AVCOL_SPC_BT709: (0.2126, 0.0722)
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: (0.299, 0.114)
    case AVCOL_SPC_SMPTE240M: (0.212, 0.087)
    case AVCOL_SPC_FCC: (0.3, 0.11)
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: (0.2627, 0.0593)
    default: nil
    }
  }

  /// A form of three planes with samples of 8 to 12 bits; nil for others.
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

  /// Precondition: the overlay has the picture's size.
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
        var change = SIMD4<Int32>.zero
        let (blue, red) = (Int(uRow[blockX]) - middle, Int(vRow[blockX]) - middle)
        for line in 0..<end {
          let y = blockY << log2Height + line
          let pixels = overlay.row(y) + start
          let samples = row(luma, strides.0, y) + start
          for x in 0..<width where pixels[x] != 0 { change &+= draw(pixels[x], on: &samples[x], blue, red) }
        }
        guard change != .zero else { continue }
        uRow[blockX] = moved(uRow[blockX], toU.sum(change), by: width * end)
        vRow[blockX] = moved(vRow[blockX], toV.sum(change), by: width * end)
      }
    }
  }

  /// Draws a pixel on its luma.
  ///
  /// - Returns: what it changes in red, green and blue.
  @inline(__always)
  private func draw<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixel: UInt32, on sample: inout Sample, _ u: Int, _ v: Int
  ) -> SIMD4<Int32> {
    let grey = (Int(sample) - lumaOffset) * lumaGain + 32_768
    let before = SIMD4<Int32>(
      Int32(truncatingIfNeeded: (grey + redOfV * v) >> 16),
      Int32(truncatingIfNeeded: (grey + greenOfU * u + greenOfV * v) >> 16),
      Int32(truncatingIfNeeded: (grey + blueOfU * u) >> 16), 0
    ).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    let color = SIMD4<Int32>(
      Int32(pixel >> 16 & 255), Int32(pixel >> 8 & 255), Int32(pixel & 255), 0)
    let rest = Int32(255 - pixel >> 24)
    // Exactly rounded division by 255 of what is below 65,026.
    let product = before &* rest &+ 128
    let under = (product &+ (product &>> 8)) &>> 8
    let change = (under &+ color).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) &- before
    sample = moved(sample, toLuma.sum(change), by: 1)
    return change
  }

  @inline(__always)
  private func moved<Sample: FixedWidthInteger>(_ sample: Sample, _ change: Int, by count: Int) -> Sample {
    let step = 65_536 * count
    // Rounded to the nearest, also below zero.
    let whole = (change + step / 2 + step * 4096) / step - 4096
    return Sample(truncatingIfNeeded: min(max(0, Int(sample) + whole), most))
  }
}
