import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineRaster
package import StarmineScene

/// A scene of any number of particles or layers.
package struct CapacityScene: Sendable {
  package let name: String
  package let summary: String
  /// Name of the counted things: "particles" or "layers".
  package let unit: String
  /// The same for sentences: "dots", "animated layers".
  package let plural: String
  /// Whether the first sentence about a machine names it.
  package var isFamiliar = false
  /// Nil where a report of another version has a scene that this one does not know.
  static func named(_ name: String) -> CapacityScene? { all.first { $0.name == name } }

  /// Trees of about a number of them.
  package let makeLadder: @Sendable () -> any CapacityLadder

  /// Every scene whose capacity is looked for.
  package static let all: [CapacityScene] = [
    particles("dots", "dots", isFamiliar: true, "soft dots of 8 px, scaled, tinted, source-over") {
      BenchScene.dotTree(count: $0, size: 8, isAdditive: false)
    },
    particles("sparks", "sparks", isFamiliar: true, "sparks of about 10 px that turn, shrink and fade, additive") {
      BenchScene.sparkTree(count: $0)
    },
    particles("fireworks", "sparks of fireworks", "sparks of bursts of rockets: cells three deep, additive") {
      BenchScene.nestedTree(rockets: Float($0) / BenchScene.sparksPerRocket)
    },
    particles("dragged", "sparks under drag and wind", "sparks of about 10 px under drag and wind, additive") {
      BenchScene.behaviorTree(.drag, count: $0)
    },
    particles("swirled", "sparks in a vortex", "sparks of about 10 px in a vortex with a spring, additive") {
      BenchScene.behaviorTree(.vortex, count: $0)
    },
    particles("attracted", "attracted sparks", "sparks of about 10 px that an attractor moves step by step, additive") {
      BenchScene.behaviorTree(.attracted, count: $0)
    },
    layers("solid", "opaque layers", "opaque layers 24x24") { root, stage in
      let layer = stage.place(CALayer(), width: 24, height: 24)
      layer.backgroundColor = stage.color()
      root.addSublayer(layer)
    },
    layers("rounded", "rounded layers", "rounded rectangles 64x64, radius 8, opacity 0.8") { root, stage in
      let layer = stage.place(CALayer())
      (layer.cornerRadius, layer.opacity, layer.backgroundColor) = (8, 0.8, stage.color())
      root.addSublayer(layer)
    },
    layers("images", "turned images", "images 64x64 turned by any angle") { root, stage in
      let layer = stage.place(CALayer())
      layer.contents = sharedPicture
      layer.transform = CATransform3DMakeRotation(stage.value(0...2 * .pi), 0, 0, 1)
      root.addSublayer(layer)
    },
    layers("animated", "animated layers", isFamiliar: true, "layers of 24 px, each moving and fading") { root, stage in
      let layer = stage.place(CALayer(), width: 24, height: 24)
      layer.backgroundColor = stage.color()
      BenchScene.animate(layer)
      root.addSublayer(layer)
    },
  ]

  private static let sharedPicture = LayerStage.picture(side: 64)

  private static func particles(
    _ name: String, _ plural: String, isFamiliar: Bool = false, _ summary: String,
    _ makeTree: @escaping @Sendable (Int) -> RenderTree
  ) -> CapacityScene {
    CapacityScene(
      name: "particles-\(name)", summary: summary, unit: "particles", plural: plural, isFamiliar: isFamiliar
    ) { ParticleLadder(makeTree: makeTree) }
  }

  private static func layers(
    _ name: String, _ plural: String, isFamiliar: Bool = false, _ summary: String,
    _ add: @escaping @Sendable (CALayer, inout LayerStage) -> Void
  ) -> CapacityScene {
    CapacityScene(name: "layers-\(name)", summary: summary, unit: "layers", plural: plural, isFamiliar: isFamiliar) {
      LayerLadder(add: add)
    }
  }
}

/// Trees of one kind and any size. Used on one thread.
package protocol CapacityLadder: AnyObject {
  func tree(count: Int) -> RenderTree
  /// How much a frame really holds.
  func count(in list: DisplayList, of tree: RenderTree) -> Int
}

private final class ParticleLadder: CapacityLadder {
  private let makeTree: (Int) -> RenderTree

  init(makeTree: @escaping (Int) -> RenderTree) { self.makeTree = makeTree }

  func tree(count: Int) -> RenderTree { makeTree(count) }

  func count(in list: DisplayList, of tree: RenderTree) -> Int { list.liveParticles }
}

/// Layers are made once; a smaller tree has the first of them.
private final class LayerLadder: CapacityLadder {
  private let add: (CALayer, inout LayerStage) -> Void
  private let root = CALayer()
  private var stage = LayerStage(seed: 1)

  init(add: @escaping (CALayer, inout LayerStage) -> Void) { self.add = add }

  func tree(count: Int) -> RenderTree {
    while (root.sublayers?.count ?? 0) < count { for _ in 0..<64 { add(root, &stage) } }
    let node = root.committedTree().root
    return RenderTree(root: RenderNode(state: node.state, sublayers: Array(node.sublayers.prefix(count))))
  }

  func count(in list: DisplayList, of tree: RenderTree) -> Int { tree.root.sublayers.count }
}
