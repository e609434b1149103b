import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Layers that show clips of high dynamic range.
@Suite struct BrightClipTests {
  private static let size = CGSize(width: 96, height: 64)
  /// Light of the columns, in times of white: grey three times, then a red of BT.2020 at half of white.
  private static let light = [0.25, 1, 3]
  private static let red = CGColor(.rec2020, 0.6, 0.1, 0.1, alpha: 1)

  /// Columns of 24 pixels.
  private func columns() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: Self.size)
    let colors = Self.light.map { CGColor(.linearSRGB, $0, $0, $0, alpha: 1) } + [Self.red]
    for (index, color) in colors.enumerated() {
      let layer = CALayer()
      layer.frame = CGRect(x: 24 * index, y: 0, width: 24, height: 64)
      layer.backgroundColor = color
      root.addSublayer(layer)
    }
    return root
  }

  private func movie(_ root: CALayer) -> Movie {
    let movie = Movie(rootLayer: root, size: Self.size)
    (movie.framesPerSecond, movie.duration) = (10, 0.4)
    return movie
  }

  private func showing(_ clip: String) throws -> Movie {
    let (root, layer) = (CALayer(), CALayer())
    root.frame = CGRect(origin: .zero, size: Self.size)
    layer.frame = root.frame
    layer.contents = try VideoClip(contentsOf: URL(filePath: clip))
    root.addSublayer(layer)
    return movie(root)
  }

  private func writeClip(_ path: String, _ curve: HighDynamicRange.Curve) throws {
    var options = ExportOptions()
    (options.format, options.workers) = ("prores4444", 1)
    let movie = movie(columns())
    movie.hdr = curve
    _ = try movie.export(to: path, options: options)
  }

  private func export(_ movie: Movie, to path: String, workers: Int = 1) throws {
    var options = ExportOptions()
    (options.frames, options.workers) = (0..<4, workers)
    _ = try movie.export(to: path, options: options)
  }

  /// Light of a column's middle by a picture of light.
  private func light(_ picture: CGImage, column: Int) throws -> SIMD3<Double> {
    let level = try #require(picture.deepTexels?.levels.first)
    let texel = level.texels[32 * 96 + 24 * column + 12]
    return SIMD3(Double(LinearLight.of(texel.z)), Double(LinearLight.of(texel.y)), Double(LinearLight.of(texel.x)))
  }

  /// In floats light has its own curve undone, with white at 1, and goes on above it; colours beyond sRGB stay.
  @Test(arguments: HighDynamicRange.Curve.allCases) func floatsKeepTheLight(curve: HighDynamicRange.Curve) throws {
    let folder = try WideFolder()
    try writeClip(folder.path("a.mov"), curve)
    try export(try showing(folder.path("a.mov")), to: folder.path("b-%d.exr"))
    let picture = try ImageReader.image(atPath: folder.path("b-2.exr"))
    for (column, light) in Self.light.enumerated() {
      let found = try self.light(picture, column: column)
      for part in 0..<3 { #expect(abs(found[part] / light - 1) < 0.02, "\(light): \(found)") }
    }
    let meant = Self.red.deepComponents
    let found = try self.light(picture, column: 3)
    for part in 0..<3 { #expect(abs(found[part] - Double(LinearLight.of(meant[part]))) < 0.01) }
    #expect(meant.y < 0 && found.y < 0)
  }

  /// A file of the same curve has the clip's light again.
  @Test func filesOfHighDynamicRangeHaveIt() throws {
    let folder = try WideFolder()
    try writeClip(folder.path("a.mov"), .pq)
    let movie = try showing(folder.path("a.mov"))
    var options = ExportOptions()
    (options.format, options.workers) = ("prores4444", 1)
    movie.hdr = .hlg
    let level = try #require(try movie.export(to: folder.path("b.mov"), options: options).light)
    #expect(abs(level.most / (203 * 3) - 1) < 0.03)
  }

  /// Bytes, and stills: what is bright fades out toward white, and the clip says so.
  @Test func bytesFadeOut() throws {
    let folder = try WideFolder()
    try writeClip(folder.path("a.mov"), .pq)
    let movie = try showing(folder.path("a.mov"))
    let picture = try movie.still(at: 0.1, workers: 1)
    let bytes = [12, 36, 60].map { picture[$0, 32] & 255 }
    for (byte, meant) in zip(bytes, [137, 221, 244]) { #expect(abs(Int(byte) - meant) <= 2) }
    let remarks = try Footage(path: folder.path("a.mov")).remarksAsContents
    #expect(remarks.contains { $0.contains("(PQ) keeps highlights above white") })
  }

  @Test func framesAreTheSameOnAnyThreads() throws {
    let folder = try WideFolder()
    try writeClip(folder.path("a.mov"), .hlg)
    var sums: [String] = []
    for workers in 1...4 {
      let movie = try showing(folder.path("a.mov"))
      movie.depth = .float
      try export(movie, to: folder.path("\(workers).framemd5"), workers: workers)
      sums.append(try String(contentsOfFile: folder.path("\(workers).framemd5"), encoding: .utf8))
    }
    #expect(Set(sums).count == 1)
  }
}
