import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Our own expectations, besides the conformance cases.
@Suite struct TiledLayerTests {
  /// Notes what each call of `draw(in:)` was for.
  final class Map: CATiledLayer {
    var calls: [(tile: CGRect, density: CGFloat)] = []
    override func draw(in ctx: CGContext) {
      calls.append((ctx.boundingBoxOfClipPath, ctx.ctm.a))
      ctx.fill(bounds)
    }
  }

  private func makeMap(_ width: CGFloat, _ height: CGFloat) -> (root: CALayer, map: Map) {
    let (root, map) = (CALayer(), Map())
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    map.anchorPoint = .zero
    map.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    map.tileSize = CGSize(width: 64, height: 64)
    root.addSublayer(map)
    map.setNeedsDisplay()
    return (root, map)
  }

  /// A change without an animation, for whose time all tiles would be drawn.
  private func jump(_ change: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change()
    CATransaction.commit()
  }

  @Test func drawsTheTilesThatShow() {
    let (root, map) = makeMap(1000, 90)
    let tree = root.committedTree()
    // Four columns reach to 256, beyond the root's 200; two rows to 90.
    #expect(map.calls.count == 8)
    #expect(map.calls.first?.tile == CGRect(x: 0, y: 0, width: 64, height: 64))
    #expect(map.calls.last?.tile == CGRect(x: 192, y: 64, width: 64, height: 26))
    #expect(map.calls.allSatisfy { $0.density == 1 })
    let fills = evaluate(tree, at: 1000, in: Viewport(width: 200, height: 100)).commands.filter {
      if case .fill = $0 { true } else { false }
    }
    #expect(fills.count == 8)
    jump { map.position.x = -300 }
    _ = root.committedTree()
    // 300...500: columns 4 to 7.
    #expect(map.calls.count == 16 && map.calls.last?.tile.minX == 448)
    jump { map.position.x = -310 }
    _ = root.committedTree()
    #expect(map.calls.count == 16, "nothing new shows")
    map.setNeedsDisplay()
    _ = root.committedTree()
    #expect(map.calls.count == 24, "all that show are drawn anew")
  }

  /// Groups with an opacity, and fills, that a tree shows at a time.
  private func shown(_ tree: RenderTree, after seconds: Double) -> (alphas: [UInt8], fills: Int) {
    let list = evaluate(tree, at: CACurrentMediaTime() + seconds, in: Viewport(width: 200, height: 100))
    var (alphas, fills): ([UInt8], Int) = ([], 0)
    for command in list.commands {
      if case .pushGroup(let group) = command, group.alpha < 255 { alphas.append(group.alpha) }
      if case .fill = command { fills += 1 }
    }
    return (alphas, fills)
  }

  /// Strokes a path in every tile: the same or, with `moves`, one that is nowhere else.
  private final class Drawn: CATiledLayer {
    var moves = false
    override func draw(in ctx: CGContext) {
      let shift = moves ? ctx.boundingBoxOfClipPath.minX + 1000 * ctx.boundingBoxOfClipPath.minY : 0
      ctx.setLineWidth(3000)
      ctx.addEllipse(in: bounds.insetBy(dx: -1e6, dy: -1e6).offsetBy(dx: shift, dy: 0))
      ctx.strokePath()
    }
  }

  private func areas(_ moves: Bool) -> (areas: [PathArea], dropped: Int) {
    let layer = Drawn()
    layer.moves = moves
    layer.bounds = CGRect(x: 0, y: 0, width: 640, height: 640)
    layer.tileSize = CGSize(width: 10, height: 10)
    layer.setNeedsDisplay()
    let tree = layer.committedTree()
    let drawing = tree.root.state.drawing
    let areas = drawing?.commands.compactMap { command -> PathArea? in
      guard case .fill(let fill) = command, case .path(let path) = fill.shape else { return nil }
      return path.area
    }
    let list = evaluate(tree, at: CACurrentMediaTime(), in: Viewport(width: 20, height: 20))
    #expect(list.droppedPaths >= drawing?.droppedPaths ?? -1)
    return (areas ?? [], drawing?.droppedPaths ?? -1)
  }

