import Foundation
import StarmineLayers
import Starmine
import StarmineGraphics
import StarmineRaster
import Testing

/// Colours beyond sRGB in whole movies: drawn in floats, cut in bytes, and in files of Display P3.
struct WideColorMovieTests {
  /// Everything that takes a colour shows the same one: the picture's pixels are those of a movie in which it is cut,
  /// and in Display P3 they are the components that were asked for.
  @Test(arguments: [MovieSettings.ColorSpace.sRGB, .displayP3])
  func everyColorArrives(space: MovieSettings.ColorSpace) throws {
    let folder = try WideFolder()
    let red = "'color(display-p3 1 0 0)'"
    let text = """
      {
        movie: { size: [60, 20], fps: 10, duration: 0.1, colorSpace: '\(space.rawValue)', background: '#000' },
        layer: { sublayers: [
          { frame: [0, 0, 10, 20], backgroundColor: \(red) },
          { class: 'CAShapeLayer', path: 'M10 0 H20 V20 H10 Z', fillColor: \(red) },
          { class: 'CAGradientLayer', frame: [20, 0, 10, 20], colors: [\(red), \(red)] },
          { frame: [30, 0, 10, 20], borderWidth: 10, borderColor: \(red) },
          { frame: [40, -40, 10, 20], backgroundColor: '#fff', shadowColor: \(red), shadowOpacity: 1,
            shadowRadius: 0, shadowOffset: [0, 40] },
          { class: 'CAEmitterLayer', emitterPosition: [55, 10], emitterCells: [
            { birthRate: 200, lifetime: 10, color: \(red),
              contents: { sprite: 'square', size: 10 } } ] },
        ] },
      }
      """
    let path = folder.path("a.json")
    try Data(text.utf8).write(to: URL(filePath: path))
    let movie = try Movie(presetNamed: path)
    var options = ExportOptions()
    options.frames = 0..<1
    _ = try movie.export(to: folder.path("a-%d.png"), options: options)
    let image = try #require(UIImage(contentsOfFile: folder.path("a-0.png"))?.cgImage)
    let pixels = image.base.pixels
    for column in stride(from: 5, to: 60, by: 10) {
      let pixel = pixels[10 * 60 + column]
      #expect(pixel >> 16 & 255 >= 254 && pixel & 0xFFFF == 0, "column \(column): \(String(pixel, radix: 16))")
    }
    let data = try Data(contentsOf: URL(filePath: folder.path("a-0.png")))
    #expect((data.range(of: Data("iCCP".utf8)) != nil) == (space == .displayP3))
  }

  @Test(arguments: ["gif", "exr", "webm"]) func formatsWithoutDisplayP3AreRefused(ending: String) throws {
    let movie = Movie(size: CGSize(width: 8, height: 8)) { CALayer() }
    movie.colorSpace = .displayP3
    let folder = try WideFolder()
    let error = #expect(throws: MovieError.self) { try movie.export(to: folder.path("a-%d.\(ending)")) }
    #expect(error?.description.contains("Display P3") == true)
  }

  /// Colours between the steps of bytes, and what opacity makes of colours, are kept where pixels are floats.
  @Test(arguments: [1.0, 0.437]) func colorsBetweenBytesAreKept(opacity: Double) throws {
    let color = CGColor(red: 0.3337, green: 0.0511, blue: 0.9003, alpha: 1)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 50, height: 8)
    func add(_ layer: CALayer, _ x: Double) {
      layer.frame = CGRect(x: x, y: 0, width: 10, height: 8)
      layer.opacity = Float(opacity)
      root.addSublayer(layer)
    }
    let (filled, drawn, bordered, caster) = (CALayer(), CAShapeLayer(), CALayer(), CALayer())
    filled.backgroundColor = color
    (drawn.path, drawn.fillColor) = (CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 8), transform: nil), color)
    (bordered.borderWidth, bordered.borderColor) = (10, color)
    (caster.backgroundColor, caster.shadowColor, caster.shadowRadius) = (UIColor.white.cgColor, color, 0)
    (caster.shadowOpacity, caster.shadowOffset) = (Float(opacity), CGSize(width: 0, height: 20))
    for (index, layer) in [filled, drawn, bordered].enumerated() { add(layer, Double(index) * 10) }
    caster.frame = CGRect(x: 30, y: -20, width: 10, height: 8)
    root.addSublayer(caster)
    var viewport = Viewport(width: 50, height: 8, background: color)
    viewport.isDeep = true
    let below = CALayer()
    below.frame = CGRect(x: 0, y: 0, width: 40, height: 8)
    below.backgroundColor = UIColor.black.cgColor
    root.insertSublayer(below, at: 0)
    let list = evaluate(root.committedTree(), at: CACurrentMediaTime(), in: viewport)
    var buffer = DeepBuffer(width: 50, height: 8)
    Renderer(workers: 1).render(list, into: &buffer)
    for column in stride(from: 5, to: 50, by: 10) {
      let pixel = buffer.withPixels { $0[4 * buffer.stride + column] }
      let share = Float(column < 40 ? opacity : 1)
      let expected = SIMD3<Float>(0.9003, 0.0511, 0.3337) * share
      for index in 0..<3 {
        #expect(abs(pixel[index] - expected[index]) < 0.0001, "column \(column): \(pixel), not \(expected)")
      }
    }
  }

  /// A layer that is asked to stay within white cuts the light of what lies in it; others do not.
  @Test(arguments: [("standard", 1.0), ("constrainedHigh", 2), ("high", 8), ("", 8)])
  func layersLimitLight(range: String, light: Double) throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    if !range.isEmpty { root.setValue(range, forKey: "preferredDynamicRange") }
    let bright = CALayer()
    bright.frame = root.bounds
    bright.backgroundColor = UIColor(red: 1, green: 1, blue: 1, alpha: 1, linearExposure: 8).cgColor
    root.addSublayer(bright)
    let list = evaluate(root.committedTree(), at: CACurrentMediaTime(), in: Viewport(width: 8, height: 8))
    var buffer = DeepBuffer(width: 8, height: 8)
    Renderer(workers: 1).render(list, into: &buffer)
    let exposed = buffer.withPixels { $0[0] }
    let expected = 1 + (light - 1) / 2.275
    #expect(abs(Double(exposed.x) - expected) < 1e-4)
  }
}

/// A folder for a test's files.
final class WideFolder {
  private let url = FileManager.default.temporaryDirectory.appending(path: "wide-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
