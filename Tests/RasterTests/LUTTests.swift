import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineReference
import Testing

/// Colours looked up in tables.
@Suite struct LUTTests {
  /// A file whose colours follow no line.
  static func cube(_ size: Int) -> String {
    let last = Double(size - 1)
    var text = "LUT_3D_SIZE \(size)\n"
    for index in 0..<size * size * size {
      let (r, g, b) = (
        Double(index % size) / last, Double(index / size % size) / last, Double(index / size / size) / last
      )
      text += "\(Float(0.7 * r * r + 0.3 * g)) \(Float(g * (1.6 - 0.6 * g))) \(Float(0.5 * b + 0.5 * r * g))\n"
    }
    return text
  }

  static func curves(_ size: Int) -> String {
    (0..<size).reduce(into: "LUT_1D_SIZE \(size)\n") { text, index in
      let place = Double(index) / Double(size - 1)
      text += "\(Float(place * place)) \(Float(1 - place)) \(Float(place * (2 - place)))\n"
    }
  }

  static func read(_ text: String) throws -> ColorLUT { try ColorLUT(cube: Array(text.utf8), named: "test.cube") }
  static func table(_ size: Int) -> ColorLUT? { try? read(cube(size)) }

  private func apply(_ lut: ColorLUT, _ pixels: [DeepPixel], byReference: Bool = false) -> [DeepPixel] {
    var (result, source) = (pixels, pixels)
    lut.withTable { table in
      if byReference {
        referenceApplyLUT(&result, &source, table, pixels.count)
      } else {
        pixel_apply_lut(&result, &source, table, pixels.count)
      }
    }
    return result
  }

  /// Premultiplied, some of them light without alpha, some brighter than white.
  private func randomPixels(_ count: Int) -> [DeepPixel] {
    var random = SplitMix64(seed: 7)
    return (0..<count).map { index in
      let numbers = (0..<4).map { _ in Float(random.next() >> 40) / Float(1 << 24) }
      let color = DeepPixel(numbers[0], numbers[1], numbers[2], 1)
      return switch index % 8 {
      case 0: .zero
      case 1: color * DeepPixel(1, 1, 1, 0)
      case 2: color * DeepPixel(3, 3, 3, 1)
      case 3: color
      default: color * numbers[3]
      }
    }
  }

  @Test("kernel and reference give the same bytes", arguments: [cube(2), cube(7), curves(2), curves(300)])
  func kernelsAgree(text: String) throws {
    let lut = try Self.read("DOMAIN_MIN -0.1 0 0.05\nDOMAIN_MAX 0.9 1 1.5\n" + text)
    let pixels = randomPixels(4096)
    #expect(apply(lut, pixels) == apply(lut, pixels, byReference: true))
  }

  @Test(arguments: ["LUT_1D_SIZE 2\n0 0 0\n1 1 1\n", "LUT_1D_SIZE 2\n-1 -1 -1\n3 3 3\nLUT_1D_INPUT_RANGE -1 3"])
  func identityChangesNothingUpToItsEnd(text: String) throws {
    let lut = try Self.read(text)
    for (before, after) in zip(randomPixels(512), apply(lut, randomPixels(512))) {
      let straight = before.w == 1 ? before.clamped(lowerBound: .zero, upperBound: .one * lut.domain.high.x) : before
      let difference = straight - after
      #expect(max(difference.max(), -difference.min()) < 1e-5)
    }
  }

  @Test func alphaAndEmptyPixelsStay() throws {
    let lut = try Self.read("LUT_1D_SIZE 2\n0.5 0.5 0.5\n1 1 1\n")
    let pixels = randomPixels(512)
    for (before, after) in zip(pixels, apply(lut, pixels)) {
      #expect(before.w == after.w)
      if before == .zero { #expect(after == .zero) }
    }
  }

  private static let ffmpeg = "/usr/bin/ffmpeg"

  /// Within one code of 10 bits, for a noise of 16 bits.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: ffmpeg), "the program ffmpeg is not installed"),
    arguments: [
      ("lut3d=interp=tetrahedral", cube(2)), ("lut3d=interp=tetrahedral", cube(9)),
      ("lut3d=interp=tetrahedral", cube(17)), ("lut3d=interp=tetrahedral", cube(33)),
      ("lut3d=interp=tetrahedral", cube(65)), ("lut1d=interp=linear", curves(256)),
    ])
  func agreesWithFFmpeg(filter: String, text: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lut-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SplitMix64(seed: 3)
    let components = (0..<64 * 64 * 3).map { _ in UInt16(truncatingIfNeeded: random.next()) }
    try Data(components.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }).write(to: folder.appendingPathComponent("in"))
    try Data(text.utf8).write(to: folder.appendingPathComponent("t.cube"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.ffmpeg)
    process.currentDirectoryURL = folder
    let raw = ["-f", "rawvideo", "-pix_fmt", "rgb48le"]
    process.arguments =
      ["-v", "error"] + raw + ["-s", "64x64", "-i", "in", "-vf", "\(filter):file=t.cube"] + raw + ["out"]
    try process.run()
    process.waitUntilExit()
    let out = Array(try Data(contentsOf: folder.appendingPathComponent("out")))
    let pixels = (0..<64 * 64).map { index in
      let rgb = components[3 * index..<3 * index + 3].map { Float($0) / 65_535 }
      return DeepPixel(rgb[2], rgb[1], rgb[0], 1)
    }
    var most: Float = 0
    for (index, pixel) in apply(try Self.read(text), pixels).enumerated() {
      for part in 0..<3 {
        let found = Float(Int(out[6 * index + 2 * part]) + Int(out[6 * index + 2 * part + 1]) * 256) / 65_535
        most = max(most, abs(found - pixel[2 - part]) * 1023)
      }
    }
    #expect(most < 0.1, "\(most) of 1,023")
  }
}
