import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Births on paths, in rectangles, by an image's alpha, and in a walk along an outline.
@Suite struct SourceShapeTests {
  private func stage(
    _ shape: EmitterShape, _ mode: EmitterMode, rate: Float = 2000, _ change: (inout EmitterState) -> Void
  ) -> Stage {
    var stage = Stage(cell(rate: rate, lifetime: 1))
    (stage.emitter.emitterShape, stage.emitter.emitterMode) = (shape, mode)
    change(&stage.emitter)
    return stage
  }

  private let circle = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil).geometry

  @Test func outlinesAreMetEvenlyAndFaceOutward() {
    var stage = stage(.path, .outline) { $0.emitterPath = circle }
    let places = stage.particles(at: 3)
    #expect(places.count == 2000)
    #expect(places.allSatisfy { abs(($0.x * $0.x + $0.y * $0.y).squareRoot() - 100) < 0.2 })
    let turns = places.map { Double(atan2($0.y, $0.x)) / (2 * .pi) + 0.5 }
    #expect(chiSquare(turns, bins: 20) < 45)
    stage.cells[0].state.velocity = 50
    let moved = stage.particles(at: 3).map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
    #expect(moved.allSatisfy { $0 > 99 && $0 < 151 } && (moved.max() ?? 0) > 148)
  }

  @Test func areasAreMetEvenly() {
    let inside = stage(.path, .surface) { $0.emitterPath = circle }.particles(at: 3)
    #expect(inside.allSatisfy { ($0.x * $0.x + $0.y * $0.y).squareRoot() < 100.5 })
    // The square of the radius is even over the area.
    #expect(chiSquare(inside.map { Double($0.x * $0.x + $0.y * $0.y) / 10_100 }, bins: 20) < 45)
    let rects = [CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 100, y: 0, width: 30, height: 10)]
    let both = stage(.rectangles, .volume) { $0.emitterRects = rects }.particles(at: 3)
    #expect(both.allSatisfy { place in rects.contains { $0.insetBy(dx: -0.01, dy: -0.01).contains(place.center) } })
    #expect(abs(both.count { $0.x > 50 } - 1500) < 90)
  }

  /// The area of a ring, whose inner circle goes the other way round.
  @Test func holesStayEmpty() {
    let ring = CGMutablePath()
    ring.addRect(CGRect(x: -50, y: -50, width: 100, height: 100))
    ring.move(to: CGPoint(x: -20, y: -20))
    for point in [(-20, 20), (20, 20), (20, -20)] { ring.addLine(to: CGPoint(x: point.0, y: point.1)) }
    ring.closeSubpath()
    let places = stage(.path, .volume) { $0.emitterPath = ring.geometry }.particles(at: 3)
    #expect(places.count == 2000)
    #expect(!places.contains { abs($0.x) < 19.9 && abs($0.y) < 19.9 })
  }

  @Test func imagesCountByTheirAlphaAndGiveTheirColours() {
    let image = CGImage(width: 3, height: 1, pixels: [0xFFFF_0000, 0, 0x5500_5500])
    var stage = stage(.image, .volume) {
      ($0.emitterImage, $0.emitterSize, $0.takesImageColors) = (.image(image), CGSize(width: 30, height: 10), true)
    }
    let places = stage.particles(at: 3)
    let (left, right) = (places.filter { $0.x < -5 }, places.filter { $0.x > 5 })
    #expect(left.count + right.count == 2000 && abs(left.count - 1500) < 90)
    #expect(left.allSatisfy { $0.tint == 0xFFFF_0000 } && right.allSatisfy { $0.tint == 0xFF00_FF00 })
    stage.emitter.takesImageColors = false
    #expect(stage.particles(at: 3).allSatisfy { $0.tint == .max })
  }

  /// Under a flip a picture's and a text's places keep their top at the top; a path is geometry and follows the flip.
  @Test(arguments: [EmitterShape.image, .text, .path])
  func placesStandUprightUnderFlips(_ shape: EmitterShape) {
    // Wide above, narrow below.
    let wedge = CGMutablePath()
    wedge.addRect(CGRect(x: -50, y: -20, width: 100, height: 20))
    wedge.addRect(CGRect(x: -10, y: 0, width: 20, height: 20))
    let image = CGImage(width: 3, height: 2, pixels: [.max, .max, .max, 0, .max, 0])
    var stage = stage(shape, .surface) {
      ($0.emitterImage, $0.emitterSize) = (.image(image), CGSize(width: 100, height: 40))
      ($0.emitterPath, $0.textOutline) = (wedge.geometry, wedge.geometry)
    }
    for isFlipped in [false, true] {
      stage.layer.isGeometryFlipped = isFlipped
      let places = stage.particles(at: 3)
      let middle = stage.layer.isGeometryFlipped ? stage.layer.bounds.height : 0
      let wide = places.filter { abs($0.x) > 20 }.map { CGFloat($0.y) - middle }
      #expect(wide.count > 500)
      let isBelow = isFlipped && shape == .path
      #expect(wide.allSatisfy { isBelow ? $0 > -0.01 : $0 < 0.01 }, "\(shape) \(isFlipped)")
    }
  }

  @Test func walksAreEvenlySpaced() {
    let line = CGMutablePath()
    line.move(to: .zero)
    line.addLine(to: CGPoint(x: 30, y: 0))
    line.addLine(to: CGPoint(x: 30, y: 70))
    let places = stage(.path, .sequential, rate: 20) { $0.emitterPath = line.geometry }.particles(at: 5)
    let ways = places.map { Double($0.x + $0.y) }.sorted()
    #expect(ways.count == 20)
    #expect(zip(ways, ways.dropFirst()).allSatisfy { abs($1 - $0 - 5) < 0.001 })
    let round = stage(.circle, .sequential, rate: 8) { $0.emitterSize = CGSize(width: 10, height: 0) }.particles(at: 5)
    let angles = round.map { atan2(Double($0.y), Double($0.x)) }.sorted()
    #expect(angles.count == 8)
    #expect(zip(angles, angles.dropFirst()).allSatisfy { abs($1 - $0 - .pi / 4) < 0.001 })
  }

  @Test func nothingIsBornWhereNothingIsGiven() {
    for shape in [EmitterShape.path, .rectangles, .image, .text] {
      #expect(stage(shape, .volume) { _ in }.live(at: 3) == 0)
    }
  }

  /// Children of a death are born where and when their parent dies, and only then.
  @Test func deathsEmit() {
    let child = cell(rate: 600, lifetime: 0.2) { ($0.emissionMoment, $0.timing.duration) = (.death, 0.1) }
    var stage = Stage(
      cell(rate: 1, lifetime: 0.5, cells: [child]) { ($0.velocity, $0.contents) = (100, nil) })
    stage.layer.timing.beginTime = 0
    #expect(stage.particles(at: 3.45).isEmpty)
    let places = stage.particles(at: 3.61)
    #expect(places.count == 60)
    #expect(places.allSatisfy { $0.x >= 50 && $0.x < 61 })
    #expect(stage.particles(at: 3.85).isEmpty)
  }
}

extension Particle {
  fileprivate var center: CGPoint { CGPoint(x: Double(x), y: Double(y)) }
}
