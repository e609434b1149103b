import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Pictures of more than bytes hold, in movies of floats.
struct DeepPictureTests {
  /// Columns of two pixels of each colour.
  private static let colors = [
    CGColor(.displayP3, 1, 0, 0, alpha: 1), CGColor(.sRGB, 1, 0.8, 0.1, alpha: 1, exposure: 4),
    CGColor(red: 0.503, green: 0.2507, blue: 0.01, alpha: 1), CGColor(red: 1, green: 0.9, blue: 0.002, alpha: 0.5),
  ]

  private func movie(_ root: CALayer) -> Movie {
    let movie = Movie(size: CGSize(width: 8, height: 4)) { root }
    movie.background = .clear
    return movie
  }

  private func exported(_ movie: Movie, _ path: String) throws -> CGImage {
    var options = ExportOptions()
    options.frames = 0..<1
    if path.hasSuffix("png") { options.format = "png-16" }
    _ = try movie.export(to: path, options: options)
    return try ImageReader.image(atPath: path.replacing("%d", with: "0"))
  }

  private func columns() -> CALayer {
    let root = CALayer()
    for (index, color) in Self.colors.enumerated() {
      let layer = CALayer()
      layer.frame = CGRect(x: 2 * index, y: 0, width: 2, height: 4)
      layer.backgroundColor = color
      root.addSublayer(layer)
    }
    return root
  }

