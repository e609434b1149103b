import Foundation
import Starmine
import StarminePresets
import StarmineRaster
import Synchronization
import Testing

/// Movies that are drawn from changing threads, in turn with others: each frame is the one that its movie has when
/// nothing else is drawn.
struct StageTests {
  /// A movie that is drawn by one thread at a time.
  private final class Scene: Sendable {
    let name: String
    private let movie: Mutex<Movie>

    init(_ name: String, _ make: () throws -> sending Movie) rethrows {
      self.name = name
      movie = Mutex(try make())
    }

    func hash(at time: Double) -> Int {
      movie.withLock { movie in
        guard let picture = try? movie.still(at: time, pixelSize: PixelSize(width: 160, height: 90), workers: 1) else {
          return 0
        }
        return pixels(picture).hashValue
      }
    }
  }

  private static let times = [0.3, 1.6]

  /// Every preset, views that animate, POP and a display link.
  private static let names = PresetLibrary.names + ["views", "pop", "link"]

  /// A new scene.
  private static func scene(_ name: String) throws -> Scene {
    try Scene(name) {
      switch name {
      case "views": views()
      case "pop": pop()
      case "link": link()
      default: try Movie(sharingSpritesOf: name)
      }
    }
  }

  private static func views() -> sending Movie {
    Movie(size: CGSize(width: 160, height: 90)) {
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 160, height: 90))
      let square = UIView(frame: CGRect(x: 0, y: 20, width: 30, height: 30))
      square.backgroundColor = .red
      view.addSubview(square)
      UIView.animate(withDuration: 0.8) {
        square.frame.origin.x = 100
      } completion: { _ in
        UIView.animate(withDuration: 1) { square.alpha = 0.3 }
      }
      return view.layer
    }
  }

  private static func pop() -> sending Movie {
    Movie(size: CGSize(width: 160, height: 90)) {
      let (root, square) = (CALayer(), CALayer())
      root.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
      square.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      square.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      root.addSublayer(square)
      let spring: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerPosition)
      spring.toValue = CGPoint(x: 120, y: 60)
      spring.springBounciness = 18
      spring.completionBlock = { _, _ in square.opacity = 0.2 }
      square.pop_add(spring, forKey: "move")
      return root
    }
  }

  private static func link() -> sending Movie {
    Movie(size: CGSize(width: 160, height: 90)) {
      let (root, square) = (CALayer(), CALayer())
      root.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
      square.frame = CGRect(x: 0, y: 0, width: 9, height: 90)
      square.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      root.addSublayer(square)
      CADisplayLink { link in square.position.x = link.timestamp.truncatingRemainder(dividingBy: 10) * 20 }
        .add(to: .main, forMode: .common)
      return root
    }
  }

  /// Frames of a scene that has a thread to itself.
  private static let expected = Mutex<[String: [Int]]>([:])

  private static func frames() throws -> [String: [Int]] {
    try expected.withLock { known in
      guard known.isEmpty else { return known }
      let found = Mutex<[String: [Int]]>([:])
      onNewThreads(names.count, 1) { index in
        guard let scene = try? scene(names[index]) else { return }
        let hashes = times.map { scene.hash(at: $0) }
        found.withLock { $0[scene.name] = hashes }
      }
      known = found.withLock { $0 }
      try #require(known.count == names.count)
      return known
    }
  }

  /// Runs `count` pieces of work, each on a thread of its own, which then ends, `most` of them at a time.
  private static func onNewThreads(_ count: Int, _ most: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let (room, group) = (DispatchSemaphore(value: most), DispatchGroup())
    for index in 0..<count {
      room.wait()
      group.enter()
      let thread = Thread {
        body(index)
        room.signal()
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    group.wait()
  }

  @Test func anyOrderFromThreads() throws {
    let expected = try Self.frames()
    let scenes = try Self.names.map { try Self.scene($0) }
    var random = SplitMix64(seed: 8)
    let work = scenes.flatMap { scene in Self.times.indices.map { (scene, $0) } }.shuffled(using: &random)
    let wrong = Mutex<Set<String>>([])
    Self.onNewThreads(work.count, 8) { index in
      let (scene, time) = work[index]
      let isRight = scene.hash(at: Self.times[time]) == expected[scene.name]?[time]
      if !isRight { wrong.withLock { _ = $0.insert(scene.name) } }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(Set(expected.values.flatMap { $0 }).count > expected.count)
  }

  @Test func inTurnOnOneThread() throws {
    let expected = try Self.frames()
    let scenes = try Self.names.map { try Self.scene($0) }
    var random = SplitMix64(seed: 5)
    for (scene, time) in scenes.flatMap({ scene in Self.times.indices.map { (scene, $0) } }).shuffled(using: &random) {
      #expect(scene.hash(at: Self.times[time]) == expected[scene.name]?[time], "\(scene.name) at \(Self.times[time])")
    }
  }

  /// The first movie has what was built before it, display links included; a second takes its layers' animations.
  @Test func movieAdoptsExistingAnimations() throws {
    let movies = (0..<2).map { _ in
      let (root, square) = (CALayer(), CALayer())
      root.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
      root.addSublayer(square)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.duration, fade.beginTime) = (0, 0.5, Movie.startTime)
      let end = Ends { square.backgroundColor = .white }
      fade.delegate = end
      square.frame = root.bounds
      square.add(fade, forKey: nil)
      return Movie(rootLayer: root, size: root.bounds.size)
    }
    for movie in movies {
      _ = movie.snapshot(at: 0.4)
      #expect(try movie.still(at: 0.4)[80, 45] == 0xff00_0000)
    }
    for movie in movies.reversed() { #expect(try movie.still(at: 0.7)[80, 45] == 0xffff_ffff) }
  }

  private final class Ends: NSObject, CAAnimationDelegate {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { body() }
  }
}
