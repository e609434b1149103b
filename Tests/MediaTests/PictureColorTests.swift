import StarmineGraphics
import StarmineMedia
import Testing

/// How pictures are turned and what their colours become.
@Suite struct PictureColorTests {
  // MARK: Turns

  /// What is seen of `abc` above `def`, as Exif 2.3 describes the numbers.
  static let turned = ["abc/def", "cba/fed", "fed/cba", "def/abc", "ad/be/cf", "da/eb/fc", "fc/eb/da", "cf/be/ad"]
  private static let rows: [[UInt32]] = [[0x61, 0x62, 0x63], [0x64, 0x65, 0x66]].map { $0.map { $0 * 0x01_0101 } }

  private func letters(_ image: CGImage) -> String {
    (0..<image.height).map { y in
      String(decoding: (0..<image.width).map { UInt8(image[$0, y] & 255) }, as: UTF8.self)
    }.joined(separator: "/")
  }

  @Test(arguments: 1...8, [false, true]) func picturesAreTurned(orientation: Int, isLittle: Bool) throws {
    let notes = PictureFiles.notes(orientation: orientation, isLittle: isLittle)
    let png = try ImageReader.image(from: PictureFiles.png(Self.rows, "eXIf", notes))
    #expect(letters(png) == Self.turned[orientation - 1])
    let tiff = try ImageReader.image(
      from: PictureFiles.tiff(Self.rows.map { $0.map { UInt8($0 & 255) } }, orientation: orientation))
    #expect(letters(tiff) == Self.turned[orientation - 1])
  }

  /// JPEG keeps the notes in a segment of its own, WebP in a part behind the picture.
  @Test func otherFilesAreTurned() throws {
    let notes = PictureFiles.notes(orientation: 6, isLittle: false)
    let segment = Array("Exif\0\0".utf8) + notes
    var jpeg = Fixture.jpeg444.bytes
    jpeg.insert(contentsOf: [0xFF, 0xE1] + PictureFiles.big(segment.count + 2, 2) + segment, at: 2)
    try expectTurned(jpeg, Fixture.jpeg444)
    var webP = Fixture.webpLossless.bytes + Array("EXIF".utf8)
    webP += PictureFiles.number(notes.count, 4, true) + notes
    webP.replaceSubrange(4..<8, with: PictureFiles.number(webP.count - 8, 4, true))
    try expectTurned(webP, Fixture.webpLossless)
  }

  private func expectTurned(_ bytes: [UInt8], _ fixture: Fixture) throws {
    let (image, plain) = (try ImageReader.image(from: bytes), try ImageReader.image(from: fixture.bytes))
    try #require(image.width == plain.height && image.height == plain.width && plain.width != plain.height)
    for y in 0..<image.height {
      for x in 0..<image.width { #expect(image[x, y] == plain[y, plain.height - 1 - x]) }
    }
  }

  /// Notes that are cut off, have no such number, or lead out of themselves turn nothing.
  @Test func damagedNotesTurnNothing() throws {
    let notes = PictureFiles.notes(orientation: 6, isLittle: false)
    var lost = notes
    lost.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xF0])
    let cases =
      (0..<20).map { Array(notes.prefix($0)) } + [lost]
      + [0, 9, 65535].map {
        PictureFiles.notes(orientation: $0, isLittle: true)
      }
    for notes in cases {
      #expect(letters(try ImageReader.image(from: PictureFiles.png(Self.rows, "eXIf", notes))) == "abc/def")
    }
  }

  // MARK: Profiles

  private static let p3 = [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]]
  private static let adobe = [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]
  private static let bt2020 = [
    [0.67348, 0.27904, -0.00193], [0.16566, 0.67534, 0.02998], [0.12505, 0.04561, 0.79686],
  ]
  private static let sRGB = [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141]]
  private static let colors: [UInt32] = [0xC87850, 0xE63C3C, 0x3CB45A, 0x141EC8, 0x808080, 0xFFFFFF, 0x5A280A]

  /// Truth: the primaries and white points of the spaces and sRGB's formula, outside of this program.
  @Test(
    arguments: [
      (p3, PictureFiles.formula, [0xD57346, 0xFA1F31, 0x00B74E, 0x111ED0, 0x808080, 0xFFFFFF, 0x612400]),
      (adobe, PictureFiles.power(563.0 / 256), [0xE0794D, 0xFF3939, 0x00B553, 0x0518CD, 0x818181, 0xFFFFFF, 0x672300]),
      (bt2020, PictureFiles.formula, [0xED6945, 0xFF0032, 0x00BD4A, 0x0018D2, 0x808080, 0xFFFFFF, 0x6E1B00]),
      (sRGB, PictureFiles.formula, colors),
    ] as [([[Double]], [UInt8], [UInt32])])
  func colorsBecomeThoseOfSRGB(columns: [[Double]], curve: [UInt8], expected: [UInt32]) throws {
    let profile = PictureFiles.profile(columns, curve: curve)
    let image = try ImageReader.image(
      from: PictureFiles.png([Self.colors], "iCCP", PictureFiles.packed(profile: profile)))
    for (x, color) in expected.enumerated() {
      #expect(difference(image[x, 0], color) <= 1, "\(components(image[x, 0])) for \(components(color))")
    }
    #expect(image.remark == nil)
  }

  /// Greys have a curve alone.
  @Test func greysFollowTheirCurve() throws {
    let profile = PictureFiles.profile(Self.p3, curve: PictureFiles.power(1), space: "GRAY")
    let image = try ImageReader.image(
      from: PictureFiles.png([[0x808080]], "iCCP", PictureFiles.packed(profile: profile)))
    // A light of 0.502 is 0.737 in sRGB.
    #expect(difference(image[0, 0], 0xBCBCBC) <= 1)
  }

  /// Profiles of other kinds and damaged ones leave the picture as it is, and say so.
  @Test func unsupportedProfilesAreReported() throws {
    let whole = PictureFiles.profile(Self.p3, curve: PictureFiles.formula)
    let table = PictureFiles.profile(Self.p3, curve: PictureFiles.formula, name: "Coated \u{7}Paper", space: "CMYK")
    let missing = PictureFiles.profile(Self.p3, curve: PictureFiles.formula, leavingOut: "gTRC")
    let broken = PictureFiles.profile(Self.p3, curve: Array("curv\0\0\0\0".utf8) + [0x7F, 0xFF, 0xFF, 0xFF])
    for (profile, remark) in [
      (table, "the colour profile \"Coated Paper\" has lookup tables: sRGB is assumed"),
      (missing, "the colour profile \"Test\" is damaged: sRGB is assumed"),
      (broken, "the colour profile \"Test\" is damaged: sRGB is assumed"),
      (Array(whole.prefix(200)), "the colour profile is damaged: sRGB is assumed"),
    ] {
      let image = try ImageReader.image(
        from: PictureFiles.png([Self.colors], "iCCP", PictureFiles.packed(profile: profile)))
      #expect(image.remark == remark)
      #expect(image.base.pixels == Self.colors.map { $0 | 0xFF00_0000 })
    }
  }
}
