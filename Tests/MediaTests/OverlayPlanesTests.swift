import CStarmineFFmpeg
import StarmineMedia
import StarmineRaster
import Testing

/// Samples under something that is drawn over them, also such as no colour has. What must come out is the sentence of
/// `media.md 8.2`, worked out here in floating point.
@Suite struct OverlayPlanesTests {
  /// A form of pixels, and what they mean.
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let depth: Int
    /// Pixels that share a colour sample.
    let block: (Int, Int)
    let isFull: Bool

    var testDescription: String { "\(name)\(isFull ? " full" : "")" }

    var unit: Double { Double(1 << (depth - 8)) }
    var offset: Double { isFull ? 0 : 16 * unit }
    var luma: Double { isFull ? Double(1 << depth - 1) : 219 * unit }
    var chroma: Double { isFull ? Double(1 << depth - 1) : 224 * unit }
    var middle: Double { 128 * unit }
    var most: Double { Double(1 << depth - 1) }
  }

  static let forms: [Form] = [
    Form(name: "yuv420p", depth: 8, block: (2, 2), isFull: false),
    Form(name: "yuv420p", depth: 8, block: (2, 2), isFull: true),
    Form(name: "yuv422p", depth: 8, block: (2, 1), isFull: false),
    Form(name: "yuv444p", depth: 8, block: (1, 1), isFull: false),
    Form(name: "yuv420p10le", depth: 10, block: (2, 2), isFull: false),
    Form(name: "yuv422p10le", depth: 10, block: (2, 1), isFull: true),
    Form(name: "yuv444p12le", depth: 12, block: (1, 1), isFull: false),
  ]

  /// Luma and the two differences, in steps of 8 bits.
  static let below: [[Double]] = [
    [254, 128, 128], [1, 128, 128], [200, 250, 10], [30, 10, 250], [100, 128, 128], [0, 0, 0], [255, 255, 255],
  ]

  /// Planes of a clip of one colour under an overlay, before and after.
  private func draw(
    _ form: Form, _ below: [Double], _ overlay: borrowing PixelBuffer
  ) throws -> (before: [[Int]], after: [[Int]]) {
    let folder = TemporaryFolder()
    var maker = ClipMaker()
    (maker.width, maker.height, maker.frames) = (overlay.width, overlay.height, 1)
    maker.pixels = av_get_pix_fmt(form.name)
    maker.sample = { plane, _, _ in Int(below[plane] * form.unit) }
    maker.codec = {
      $0.pointee.color_range = form.isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      $0.pointee.colorspace = AVCOL_SPC_BT709
    }
    try maker.write(folder.file("a.mkv"))
    let clip = try Footage(path: folder.file("a.mkv"))
    var writer = try FootageWriter(
      to: folder.file("b.mkv"), over: clip, format: VideoFormat(named: "ffv1"), options: VideoOptions())
    var converter = try writer.conversion.makeConverter()
    try writer.append(converter.convert(clip.frame(0), under: overlay), at: 0)
    _ = try writer.finish()
    let (before, after) = (try clip.frame(0).planes, try Footage(path: folder.file("b.mkv")).frame(0).planes)
    return (before.map { samples($0, form) }, after.map { samples($0, form) })
  }

  private func samples(_ bytes: [UInt8], _ form: Form) -> [Int] {
    guard form.depth > 8 else { return bytes.map(Int.init) }
    return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
  }

  // MARK: The sentence

  private static let shares = [0.2126, 0.7152, 0.0722]

  /// A pixel's addition to red, green and blue, 0...1, over unclamped colours.
  private static func added(_ pixel: UInt32, over below: [Double]) -> [Double] {
    let alpha = Double(pixel >> 24) / 255
    return zip(components(pixel), below).map { component, below in
      let color = Double(component) / 255
      let cover = min(color, alpha)
      return cover + min(color - cover, max(0, 1 - (below * (1 - alpha) + cover)))
    }
  }

  private static func colors(_ sample: [Double], _ form: Form) -> [Double] {
    let y = (sample[0] * form.unit - form.offset) / form.luma
    let (u, v) = (
      (sample[1] * form.unit - form.middle) / form.chroma, (sample[2] * form.unit - form.middle) / form.chroma
    )
    let (red, blue) = (y + 2 * (1 - shares[0]) * v, y + 2 * (1 - shares[2]) * u)
    return [red, (y - shares[0] * red - shares[2] * blue) / shares[1], blue]
  }

  /// Luma and differences of a plain overlay's pixel over samples.
  private static func wanted(_ pixel: UInt32, over sample: [Double], _ form: Form) -> [Double] {
    let rest = 1 - Double(pixel >> 24) / 255
    let light = added(pixel, over: colors(sample, form))
    let y = zip(light, shares).reduce(0) { $0 + $1.0 * $1.1 }
    let differences = [0.5 * (light[2] - y) / (1 - shares[2]), 0.5 * (light[0] - y) / (1 - shares[0])]
    let luma = form.offset + (sample[0] * form.unit - form.offset) * rest + y * form.luma
    let chroma = zip(sample.dropFirst(), differences).map {
      form.middle + ($0 * form.unit - form.middle) * rest + $1 * form.chroma
    }
    return ([luma] + chroma).map { min(max(0, $0), form.most) }
  }

  /// Grey and colour under 0, 25, 50, 75 and 100 % of alpha, light of each, and colours with light above them.
  static let pixels: [UInt32] = [
    0xFF7E_7E7E, 0xFFFF_FFFF, 0xFF00_0000, 0xFFC0_1020, 0x4020_2020, 0x8040_4040, 0xC060_6060, 0x8080_0040,
    0x0030_3030, 0x00FF_FFFF, 0x0000_80FF, 0x40FF_FFFF, 0x8040_C0FF, 0xC0FF_2000, 0x0101_0101, 0xFE7E_7E7E,
  ]

  @Test(arguments: forms) func everySampleIsMixed(form: Form) throws {
    for sample in Self.below {
      // Plain blocks of 4 x 4 pixels, one for each overlay.
      let overlay = makeFrame(Self.pixels.count * 4, 4) { x, _ in Self.pixels[x / 4] }
      let (_, after) = try draw(form, sample, overlay)
      for (number, pixel) in Self.pixels.enumerated() {
        let wanted = Self.wanted(pixel, over: sample, form)
        for plane in 0..<3 {
          let found = after[plane][number * 4 / (plane == 0 ? 1 : form.block.0)]
          #expect(
            abs(Double(found) - wanted[plane]) <= 0.51,
            "\(String(pixel, radix: 16)) over \(sample), plane \(plane): \(found), not \(wanted[plane])")
        }
      }
    }
  }

  /// By hand: 16 + 126 * 219 / 255 is 124.2, and a colour of BT.709 is the same whatever it hides.
  @Test func opaqueIsOpaque() throws {
    for sample in Self.below {
      let overlay = makeFrame(8, 8) { x, _ in x < 4 ? 0xFF7E_7E7E : 0xFFFF_0000 }
      let (_, after) = try draw(Self.forms[0], sample, overlay)
      #expect(after[0][0] == 124 && after[1][0] == 128 && after[2][0] == 128, "\(sample)")
      #expect(after[0][4] == 63 && after[1][2] == 102 && after[2][2] == 240, "\(sample)")
    }
  }

  @Test func lightEndsAtWhiteAndDarkensNothing() throws {
    let overlay = makeFrame(8, 8) { _, _ in 0x00FF_FFFF }
    #expect(try draw(Self.forms[0], [254, 128, 128], overlay).after[0][0] == 254)
    #expect(try draw(Self.forms[0], [235, 128, 128], overlay).after[0][0] == 235)
    #expect(try draw(Self.forms[0], [60, 128, 128], overlay).after[0][0] == 235)
    for (number, luma) in stride(from: 0.0, through: 255, by: 15).enumerated() {
      let drawn = try draw(Self.forms[0], [luma, 90, 200], makeFrame(8, 8) { _, _ in 0x0040_2010 })
      #expect(drawn.after[0][0] >= drawn.before[0][0], "\(number)")
    }
  }

  /// Where nothing is drawn samples keep every bit, beside a pixel that shares no colour sample with them.
  @Test(arguments: forms) func emptyPixelsChangeNothing(form: Form) throws {
    for sample in Self.below {
      let overlay = makeFrame(12, 4) { x, y in x == 0 && y == 0 ? 0xFF12_3456 : 0 }
      let (before, after) = try draw(form, sample, overlay)
      for plane in 0..<3 {
        #expect(after[plane].dropFirst() == before[plane].dropFirst(), "\(sample), plane \(plane)")
      }
    }
  }
}
