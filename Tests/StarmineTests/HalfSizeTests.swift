import Foundation
import Starmine
import StarmineGraphics
import StarmineRaster
import Testing

/// Presets whose large soft particles are drawn at half size.
@Suite struct HalfSizeTests {
  @Test(arguments: [("smoke", 4), ("fog", 4)] as [(String, Double)])
  func halfSizeLooksLikeFullSize(preset: String, time: Double) throws {
    for width in [240, 1280] { try check(preset, time, PixelSize(width: width, height: width * 9 / 16)) }
  }

  private func check(_ preset: String, _ time: Double, _ size: PixelSize) throws {
    let movie = try Movie(presetNamed: preset)
    let half = try movie.still(at: time, pixelSize: size)
    var count = 0
    Self.forEachEmitter(in: movie.rootLayer) { emitter in
      if emitter.shouldRasterize { count += 1 }
      emitter.shouldRasterize = false
    }
    #expect(count > 0)
    #expect(Self.decibels(half, try movie.still(at: time, pixelSize: size)) > 50, "\(size)")
  }

  private static func forEachEmitter(in layer: CALayer, _ body: (CAEmitterLayer) -> Void) {
    if let emitter = layer as? CAEmitterLayer { body(emitter) }
    for sublayer in layer.sublayers ?? [] { forEachEmitter(in: sublayer, body) }
  }

  private static func decibels(_ left: borrowing PixelBuffer, _ right: borrowing PixelBuffer) -> Double {
    var sum = 0.0
    for y in 0..<left.height {
      for x in 0..<left.width {
        for shift in stride(from: UInt32(0), to: 24, by: 8) {
          let difference = Double(left[x, y] >> shift & 255) - Double(right[x, y] >> shift & 255)
          sum += difference * difference
        }
      }
    }
    return 10 * log10(255 * 255 * 3 * Double(left.width * left.height) / max(sum, 1))
  }
}
