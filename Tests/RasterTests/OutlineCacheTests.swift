import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import Testing

/// Outlines of areas that a renderer keeps from frame to frame change no pixel.
@Suite struct SweptAreaTests {
  private static let frame = DeviceRect(minX: 0, minY: 0, maxX: 120, maxY: 100)

  private static func fill(_ area: PathArea, x: Double, y: Double, turn: Double = 0, _ color: UInt32) -> DrawCommand {
    var transform = PlaneTransform()
    (transform.m11, transform.m12, transform.m21, transform.m22) = (cos(turn), sin(turn), -sin(turn), cos(turn))
    (transform.m31, transform.m32) = (x, y)
    let shape = Shape.path(PathShape(area, rule: .evenOdd))
    return .fill(FillCommand(bounds: frame, shape: shape, transform: transform, paint: .solid(color)))
  }

  private static func list(_ commands: [DrawCommand]) -> DisplayList {
    DisplayList(width: 120, height: 100, background: 0xFF10_2030, commands: commands)
  }

  /// The same commands, of whose areas nothing is known.
  private static func anew(_ list: DisplayList) -> DisplayList {
    var list = list
    list.commands = list.commands.map { command in
      guard case .fill(var fill) = command, case .path(let path) = fill.shape else { return command }
      fill.shape = .path(PathShape(PathArea(path.polygons, isKept: path.area.isKept), rule: path.rule))
      return .fill(fill)
    }
    return list
  }

  private let area = PathCoverageTests.polygon(40, seed: 5).area(tolerance: 0.1)

  @Test("an area that stays is swept once, one that is cut off not from the third frame on")
  func stillAreas() {
    let renderer = Renderer()
    for shift in 0..<6 {
      // One inside, one cut off at the edge of the frame, far beyond it.
      let list = Self.list([
        Self.fill(area, x: 10.25 + 0.3 * Double(shift), y: 7.5 - 0.9 * Double(shift), 0xFFFF_FFFF),
        Self.fill(area, x: -45.5, y: 30, turn: 1, 0xC0C0_0000),
      ])
      #expect(render(list, with: renderer) == render(Self.anew(list)))
      #expect(renderer.outlineSweeps == min(shift + 2, 3) && renderer.keptOutlines == min(shift, 1))
    }
  }

  @Test("what changes all the time is not kept")
  func movingAreas() {
    let renderer = Renderer()
    for index in 0..<5 {
      let moving = PathArea(area.polygons, isKept: false)
      let list = Self.list([
        Self.fill(moving, x: 10, y: 7, .max), Self.fill(area, x: 10, y: 7, turn: Double(index + 1) * 0.1, 0x8080_0000),
      ])
      #expect(render(list, with: renderer) == render(Self.anew(list)))
    }
    // Besides once in its own space.
    #expect(renderer.keptOutlines == 0 && renderer.outlineSweeps == 11)
  }

  private static func ring(_ corners: Int, radius: Double, step: Int = 1) -> [CGPoint] {
    (0..<corners).map { index in
      let angle = Double(index * step) / Double(corners) * 2 * .pi
      return CGPoint(x: 50 + radius * cos(angle), y: 50 + radius * sin(angle))
    }
  }

  /// A star of teeth, a ring with its hole the other way round; then a hole the same way round, a star that crosses
  /// itself, one polygon twice.
  private static let turning: [(polygons: [[CGPoint]], isSimple: Bool)] = [
    ([zip(ring(7, radius: 30), ring(7, radius: 12)).flatMap { [$0, $1] }], true),
    ([ring(9, radius: 30), ring(9, radius: 18).reversed()], true),
    ([ring(9, radius: 30), ring(9, radius: 18)], false), ([ring(7, radius: 30, step: 3)], false),
    ([ring(6, radius: 30), ring(6, radius: 30)], false),
  ]

  @Test("what turns is swept once if it is its own outline, and covers what it would if it were swept in every frame")
  func turningAreas() {
    for (number, (points, isSimple)) in Self.turning.enumerated() {
      var polygons = CGPath.Geometry.Polygons()
      for polygon in points { polygons.append(polygon) }
      let (kept, renderer) = (PathArea(polygons), Renderer())
      for index in 1...4 {
        let turn = Double(index) * 0.2
        let list = Self.list([Self.fill(kept, x: 55, y: -5, turn: turn, .max)])
        let new = Self.list([Self.fill(PathArea(polygons, isKept: false), x: 55, y: -5, turn: turn, .max)])
        #expect(render(list, with: renderer) == render(new), "shape \(number)")
        #expect(renderer.outlineSweeps == (isSimple ? 1 : index + 1), "shape \(number)")
      }
    }
  }

  @Test("outlines that are not drawn any more go")
  func unused() {
    let renderer = Renderer()
    for _ in 0..<3 { _ = render(Self.list([Self.fill(area, x: -45, y: 7, turn: 1, .max)]), with: renderer) }
    #expect(renderer.keptOutlines == 1)
    for _ in 0..<200 { _ = render(Self.list([]), with: renderer) }
    #expect(renderer.keptOutlines == 0)
  }

  @Test("an area lies alike wherever it goes in whole pixels")
  func wholePixels() {
    let at = { (x: Int, y: Int) in
      let pixels = render(Self.list([Self.fill(area, x: Double(x) + 0.3, y: Double(y) + 0.6, .max)]))
      return (10..<80).map { row in Array(pixels[(row + y) * 120 + 3 + x..<(row + y) * 120 + 70 + x]) }
    }
    let first = at(0, 0)
    #expect(first.joined().contains { $0 != 0xFF10_2030 })
    #expect(at(31, 12) == first && at(7, 3) == first)
  }

  /// The sum of coverage over many shapes tells the order and the heights of the sweep: a polygon drawn in any order of
  /// its points covers the same.
  @Test("polygons cover the same whichever point they start with", arguments: 1...4)
  func startingPoint(seed: UInt64) {
    let points = PathCoverageTests.polygon(90, seed: seed).area(tolerance: 0.1).polygons.points
    let first = render(Self.list([Self.fill(Self.area(points), x: 0, y: 0, .max)]))
    for start in [1, 17, 60] {
      let turned = Self.area(Array(points[start...] + points[..<start]))
      #expect(render(Self.list([Self.fill(turned, x: 0, y: 0, .max)])) == first)
    }
    #expect(render(Self.list([Self.fill(Self.area(points.reversed()), x: 0, y: 0, .max)])) == first)
  }

  @Test("points that are NaN end nothing", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func brokenPoints(number: Double) {
    let points = [
      CGPoint(x: 10, y: 10), CGPoint(x: 60, y: 12), CGPoint(x: number, y: 30), CGPoint(x: 40, y: number),
      CGPoint(x: 20, y: 70),
    ]
    let list = Self.list([Self.fill(Self.area(points), x: 0, y: 0, .max)])
    let renderer = Renderer()
    #expect(render(list, with: renderer) == render(list, with: renderer))
  }

  private static func area(_ points: [CGPoint]) -> PathArea {
    var polygons = CGPath.Geometry.Polygons()
    polygons.append(points)
    return PathArea(polygons)
  }
}