  /// Drawings of thousands of tiles are made before any frame: they must take neither minutes nor gigabytes.
  @Test func pathsOfManyTilesHaveALimit() {
    let same = areas(false)
    #expect(same.areas.count == 4096 && same.dropped == 0)
    #expect(same.areas.allSatisfy { $0 === same.areas[0] } && !same.areas[0].isEmpty)
    let different = areas(true)
    let drawn = different.areas.prefix { !$0.isEmpty }
    #expect(drawn.count + different.dropped == 4096 && drawn.count > 100 && different.dropped > 100)
    #expect(drawn.reduce(0) { $0 + $1.polygons.points.count } < 5_000_000)
  }

  /// Linear over 0.25 s (behavior.md 1.11); the first tiles are there at once (ours).
  @Test func laterTilesFadeIn() {
    let (root, map) = makeMap(1000, 64)
    #expect(shown(root.committedTree(), after: 0) == ([], 4))
    jump { map.position.x = -64 }
    let tree = root.committedTree()
    #expect(shown(tree, after: 0) == ([], 3), "one tile is new and does not show yet")
    #expect(shown(tree, after: 0.125) == ([128], 4))
    #expect(shown(tree, after: 0.25) == ([], 4))
  }

  @Test func tilesOfAnotherLevelFadeInOverThoseBefore() {
    let (root, map) = makeMap(128, 64)
    map.levelsOfDetailBias = 1
    _ = root.committedTree()
    jump { map.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2)) }
    let tree = root.committedTree()
    #expect(shown(tree, after: 0) == ([], 2), "the two tiles of before")
    // 256 by 128 pixels, of which 200 by 100 show: four columns, two rows.
    #expect(shown(tree, after: 0.125) == (Array(repeating: 128, count: 8), 10))
    #expect(shown(tree, after: 0.3) == ([], 8))
  }

  @Test func withoutADurationNothingFades() {
    final class Quick: CATiledLayer {
      override class func fadeDuration() -> CFTimeInterval { 0 }
      override func draw(in ctx: CGContext) { ctx.fill(bounds) }
    }
    let (root, quick) = (CALayer(), Quick())
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    quick.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.addSublayer(quick)
    quick.setNeedsDisplay()
    _ = root.committedTree()
    quick.setNeedsDisplay()
    #expect(shown(root.committedTree(), after: 0) == ([], 1))
  }

  @Test func followsTheScaleOfItsAncestors() {
    let (root, map) = makeMap(256, 256)
    (map.levelsOfDetail, map.levelsOfDetailBias) = (3, 1)
    _ = root.committedTree()
    #expect(map.calls.last?.density == 1)
    map.calls = []
    jump { map.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2)) }
    _ = root.committedTree()
    #expect(map.calls.allSatisfy { $0.density == 2 && $0.tile.width == 32 } && map.calls.count == 8)
    map.calls = []
    jump { map.setAffineTransform(CGAffineTransform(scaleX: 0.25, y: 0.25)) }
    _ = root.committedTree()
    #expect(map.calls.map(\.density) == [0.25] && map.calls.first?.tile == map.bounds)
  }

  @Test func ancestorsMayMove() {
    let (root, map) = makeMap(1000, 90)
    let middle = CALayer()
    root.addSublayer(middle)
    middle.addSublayer(map)
    _ = root.committedTree()
    let count = map.calls.count
    middle.position.x = -300
    _ = root.committedTree()
    #expect(map.calls.count > count)
  }

  @Test func animatedLayersDrawAll() {
    let (root, map) = makeMap(1000, 64)
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.toValue, animation.duration) = (-800, 2)
    map.add(animation, forKey: "scroll")
    _ = root.committedTree()
    #expect(map.calls.count == 16)
  }

  @Test func oddTilesDoNoHarm() {
    for size in [CGSize.zero, CGSize(width: CGFloat.nan, height: -5), CGSize(width: 1e-9, height: CGFloat.infinity)] {
      let (root, map) = makeMap(1e6, 1e6)
      map.tileSize = size
      _ = root.committedTree()
      #expect(map.calls.count <= 4096)
    }
  }
}
