import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Colours as files say them. Truth: libavif's decoder for AVIF, and the formulas of the specifications for PNG.
@Suite struct FileColorTests {
  // MARK: AVIF

  /// 16 x 16 pixels without loss: (200, 120, 80) left, (20, 220, 130) right. Of one with alpha the lower half has 128.
  private static let files = [
    "identity": """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2
    aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB8AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAx
    Q29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNs
    eAABAA0AAIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACdtZGF0EgAKCDgM/9lAQ0AIMhFEAACGzD/B2E5u+ReMlv3S4A==
    """,
    "ycgco": """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2
    aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB8AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAx
    Q29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNs
    eAABAA0ACIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACdtZGF0EgAKCDgM/9lAQ0IkMhFEAACGzPRmmAHVAUjBLfulwA==
    """,
    "alpha": """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2
    aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAABygAAAB4AAgAAAAEAAAG1AAAAFQAAAEJpaW5mAAAAAAACAAAAGmlu
    ZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAw2lwcnAA
    AACdaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA0ABoAAAAAOcGl4
    aQAAAAABCAAAAAxhdjFDgQAcAAAAADhhdXhDAAAAAHVybjptcGVnOm1wZWdCOmNpY3A6c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlw
    bWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAAAO21kYXQSAAoFGAz/2VQyCkQAALBmkWudc0ASAAoIOAz/2UBDQaQyEEQAAIbNn4OSNfwIvkS3
    7pc=
    """,
    "full": """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2
    aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACAAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAx
    Q29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwoKCgAAAAxhdjFDgSBAAAAAABNjb2xybmNs
    eAABAA0ABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAChtZGF0EgAKCDgM/9nAQ0GkMhJEAACGzaypzQtlbbo8tkt+6XA=
    """,
    "grid": """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAHhbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2
    aWYAAAAADnBpdG0AAAAAAAEAAABWaWxvYwAAAABEAAAFAAEAAAABAAACCQAAAAgAAgAAAAEAAAIRAAAAGwADAAAAAQAAAhEAAAAbAAQAAAAB
    AAACEQAAABsABQAAAAEAAAIRAAAAGwAAAJBpaW5mAAAAAAAFAAAAGmluZmUCAAAAAAEAAGdyaWRDb2xvcgAAAAAaaW5mZQIAAAEAAgAAYXYw
    MUNvbG9yAAAAABppbmZlAgAAAQADAABhdjAxQ29sb3IAAAAAGmluZmUCAAABAAQAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAEABQAAYXYwMUNv
    bG9yAAAAACBpcmVmAAAAAAAAABRkaW1nAAEABAACAAMABAAFAAAAmWlwcnAAAABfaXBjbwAAABRpc3BlAAAAAAAAAIAAAACAAAAAEHBpeGkA
    AAAAAwgICAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAAAxhdjFDgSAAAAAAADJpcG1hAAAAAAAAAAUAAQMBAgMA
    AgQEAoUDAAMEBAKFAwAEBAQChQMABQQEAoUDAAAAK21kYXQAAAEBAIAAgBIACgk4FX/9lAQ0GkAyDBAAAABLF9oDG///oA==
    """,
  ].mapValues { [UInt8](Data(base64Encoded: $0, options: .ignoreUnknownCharacters) ?? Data()) }

  @Test(arguments: ["identity", "ycgco", "full"]) func matricesAreThoseOfTheFile(name: String) throws {
    let image = try ImageReader.image(from: Self.files[name] ?? [])
    #expect(difference(image[2, 2], 0xC87850) <= 1 && difference(image[13, 13], 0x14DC82) <= 1)
    #expect(image.remark == nil)
  }

  @Test func alphaOfAnotherItemIsKept() throws {
    let image = try ImageReader.image(from: Self.files["alpha"] ?? [])
    #expect(image[2, 2] >> 24 == 255 && difference(image[2, 2], 0xC87850) <= 1)
    #expect(image[2, 13] >> 24 == 128 && difference(image[2, 13], 0x643C28) <= 1)
  }

  @Test func gridsAreNamed() {
    let error = #expect(throws: ImageError.self) { try ImageReader.image(from: Self.files["grid"] ?? []) }
    #expect("\(String(describing: error))".contains("grid of tiles"))
  }

  @Test(arguments: ["identity", "alpha", "grid"]) func damagedFilesAreSurvived(name: String) {
    let file = Self.files[name] ?? []
    for place in file.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var broken = file
        broken[place] = value
        guard let image = try? ImageReader.image(from: broken) else { continue }
        #expect(image.width * image.height == image.base.pixels.count)
      }
    }
  }

  // MARK: PNG

  private static let colors: [UInt32] = [0xC87850, 0xE63C3C, 0x3CB45A, 0x808080, 0xFFFFFF]
  private static let p3 = [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060].flatMap {
    PictureFiles.big(Int(($0 * 100_000).rounded()), 4)
  }
  /// In sRGB, from the colours in Display P3.
  private static let fromP3: [UInt32] = [0xD57346, 0xFA1F31, 0x00B74E, 0x808080, 0xFFFFFF]
  /// In sRGB, from linear numbers.
  private static let fromLight: [UInt32] = [0xE5B698, 0xF38686, 0x86DAA0, 0xBCBCBC, 0xFFFFFF]

  @Test(
    arguments: [
      ("cICP", [12, 13, 0, 1], fromP3), ("cHRM", p3, fromP3), ("gAMA", PictureFiles.big(100_000, 4), fromLight),
      // As sRGB's curve in most files.
      ("gAMA", PictureFiles.big(45_455, 4), colors), ("cICP", [1, 13, 0, 1], colors),
      ("cICP", [1, 8, 0, 1], fromLight),
    ] as [(String, [UInt8], [UInt32])])
  func chunksSayColors(kind: String, content: [UInt8], expected: [UInt32]) throws {
    // The encoder's own chunk says sRGB.
    let image = try ImageReader.image(from: Self.withoutColors(PictureFiles.png([Self.colors], kind, content), kind))
    for (x, color) in expected.enumerated() {
      #expect(difference(image[x, 0], color) <= 1, "\(components(image[x, 0])) for \(components(color))")
    }
    #expect(image.remark == nil)
  }

  @Test func unknownCurvesAreNamed() throws {
    let image = try ImageReader.image(from: PictureFiles.png([Self.colors], "cICP", [1, 10, 0, 1]))
    #expect(image.remark?.contains("transfer curve") == true)
  }

  /// Takes chunks about colours but the first of a kind away.
  private static func withoutColors(_ file: [UInt8], _ kept: String) -> [UInt8] {
    var (result, place, found) = (Array(file[..<8]), 8, false)
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      let isColor = ["sRGB", "gAMA", "cHRM", "cICP"].contains(kind)
      if !isColor || kind == kept && !found { result += file[place..<place + 12 + length] }
      found = found || kind == kept
      place += 12 + length
    }
    return result
  }
}
