import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

extension BenchScene {
  /// Cost for a script of a frame in which it changes little of much.
  static let commitScene = BenchScene(
    name: "commit-one-of-10k", group: .commit,
    summary: "commits of one change among 10000 animated layers; a layer counts for each commit", cycle: 4
  ) { _ in CommitPlayer(layers: 10_000) }
}

/// Changes one layer after another, and commits after each change.
private final class CommitPlayer: ScenePlayer {
  private let root = CALayer()
  private let layers: [CALayer]
  private var node: RenderNode?
  /// Enough of them that the clock's own cost does not count.
  private static let commits = 20

  init(layers count: Int) {
    BenchScene.fill(root, animated: count)
    layers = root.sublayers ?? []
    node = root.committedTree().root
  }

  func draw(frame: Int, _ watch: inout Stopwatch) {
    for number in 0..<Self.commits {
      CATransaction.setDisableActions(true)
      // Far apart from each other; the same layers in every cycle.
      let layer = layers[(frame * Self.commits + number) * 61 % layers.count]
      layer.cornerRadius = layer.cornerRadius == 2 ? 3 : 2
      node = root.committedTree().root
    }
    watch.finish(.commit)
  }

  var contents: FrameContents { FrameContents(layers: Double(Self.commits)) }

  func addPicture(to hash: inout FrameHash) {
    for child in node?.sublayers ?? [] { hash.add(Float(child.state.cornerRadius).bitPattern) }
  }
}