  private func showing(_ image: CGImage, headroom: CGFloat = 0) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 4)
    layer.contents = image
    layer.contentsHeadroom = headroom
    let root = CALayer()
    root.addSublayer(layer)
    return root
  }

  private func texels(_ image: CGImage) throws -> [SIMD4<Float>] {
    Array(try #require(image.deepTexels?.levels.first).texels)
  }

  /// A picture in, a picture out: what lies above white and beyond sRGB too, within what half floats hold.
  @Test(arguments: ["exr", "png"]) func picturesComeOutAsTheyCameIn(ending: String) throws {
    let folder = try WideFolder()
    let first = try exported(movie(columns()), folder.path("a-%d.\(ending)"))
    let picture = try texels(first)
    let second = try texels(try exported(movie(showing(first)), folder.path("b-%d.exr")))
    #expect(picture.count == 32 && second.count == 32)
    for (one, other) in zip(picture, second) {
      for index in 0..<4 { #expect(abs(one[index] - other[index]) <= max(0.0002, abs(one[index]) * 0x1p-10)) }
    }
    if ending == "exr" { #expect(abs(picture[2].z - Self.colors[1].deepComponents.x) < 0.002) }
    // In bytes it is cut.
    #expect(first.base.pixels[2] >> 16 & 255 == 255)
  }

  @Test func headroomCutsContents() throws {
    let folder = try WideFolder()
    let picture = try exported(movie(columns()), folder.path("a-%d.exr"))
    let limited = try texels(try exported(movie(showing(picture, headroom: 2)), folder.path("b-%d.exr")))
    #expect(abs(limited[2].z - Float(CGColor.encoded(2))) < 0.001)
    #expect(abs(limited[4].z - 0.503) < 0.002)
  }

  /// Particles of the picture in the middle of a stage.
  private func particles(_ picture: CGImage, _ size: CGSize, _ change: (CAEmitterCell) -> Void = { _ in }) -> Movie {
    let (root, emitter, cell) = (CALayer(), CAEmitterLayer(), CAEmitterCell())
    emitter.emitterPosition = CGPoint(x: size.width / 2, y: size.height / 2)
    (cell.contents, cell.birthRate, cell.lifetime) = (picture, 20, 9)
    change(cell)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    let movie = Movie(rootLayer: root, size: size)
    (movie.framesPerSecond, movie.duration, movie.background) = (10, 1, .clear)
    return movie
  }

  /// Particles have the light of their picture: drawn over each other, added, and by other ways of blending.
  @Test(arguments: [CAEmitterLayerRenderMode.unordered, .additive, .oldestFirst])
  func particlesHaveTheLightOfTheirPicture(mode: CAEmitterLayerRenderMode) throws {
    let folder = try WideFolder()
    let picture = try exported(movie(columns()), folder.path("a-%d.exr"))
    let shown = particles(picture, CGSize(width: 8, height: 4))
    (shown.rootLayer.sublayers?.first as? CAEmitterLayer)?.renderMode = mode
    var options = ExportOptions()
    options.frames = 5..<6
    _ = try shown.export(to: folder.path("b-%d.exr"), options: options)
    let (whole, found) = (try texels(picture), try texels(ImageReader.image(atPath: folder.path("b-5.exr"))))
    for index in [0, 2, 4] {
      let (one, other) = (whole[index], found[index])
      if mode == .additive {
        // 20 a second live for nine seconds.
        #expect(abs(other.z / one.z / 180 - 1) < 0.002, "\(one) \(other)")
      } else {
        for part in 0..<4 { #expect(abs(one[part] - other[part]) < max(0.001, abs(one[part]) * 0.002)) }
      }
    }
  }

  /// Turned, mirrored, small and cut at tiles, on any threads.
  @Test func particlesOfFloatsAreTheSameOnAnyThreads() throws {
    let folder = try WideFolder()
    let picture = try exported(movie(columns()), folder.path("a-%d.exr"))
    var sums: Set<String> = []
    for workers in 1...4 {
      let movie = particles(picture, CGSize(width: 300, height: 200)) { cell in
        (cell.scale, cell.scaleRange, cell.spin, cell.velocity) = (3, 3, 2, 120)
        (cell.emissionRange, cell.birthRate) = (.pi * 2, 200)
      }
      movie.depth = .float
      var options = ExportOptions()
      (options.frames, options.workers) = (4..<8, workers)
      _ = try movie.export(to: folder.path("a.framemd5"), options: options)
      sums.insert(try String(contentsOfFile: folder.path("a.framemd5"), encoding: .utf8))
    }
    #expect(sums.count == 1)
  }

  /// Eight bits with a profile hold colours beyond sRGB.
  @Test func profilesKeepTheirColors() throws {
    let folder = try WideFolder()
    let p3 = movie(columns())
    (p3.colorSpace, p3.background) = (.displayP3, .black)
    var options = ExportOptions()
    options.frames = 0..<1
    _ = try p3.export(to: folder.path("p-%d.png"), options: options)
    let picture = try ImageReader.image(atPath: folder.path("p-0.png"))
    let (red, expected) = (try texels(picture)[0], Self.colors[0].deepComponents)
    #expect(abs(red.z - expected.x) < 0.004 && abs(red.y - expected.y) < 0.01 && abs(red.x - expected.z) < 0.01)
    #expect(picture.base.pixels[0] == 0xFFFF_0000)
  }

  /// Files that end early or have wrong bytes are refused, or read as a picture of numbers; rows may be missing.
  @Test func damagedPicturesAreRefused() throws {
    let folder = try WideFolder()
    _ = try exported(movie(columns()), folder.path("a-%d.exr"))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path("a-0.exr"))))
    for count in stride(from: 0, to: bytes.count / 2, by: 7) {
      #expect(throws: ImageError.self) { try ImageReader.image(from: Array(bytes[..<count])) }
    }
    for count in bytes.count / 2..<bytes.count {
      guard let image = try? ImageReader.image(from: Array(bytes[..<count])) else { continue }
      #expect(try texels(image).allSatisfy { abs($0.x) <= 16384 && (0...1).contains($0.w) })
    }
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      var broken = bytes
      for _ in 0..<3 { broken[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
      guard let image = try? ImageReader.image(from: broken) else { continue }
      let level = try #require(image.deepTexels?.levels.first)
      #expect(level.width == image.width && level.texels.count == image.width * image.height)
      #expect(level.texels.allSatisfy { abs($0.x) <= 16384 && abs($0.y) <= 16384 && (0...1).contains($0.w) })
    }
  }
}
