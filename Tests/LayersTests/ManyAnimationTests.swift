import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Synchronization
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

  /// Ends that are not observed are committed with the next change, or when they are asked for.
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

  private func animations() -> [(key: String, animation: CAAnimation)] {
    let late = CABasicAnimation(keyPath: "position.x")
    (late.fromValue, late.toValue, late.duration) = (10, 100, 3)
    (late.beginTime, late.fillMode) = (1001, .both)
    let inner = CABasicAnimation(keyPath: "cornerRadius")
    (inner.toValue, inner.beginTime, inner.duration) = (30, 0.5, 1)
    let group = CAAnimationGroup()
    (group.animations, group.duration, group.repeatCount) = ([inner], 2, 2)
    let spring = CASpringAnimation(keyPath: "zPosition")
    (spring.toValue, spring.duration) = (7, 2)
    return [("fade", fade(2)), ("late", late), ("group", group), ("spring", spring)]
  }

  /// An animation that a layer takes over, with its tracks, runs like one that it copies.
  @Test func adoptedAnimationsRunLikeCopies() {
    MediaClock.time = 1000
    let (root, added, adopted) = (CALayer(), CALayer(), CALayer())
    root.sublayers = [added, adopted]
    for (key, animation) in animations() { added.add(animation, forKey: key) }
    for (key, animation) in animations() { #expect(adopted.adopt(animation, forKey: key) == []) }
    // They begin when they are committed.
    MediaClock.time = 1000.25
    _ = root.committedTree()
    #expect(adopted.animationKeys() == added.animationKeys())
    var seen = Set<[String]>()
    for step in 0...40 {
      MediaClock.advance(to: 1000.25 + Double(step) * 0.15)
      let shown = [added, adopted].map { layer in
        ["opacity", "position.x", "cornerRadius", "zPosition"].map { key in
          "\(layer.presentation()?.value(forKeyPath: key) ?? "nothing")"
        }
      }
      #expect(shown[0] == shown[1])
      seen.insert(shown[1])
    }
    #expect(seen.count > 20 && added.animationKeys() == nil && adopted.animationKeys() == nil)
  }

  @Test func adoptedAnimationsSayWhatIsWrong() {
    let (layer, wrong, unknown) = (
      CALayer(), CABasicAnimation(keyPath: "position"), CABasicAnimation(keyPath: "positon")
    )
    (wrong.toValue, unknown.toValue) = ("here", 1)
    let expected = [wrong, unknown].map { layer.problems(with: $0, forKey: nil) }
    #expect([wrong, unknown].map { layer.adopt($0, forKey: nil) } == expected)
    #expect(expected.allSatisfy { $0.count == 1 })
    _ = layer.committedTree()
    #expect(layer.animationProblems == expected.flatMap { $0 })
  }

  /// Tracks to cells are those of the cells at the commit.
  @Test func adoptedAnimationsOfEmittersFollowTheirCells() {
    MediaClock.time = 1000
    let (emitter, animation) = (CAEmitterLayer(), CABasicAnimation(keyPath: "emitterCells.dot.birthRate"))
    (animation.fromValue, animation.toValue, animation.duration) = (1, 2, 3)
    let cell = CAEmitterCell()
    cell.name = "dot"
    emitter.emitterCells = [cell]
    #expect(emitter.adopt(animation, forKey: "a") == [])
    emitter.emitterCells = []
    #expect(emitter.committedTree().root.tracks.isEmpty && emitter.animationProblems.count == 1)
  }

  /// An animation without an observer begins without an event; a delegate still hears of it. On a thread of its own:
  /// others may have something on their agenda.
  @Test func onlyHeardAnimationsBeginOnTheAgenda() {
    let seen = Mutex<(events: [Double], starts: [Int], keys: [[String]?])>(([], [], []))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let log = agendaOfTwoAnimations()
      seen.withLock { $0 = (log.events, log.starts, log.keys) }
      done.signal()
    }
    done.wait()
    let (events, starts, keys) = seen.withLock { $0 }
    #expect(events == [(1001 as Double).nextUp, 1000])
    #expect(starts == [0, 1, 1] && keys == [["a", "b"], ["a", "b"], nil])
  }
}

private final class StartLog: CAAnimationDelegate {
  var events: [Double] = []
  var starts: [Int] = []
  var keys: [[String]?] = []
  private var count = 0

  func animationDidStart(_ anim: CAAnimation) { count += 1 }

  func note(_ layer: CALayer) {
    starts.append(count)
    keys.append(layer.animationKeys())
  }
}

/// One without an observer, and one with a delegate: the next event after each, and what was heard at three times.
private func agendaOfTwoAnimations() -> StartLog {
  MediaClock.time = 1000
  let (layer, log) = (CALayer(), StartLog())
  for (key, delegate) in [("a", nil), ("b", log)] {
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 1, 1, delegate)
    layer.add(fade, forKey: key)
    _ = layer.committedTree()
    log.events.append(MediaClock.nextEvent)
  }
  log.note(layer)
  for time in [1000.5, 1001.5] {
    MediaClock.advance(to: time)
    log.note(layer)
  }
  return log
}
