import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineReference
import StarmineScene
import Testing

/// Plain layers that lie side by side in great numbers are drawn as batches, by several workers: the same fills.
@Suite struct PlainBatchTests {
  private static let viewport = Viewport(width: 200, height: 150)

  private static func layer(_ random: inout SplitMix64) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(
      x: 0, y: 0, width: .random(in: 0...30, using: &random), height: .random(in: 1...30, using: &random))
    layer.position = CGPoint(x: .random(in: -40...240, using: &random), y: .random(in: -40...190, using: &random))
    let alpha: CGFloat = [0, 0.5, 1, 1].randomElement(using: &random) ?? 1
    layer.backgroundColor = CGColor(red: .random(in: 0...1, using: &random), green: 0, blue: 1, alpha: alpha)
    layer.cornerRadius = [0, 0, 4].randomElement(using: &random) ?? 0
    let kind = Int.random(in: 0..<16, using: &random)
    if kind == 0 { layer.isHidden = true }
    if kind == 1 { layer.backgroundColor = nil }
    if kind == 2 { layer.isDoubleSided = false }
    if kind == 3 { layer.zPosition = 1 }
    if kind < 8 {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.byValue, move.duration, move.repeatCount) = (300, kind < 6 ? 2 : 3, .infinity)
      layer.add(move, forKey: nil)
    }
    if kind % 3 == 0 {
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0.25, 1, [0.5, 2].randomElement(using: &random) ?? 2)
      layer.add(fade, forKey: nil)
    }
    return layer
  }

  /// Layers of which some are not plain.
  private static func layers(_ count: Int, seed: UInt64) -> [CALayer] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      let layer = layer(&random)
      if index == 70 || index == 100 { layer.borderWidth = 1 }
      return layer
    }
  }

  private static func list(
    _ root: CALayer, workers: Int = 1, recycling old: consuming DisplayList? = nil
  ) -> DisplayList {
    evaluate(root.committedTree(), at: 0.7, in: viewport, recycling: old, workers: Workers(count: workers))
  }

  @discardableResult
  private static func root(_ layers: [CALayer], as root: CALayer = CALayer()) -> CALayer {
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
    for layer in layers { root.addSublayer(layer) }
    return root
  }

  private static func lines(_ list: DisplayList) -> [Substring] { list.text.split(separator: "\n").dropFirst() + [] }

  private static func fills(_ list: DisplayList) -> [String] {
    lines(list).map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("fill") }
  }

  @Test("batches hold what each layer alone is drawn as, in order", arguments: [63, 64, 1_200, 40_000])
  func sameFills(count: Int) {
    let single = Self.layers(count, seed: 4).sorted { $0.zPosition < $1.zPosition }.flatMap {
      Self.lines(Self.list(Self.root([$0])))
    }
    let root = Self.root(Self.layers(count, seed: 4))
    var list = Self.list(root)
    #expect(Self.lines(list) == single)
    #expect(list.commands.count < single.count || count < 64)
    for workers in 1...3 {
      list = Self.list(root, workers: workers, recycling: consume list)
      #expect(Self.lines(list) == single)
    }
  }

  @Test("inside of a group, which looks at single fills, they are the same", arguments: [1, 3])
  func groups(copies: Int) {
    let root = CAReplicatorLayer()
    Self.root(Self.layers(200, seed: 5), as: root)
    (root.instanceCount, root.instanceDelay) = (copies, 0.2)
    root.instanceColor = copies > 1 ? CGColor(red: 0.5, green: 1, blue: 0.25, alpha: 0.75) : .white
    let list = Self.list(root)
    root.masksToBounds = true
    let inside = Self.list(root)
    #expect(Self.fills(inside) == Self.fills(list) && Self.fills(inside).count > 50)
    #expect(list.commands.contains { if case .rects = $0 { true } else { false } })
    #expect(!inside.commands.contains { if case .rects = $0 { true } else { false } })
  }

  @Test("to redraw a batch costs what its fills cost")
  func cost() {
    let glass = CALayer()
    glass.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(4, forKey: "inputRadius")
    glass.backgroundFilters = [blur]
    for (count, dropped) in [(600, 0), (60_000, 1)] {
      let layers = (0..<count).map { _ in
        let layer = CALayer()
        (layer.frame, layer.backgroundColor) = (glass.frame, .white)
        return layer
      }
      #expect(Self.list(Self.root(layers + [glass])).droppedEffects == dropped)
    }
  }

  @Test("a run of which little is seen is drawn by single fills")
  func farAway() {
    var random = SplitMix64(seed: 9)
    let layers = (0..<2_000).map { index in
      let layer = Self.layer(&random)
      if index % 20 > 0 { layer.position.x = 5_000 }
      return layer
    }
    let list = Self.list(Self.root(layers))
    #expect(list.commands.count > 20 && list.commands.count < 150)
    #expect(list.commands.allSatisfy { if case .fill = $0 { true } else { false } })
  }
}
