import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import Testing

/// A batch of rectangles draws what its fills draw one by one.
@Suite struct RectBatchTests {
  private static let frame = DeviceRect(minX: 0, minY: 0, maxX: 320, maxY: 200)

  private static func fill(_ random: inout SplitMix64) -> RectFill {
    var shape = RoundedRect(
      minX: .random(in: -20...0, using: &random), minY: .random(in: -20...0, using: &random),
      maxX: .random(in: 0...60, using: &random), maxY: .random(in: 0...60, using: &random))
    let side = min(shape.maxX - shape.minX, shape.maxY - shape.minY)
    shape.cornerRadius = Bool.random(using: &random) ? 0 : side / .random(in: 2...5, using: &random)
    if Int.random(in: 0..<6, using: &random) == 0 { shape.corners = [.layerMinXMinYCorner] }
    if Int.random(in: 0..<6, using: &random) == 0 { shape.smoothEdges = [.layerLeftEdge] }
    var transform = PlaneTransform()
    if Int.random(in: 0..<4, using: &random) == 0 {
      let turn = Double.random(in: 0...6, using: &random)
      (transform.m11, transform.m12, transform.m21, transform.m22) = (cos(turn), sin(turn), -sin(turn), cos(turn))
    }
    // Some are far out, where there is nothing to see of them.
    (transform.m31, transform.m32) = (.random(in: -50...400, using: &random), .random(in: -50...260, using: &random))
    let bounds = shape.deviceBounds(transform, within: frame)
    return RectFill(bounds: bounds, shape: shape, transform: transform, color: random.premultiplied())
  }

  private static func list(_ commands: [DrawCommand]) -> DisplayList {
    DisplayList(width: frame.width, height: frame.height, background: 0xFF10_2030, commands: commands)
  }

  @Test("alone, in a group that cuts them off, and by several workers", arguments: [1, 40, 2_000])
  func sameAsFills(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let fills = (0..<count).map { _ in Self.fill(&random) }
    let batch = [DrawCommand.rects(RectBatch(fills))]
    let single = fills.map { DrawCommand.fill(FillCommand($0)) }
    let bounds = DeviceRect(minX: 33, minY: 20, maxX: 250, maxY: 170)
    let group = [DrawCommand.pushGroup(GroupCommand(bounds: bounds, alpha: 190))]
    for workers in [1, 3] {
      let renderer = Renderer(tileSize: 64, workers: workers)
      // Twice: the second frame knows the first one's corners.
      for _ in 0..<2 {
        #expect(render(Self.list(batch), with: renderer) == render(Self.list(single), with: renderer))
        #expect(
          render(Self.list(group + batch + [.popGroup]), with: renderer)
            == render(Self.list(group + single + [.popGroup]), with: Renderer()))
      }
    }
  }
}
