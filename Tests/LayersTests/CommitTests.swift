import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Synchronization
import Testing

@Suite struct CommitTests {
  /// A root with three sublayers, each with two of its own.
  private func forest() -> (root: CALayer, branches: [CALayer]) {
    let root = CALayer()
    let branches = (0..<3).map { _ in CALayer() }
    for branch in branches {
      branch.sublayers = [CALayer(), CALayer()]
      root.addSublayer(branch)
    }
    return (root, branches)
  }

  private func nodes(_ node: RenderNode) -> [ObjectIdentifier] {
    [ObjectIdentifier(node)] + node.sublayers.flatMap(nodes)
  }

  @Test func unchangedTreesAreTheSame() {
    let (root, _) = forest()
    #expect(root.committedTree().root === root.committedTree().root)
    root.opacity = 1
    root.position = .zero
    #expect(root.committedTree().root === root.committedTree().root, "setting what is set already is not a change")
  }

  @Test func onlyThePathToAChangeIsRebuilt() {
    let (root, branches) = forest()
    let before = root.committedTree()
    branches[1].sublayers?[0].opacity = 0.5
    let after = root.committedTree()
    #expect(Set(nodes(after.root)).subtracting(nodes(before.root)).count == 3)
    #expect(after.root.sublayers[0] === before.root.sublayers[0])
    #expect(after.root.sublayers[2] === before.root.sublayers[2])
    #expect(after.root.sublayers[1].sublayers[1] === before.root.sublayers[1].sublayers[1])
    #expect(after.root.sublayers[1].sublayers[0].state.opacity == 0.5)
    #expect(before.root.sublayers[1].sublayers[0].state.opacity == 1)
  }

  @Test func movedSubtreesKeepTheirNodes() {
    let (root, branches) = forest()
    let before = root.committedTree()
    branches[2].removeFromSuperlayer()
    #expect(root.committedTree().root.sublayers.count == 2)
    branches[0].addSublayer(branches[2])
    #expect(root.committedTree().root.sublayers[0].sublayers[2] === before.root.sublayers[2])
  }

  @Test func changesWhileDetachedArriveWithTheLayer() {
    let (root, branches) = forest()
    _ = root.committedTree()
    branches[0].removeFromSuperlayer()
    _ = root.committedTree()
    branches[0].sublayers?[1].cornerRadius = 4
    root.addSublayer(branches[0])
    #expect(root.committedTree().root.sublayers[2].sublayers[1].state.cornerRadius == 4)
  }

  @Test func sublayersAreOrderedByDepthThenByPlace() {
    let root = CALayer()
    for (name, z) in [("a", 1.0), ("b", 0), ("c", 1), ("d", -1), ("e", 0)] {
      let layer = CALayer()
      (layer.name, layer.zPosition) = (name, z)
      root.addSublayer(layer)
    }
    let first = root.committedTree()
    #expect(first.root.sublayers.compactMap(\.state.name) == ["d", "b", "e", "a", "c"])
    CATransaction.setDisableActions(true)
    root.sublayers?[0].zPosition = -2
    #expect(root.committedTree().root.sublayers.compactMap(\.state.name) == ["a", "d", "b", "e", "c"])
  }

  @Test func explicitTransactionsHideTheirChanges() {
    let root = CALayer()
    CATransaction.begin()
    root.opacity = 0.5
    #expect(root.committedTree().root.state == LayerState())
    CATransaction.commit()
    #expect(root.committedTree().root.state.opacity == 0.5)

    CATransaction.begin()
    root.opacity = 0.25
    CATransaction.begin()
    root.isHidden = true
    CATransaction.commit()
    CATransaction.flush()
    #expect(root.committedTree().root.state.opacity == 0.5 && !root.committedTree().root.state.isHidden)
    CATransaction.commit()
    CATransaction.begin()
    #expect(root.committedTree().root.state.opacity == 0.25, "published at the outermost commit")
    CATransaction.commit()
    #expect(root.committedTree().root.state.isHidden)
  }
}

@Suite struct TransactionTests {
  @Test func valuesAreFoundFromTheInside() {
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.setValue("note", forKey: "mine")
    #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
    #expect(CATransaction.value(forKey: "mine") as? String == "note")
    CATransaction.commit()
    #expect(!CATransaction.disableActions() && CATransaction.value(forKey: "mine") == nil)
    CATransaction.setValue(3, forKey: "animationDuration")
    #expect(CATransaction.animationDuration() == 3)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
    CATransaction.commit()
  }

  @Test func completionBlocksRunAfterTheOutermostCommit() {
    CATransaction.flush()
    let (root, log) = (CALayer(), Log())
    _ = root.committedTree()
    CATransaction.begin()
    CATransaction.setCompletionBlock { log.lines.append("outer, opacity \(root.committedTree().root.state.opacity)") }
    CATransaction.begin()
    CATransaction.setCompletionBlock { log.lines.append("inner") }
    CATransaction.setDisableActions(true)
    root.opacity = 0.5
    CATransaction.commit()
    #expect(log.lines == [])
    CATransaction.commit()
    #expect(log.lines == [], "never inside of the commit (measured)")
    MediaClock.advance(to: MediaClock.time)
    #expect(log.lines == ["inner", "outer, opacity 0.5"])
    CATransaction.setCompletionBlock { log.lines.append("implicit") }
    #expect(CATransaction.completionBlock() != nil)
    CATransaction.setCompletionBlock(nil)
    #expect(CATransaction.completionBlock() == nil)
    CATransaction.flush()
    MediaClock.advance(to: MediaClock.time)
    #expect(log.lines.last == "implicit", "nil does not take a block back (measured)")
  }

  @Test func clocksAndTransactionsBelongToTheirThread() {
    MediaClock.time = 1005
    CATransaction.begin()
    defer { CATransaction.commit() }
    CATransaction.setAnimationDuration(3)
    let other = Mutex((time: 0.0, duration: 0.0))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      other.withLock { $0 = (CACurrentMediaTime(), CATransaction.animationDuration()) }
      done.signal()
    }
    done.wait()
    #expect(other.withLock { $0 } == (1000, 0.25))
    #expect(CACurrentMediaTime() == 1005 && CATransaction.animationDuration() == 3)
  }
}

private final class Log {
  var lines: [String] = []
}
