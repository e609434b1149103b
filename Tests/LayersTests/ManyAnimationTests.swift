import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Animations without number on one layer: the order and the keys are those of a plain list.
@Suite struct ManyAnimationTests {
  private func fade(_ duration: Double = 1) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, duration)
    return animation
  }

  /// Additions under new, used and no keys, replacements and removals by chance, against a list of keys.
  @Test(arguments: [1, 2, 3]) func keepTheirOrder(seed: UInt64) {
    MediaClock.time = 1000
    let layer = CALayer()
    var (random, keys) = (SplitMix64(seed: seed), [String]())
    for step in 0..<600 {
      let key = "a\(random.next() % 60)"
      switch random.next() % 5 {
      case 0, 1:
        layer.add(fade(Double(step + 1)), forKey: key)
        keys.removeAll { $0 == key }
        keys.append(key)
      case 2:
        layer.removeAnimation(forKey: key)
        keys.removeAll { $0 == key }
      case 3:
        // Stays where it is.
        layer.replaceAnimation(forKey: key, with: fade(Double(step + 1)))
        #expect((layer.animation(forKey: key)?.duration == Double(step + 1)) == keys.contains(key))
      default: layer.add(fade(Double(step + 1)), forKey: nil)
      }
      #expect(layer.animationKeys() ?? [] == keys)
      #expect((layer.animation(forKey: key) != nil) == keys.contains(key))
    }
    #expect(keys.count > 20)
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil && layer.animation(forKey: keys[0]) == nil)
    layer.add(fade(), forKey: "b")
    #expect(layer.animationKeys() == ["b"])
  }

  /// A delegate that adds an animation under the key that is being left: the first under a key is the one that is
  /// found.
  @Test func delegateAddsUnderTheSameKey() {
    final class Adder: CAAnimationDelegate {
      let layer: CALayer
      init(_ layer: CALayer) { self.layer = layer }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.toValue, animation.duration) = (0, 77)
        layer.add(animation, forKey: "a")
      }
    }
    let layer = CALayer()
    for index in 0..<30 { layer.add(fade(), forKey: "k\(index)") }
    let first = fade()
    first.delegate = Adder(layer)
    layer.add(first, forKey: "a")
    layer.add(fade(5), forKey: "a")
    #expect(layer.animation(forKey: "a")?.duration == 77)
    #expect(layer.animationKeys()?.suffix(2) == ["a", "a"])
    layer.removeAnimation(forKey: "a")
    #expect(layer.animation(forKey: "a")?.duration == 5)
  }

  /// Each begins and ends at its own time, in order, and only what is left still shows.
  @Test func endInOrder() {
    final class Log: CAAnimationDelegate {
      var ends: [Double] = []
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends.append(anim.duration) }
    }
    MediaClock.time = 1000
    let (layer, log) = (CALayer(), Log())
    for index in 0..<400 {
      let animation = fade(Double(index * 7 % 400 + 1) / 100)
      animation.delegate = log
      layer.add(animation, forKey: "a\(index)")
    }
    _ = layer.committedTree()
    MediaClock.advance(to: 1002.005)
    #expect(log.ends == (1...200).map { Double($0) / 100 })
    #expect(layer.animationKeys()?.count == 200)
    #expect(layer.animationKeys()?.first == "a\((0..<400).first { $0 * 7 % 400 + 1 > 200 } ?? -1)")
    MediaClock.advance(to: 1005)
    #expect(log.ends.count == 400 && layer.animationKeys() == nil)
  }

  /// Ends that nobody hears of are committed with the next change, or when they are asked for.
  @Test func quietEndsWait() {
    MediaClock.time = 1000
    let (root, one, other) = (CALayer(), CALayer(), CALayer())
    root.sublayers = [one, other]
    one.add(fade(), forKey: "a")
    one.add(fade(2), forKey: "b")
    let before = root.committedTree().root
    #expect(before.sublayers[0].tracks.count == 2)
    MediaClock.advance(to: 1001.5)
    #expect(one.animationKeys() == ["b"])
    #expect(root.committedTree(withQuietEnds: false).root === before)
    #expect(root.committedTree().root.sublayers[0].tracks.count == 1)
    MediaClock.advance(to: 1002.5)
    #expect(one.animationKeys() == nil)
    #expect(root.committedTree(withQuietEnds: false).root.sublayers[0].tracks.count == 1)
    other.opacity = 0.5
    #expect(root.committedTree(withQuietEnds: false).root.sublayers[0].tracks.isEmpty)
  }

  /// An end that shows, or is heard of, is committed at its time.
  @Test func otherEndsDoNotWait() {
    final class Listener: CAAnimationDelegate {}
    let changes: [(CABasicAnimation) -> Void] = [
      { $0.fillMode = .forwards }, { $0.fillMode = .both }, { $0.delegate = Listener() },
    ]
    for change in changes {
      MediaClock.time = 1000
      let (root, layer, animation) = (CALayer(), CALayer(), fade())
      change(animation)
      root.addSublayer(layer)
      layer.add(animation, forKey: "a")
      _ = root.committedTree()
      MediaClock.advance(to: 1001.5)
      #expect(root.committedTree(withQuietEnds: false).root.sublayers[0].tracks.isEmpty)
    }
    // Particles' history counts commits, and a replicator's copies may be late.
    for parent in [CAEmitterLayer(), CAReplicatorLayer()] {
      MediaClock.time = 1000
      let layer = CALayer()
      parent.addSublayer(layer)
      layer.add(fade(), forKey: "a")
      _ = parent.committedTree()
      MediaClock.advance(to: 1001.5)
      #expect(parent.committedTree(withQuietEnds: false).root.sublayers[0].tracks.isEmpty)
    }
  }
}
