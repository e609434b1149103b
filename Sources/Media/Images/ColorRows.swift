import CStarmineFFmpeg

/// Reads rows of a decoded image as red, green, blue and alpha, exactly: samples of up to 16 bits, full or limited
/// range, any matrix. libswscale uses 1,020 of 1,023 as white for full-range samples with more than 8 bits, and does
/// not support YCgCo.
struct ColorRows {
  private let picture: UnsafeMutablePointer<AVFrame>
  private let description: UnsafePointer<AVPixFmtDescriptor>
  private let count: Int
  private let width: Int
  private let isLuma: Bool
  /// Scale after an offset for luma or RGB, and for differences.
  private let luma: (scale: Float, zero: Float)
  private let difference: (scale: Float, zero: Float)
  private let matrix: Matrix
  private let mostAlpha: Float
  private var lines: [[UInt16]]
  private var differences: [[Float]]

  /// Red, green and blue of the two differences. Luma is added to each.
  private struct Matrix {
    var red = SIMD2<Float>()
    var green = SIMD2<Float>()
    var blue = SIMD2<Float>()

    /// Nil for a matrix without constants, such as that of ICtCp.
    init?(_ space: AVColorSpace, isHDR: Bool) {
      if space == AVCOL_SPC_YCGCO {
        (red, green, blue) = (SIMD2(-1, 1), SIMD2(1, 0), SIMD2(-1, -1))
        return
      }
      let isOpen = [AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED, AVCOL_SPC_RGB].contains(space)
      let given = isOpen ? isHDR ? AVCOL_SPC_BT2020_NCL : AVCOL_SPC_SMPTE170M : space
      guard let shares = given.lumaShares else { return nil }
      let (kr, kb) = (Float(shares.red), Float(shares.blue))
      let kg = 1 - kr - kb
      (red, blue) = (SIMD2(0, 2 * (1 - kr)), SIMD2(2 * (1 - kb), 0))
      green = SIMD2(-2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg)
    }
  }

  /// Nil for pixels that are not integers, and for an unknown matrix. The frame must outlive this object.
  init?(_ picture: UnsafeMutablePointer<AVFrame>) {
    let format = AVPixelFormat(picture.pointee.format)
    guard let description = av_pix_fmt_desc_get(format), picture.pointee.data.0 != nil else { return nil }
    let flags = Int32(truncatingIfNeeded: description.pointee.flags)
    let others = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT
    let depth = Int(description.pointee.comp.0.depth)
    guard flags & others == 0, (2...16).contains(depth) else { return nil }
    (self.picture, self.description, width) = (picture, description, Int(picture.pointee.width))
    count = Int(description.pointee.nb_components)
    isLuma = flags & AV_PIX_FMT_FLAG_RGB == 0 && count > 2
    let isHDR = [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].contains(picture.pointee.color_trc)
    guard let matrix = Matrix(isLuma ? picture.pointee.colorspace : AVCOL_SPC_BT709, isHDR: isHDR) else { return nil }
    self.matrix = matrix
    let (most, unit) = (Float(1 << depth - 1), Float(1 << depth) / 256)
    mostAlpha = most
    if isLuma, !PremultipliedPixels.isFullRange(picture, format) {
      (luma, difference) = ((1 / (219 * unit), 16 * unit), (1 / (224 * unit), 128 * unit))
    } else {
      (luma, difference) = ((1 / most, 0), (1 / most, 128 * unit))
    }
    lines = [[UInt16]](repeating: [UInt16](repeating: 0, count: width), count: count)
    let shared = Self.shared(width, description.pointee.log2_chroma_w)
    differences = [[Float]](repeating: [Float](repeating: 0, count: shared + 1), count: 2)
  }

  private static func shared(_ length: Int, _ shift: UInt8) -> Int { (length + 1 << Int(shift) - 1) >> Int(shift) }

  /// Reads a row: straight colours, approximately 0...1, and alpha.
  mutating func read(_ y: Int, _ body: (Int, SIMD3<Float>, Float) -> Void) {
    let hasAlpha = count == 2 || count == 4
    for component in 0..<count where !isLuma || component == 0 || component == 3 {
      PremultipliedPixels.readLine(&lines[component], picture, description, component, y)
    }
    if isLuma { readDifferences(y) }
    let (shift, isMiddle) = (Int(description.pointee.log2_chroma_w), isMiddle)
    for x in 0..<width {
      let first = (Float(lines[0][x]) - luma.zero) * luma.scale
      let color: SIMD3<Float>
      if isLuma {
        let parts = SIMD2(between(0, x, shift, isMiddle), between(1, x, shift, isMiddle))
        color = SIMD3(
          first + (matrix.red * parts).sum(), first + (matrix.green * parts).sum(), first + (matrix.blue * parts).sum())
      } else {
        color =
          count < 3
          ? SIMD3(repeating: first) : SIMD3(first, Float(lines[1][x]) * luma.scale, Float(lines[2][x]) * luma.scale)
      }
      body(x, color, hasAlpha ? Float(lines[count - 1][x]) / mostAlpha : 1)
    }
  }

  /// Whether colour samples are centred between their columns. Otherwise they are at the first column.
  private var isMiddle: Bool {
    [AVCHROMA_LOC_CENTER, AVCHROMA_LOC_TOP, AVCHROMA_LOC_BOTTOM].contains(picture.pointee.chroma_location)
  }

  private func between(_ number: Int, _ x: Int, _ shift: Int, _ isMiddle: Bool) -> Float {
    if shift == 0 { return differences[number][x] }
    let step = Float(1 << shift)
    let place = max(0, (Float(x) - (isMiddle ? (step - 1) / 2 : 0)) / step)
    let index = Int(place)
    let (first, second) = (differences[number][index], differences[number][index + 1])
    return first + (second - first) * (place - Float(index))
  }

  /// Interpolates both differences between the rows of samples around a row.
  private mutating func readDifferences(_ y: Int) {
    let shift = Int(description.pointee.log2_chroma_h)
    let isTop = [AVCHROMA_LOC_TOPLEFT, AVCHROMA_LOC_TOP].contains(picture.pointee.chroma_location)
    let step = Float(1 << shift)
    let place = max(0, (Float(y) - (isTop ? 0 : (step - 1) / 2)) / step)
    let rows = Self.shared(Int(picture.pointee.height), description.pointee.log2_chroma_h)
    let (index, share) = (Int(place), place - Float(Int(place)))
    let samples = differences[0].count - 1
    var (upper, lower) = ([UInt16](repeating: 0, count: samples), [UInt16](repeating: 0, count: samples))
    for number in 0..<2 {
      PremultipliedPixels.readLine(&upper, picture, description, number + 1, index)
      let next = share > 0 ? min(rows - 1, index + 1) : index
      if next != index { PremultipliedPixels.readLine(&lower, picture, description, number + 1, next) }
      for x in 0..<samples {
        let value = Float(upper[x]) + (next == index ? 0 : (Float(lower[x]) - Float(upper[x])) * share)
        differences[number][x] = (value - difference.zero) * difference.scale
      }
      differences[number][samples] = differences[number][samples - 1]
    }
  }
}

extension AVColorSpace {
  var lumaShares: (red: Double, blue: Double)? {
    switch self {
    case AVCOL_SPC_BT709: (0.2126, 0.0722)
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: (0.299, 0.114)
    case AVCOL_SPC_SMPTE240M: (0.212, 0.087)
    case AVCOL_SPC_FCC: (0.3, 0.11)
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: (0.2627, 0.0593)
    default: nil
    }
  }
}
