import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Pictures of AVIF: light by PQ in floats, and toward white in bytes.
struct AVIFPictureTests {
  /// 16 x 16 pixels in PQ and BT.2020: the left half at 203.7 nits, which is white, the right one at four times that.
  private static let file = [UInt8](
    Data(
      base64Encoded: """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAD5bWV0YQAAAAAAAAAvaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA
        AFBpY3R1cmVIYW5kbGVyAAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAASEAAAAYAAAAKGlpbmYAAAAAAAEA
        AAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAQAAAAEAAAABBwaXhpAAAAAAMK
        CgoAAAAMYXYxQ4EATAAAAAATY29scm5jbHgACQAQAAkAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAAAgbWRhdAoJGAz/26EiASCA
        MgtEAACGzfEDnVHZwA==
        """, options: .ignoreUnknownCharacters) ?? Data())

  @Test func lightIsKept() throws {
    let image = try ImageReader.image(from: Self.file)
    #expect(image.width == 16 && image.height == 16 && ImageReader.pixelCount(of: Self.file) == 256)
    let level = try #require(image.deepTexels?.levels.first)
    for (column, light) in [(1, Float(1.0015)), (14, 2.3237)] {
      let pixel = level.texels[8 * 16 + column]
      for index in 0..<3 { #expect(abs(pixel[index] - light) < 0.01, "column \(column): \(pixel)") }
      #expect(pixel.w == 1)
    }
    // What is bright fades out toward white.
    let (white, bright) = (image[1, 8] & 255, image[14, 8] & 255)
    #expect(white < bright && bright <= 255 && white > 200)
  }

  /// The size in the container bounds what is decoded, and sizes of files can be added up.
  @Test func sizesThatAreNotTrue() throws {
    let place = try #require(Self.file.firstRange(of: Array("ispe".utf8))).upperBound + 4
    var huge = Self.file
    for index in place..<place + 8 { huge[index] = 0xFF }
    #expect(ImageReader.pixelCount(of: huge) == Int(Int32.max))
    var narrow = Self.file
    narrow[place + 3] = 2
    let bytes = narrow
    #expect(throws: ImageError.self) { try ImageReader.image(from: bytes) }
  }

  /// Cut off anywhere, or with any byte changed, it is refused or read, and has its size.
  @Test func damagedFilesAreRefused() {
    for count in 0..<Self.file.count {
      #expect(throws: ImageError.self) { try ImageReader.image(from: Array(Self.file[..<count])) }
    }
    for place in Self.file.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var broken = Self.file
        broken[place] = value
        _ = ImageReader.pixelCount(of: broken)
        guard let image = try? ImageReader.image(from: broken) else { continue }
        #expect(image.width * image.height == image.base.pixels.count)
        if let level = image.deepTexels?.levels.first { #expect(level.texels.count == image.base.pixels.count) }
      }
    }
  }
}
