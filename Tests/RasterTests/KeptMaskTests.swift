import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineReference
import Testing

/// Masks that a renderer keeps from frame to frame change no pixel.
@Suite struct KeptMaskTests {
  let bounds = DeviceRect(minX: 0, minY: 0, maxX: 150, maxY: 120)

  func card(_ x: Double, _ y: Double, radius: Double, color: UInt32, scale: Double = 1) -> FillCommand {
    var transform = PlaneTransform()
    (transform.m11, transform.m22, transform.m31, transform.m32) = (scale, -scale, x, y)
    let shape = RoundedRect(minX: -20, minY: -15, maxX: 20.5, maxY: 15.25, cornerRadius: radius)
    return FillCommand(bounds: bounds, shape: shape, transform: transform, color: color)
  }

  /// Cards and shadows of which some stay, some move, some come and go.
  func frame(_ index: Int) -> DisplayList {
    var random = SplitMix64(seed: 3)
    var list = DisplayList(width: 150, height: 120, background: 0xFF20_3040)
    for place in 0..<12 {
      let (x, y) = (Double.random(in: 0...150, using: &random), Double.random(in: 0...120, using: &random))
      let color = random.premultiplied()
      if place % 4 == 1, index % 2 == 1 { continue }
      let moved = place % 3 == 0 ? Double(index) * 0.7 : 0
      let fill = card(x + moved, y, radius: Double(place), color: color, scale: place % 5 == 0 ? 1.3 : 1)
      if place % 2 == 0 {
        list.commands.append(
          .shadow(
            ShadowCommand(
              bounds: bounds, silhouette: [.fill(fill)], silhouetteBounds: bounds, color: 0x8000_0000, sigmaX: 3,
              sigmaY: 3, offsetX: 1, offsetY: 2.5)))
      }
      list.commands.append(.fill(fill))
    }
    return list
  }

  @Test("a renderer that has drawn other frames draws what a new one draws", arguments: [1, 3])
  func sameAsNew(workers: Int) {
    let renderer = Renderer(tileSize: 64, workers: workers)
    for index in [0, 1, 2, 2, 5, 0, 1] {
      #expect(render(frame(index), with: renderer) == render(frame(index)), "frame \(index)")
    }
  }

  @Test("shadows that stay are kept, colour aside; others are made")
  func keepsShadows() {
    let renderer = Renderer()
    var list = frame(0)
    _ = render(list, with: renderer)
    let kept = renderer.keptShadows
    #expect(kept > 3)
    _ = render(list, with: renderer)
    #expect(renderer.keptShadows == kept)
    for (index, command) in list.commands.enumerated() {
      guard case .shadow(var shadow) = command else { continue }
      shadow.color = 0x40FF_0000 & 0xFF00_0000
      list.commands[index] = .shadow(shadow)
    }
    _ = render(list, with: renderer)
    #expect(renderer.keptShadows == kept)
    _ = render(frame(4), with: renderer)
    #expect(renderer.keptShadows > kept)
  }

  @Test("what is kept of shadows is bounded")
  func bounded() {
    let renderer = Renderer()
    let wide = DeviceRect(minX: 0, minY: 0, maxX: 2000, maxY: 2000)
    for index in 0..<40 {
      var fill = card(1000 + Double(index), 1000, radius: 0, color: .max)
      fill.bounds = wide
      let shadow = ShadowCommand(
        bounds: wide, silhouette: [.fill(fill)], silhouetteBounds: wide, color: 0xFF00_0000, sigmaX: 1, sigmaY: 1,
        offsetX: 0, offsetY: 0)
      _ = render(DisplayList(width: 8, height: 8, commands: [.shadow(shadow)]), with: renderer)
    }
    #expect(renderer.keptShadows * 2000 * 2000 <= 64 << 20)
  }

  @Test("masks of corners cover what the same shape covers as a gradient's", arguments: 1...12)
  func sameAsGradient(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let white = Gradient.Stop(location: 0, color: SIMD4(1, 1, 1, 1))
    for _ in 0..<6 {
      var shape = RandomScenes.shape(&random)
      shape.cornerRadius = min(shape.maxX - shape.minX, shape.maxY - shape.minY) * 0.4
      var transform = PlaneTransform()
      (transform.m31, transform.m32) = (Double.random(in: 30...110, using: &random), 70.3)
      let fill = FillCommand(bounds: bounds, shape: shape, transform: transform, color: .max)
      var gradient = fill
      gradient.paint = .gradient(
        Gradient(
          kind: .axial, stops: [white], rect: CGRect(x: 0, y: 0, width: 1, height: 1), start: .zero,
          end: CGPoint(x: 1, y: 1)))
      let lists = [fill, gradient].map { DisplayList(width: 150, height: 120, commands: [.fill($0)]) }
      for tileSize in [32, 200] {
        #expect(render(lists[0], tileSize: tileSize, kernels: .fast) == render(lists[1], tileSize: tileSize))
      }
    }
  }
}
