public import Foundation
public import Graphics
public import Layers
public import Presets
public import Scene

/// A layer tree with a canvas, a clock and a script, ready to be drawn frame by frame.
///
/// The script stage (timeline events, and with them everything that has side effects on layers) runs in order of time on
/// the thread that owns the movie; every frame it hands out is an immutable snapshot, which any thread can draw.
public final class Movie {
  /// Whether emitters look as if they had always run when the movie starts.
  public typealias Start = PresetScene.Start

  /// Media time at the movie's first frame: far from zero, so that steady emitters have a past.
  public static let startTime: Double = 1000

  public let rootLayer: CALayer
  /// Points.
  public var size: CGSize
  /// Pixels per point when no other pixel size is asked for.
  public var scale: CGFloat = 1
  public var framesPerSecond: Double = 60
  /// Seconds.
  public var duration: Double = 10
  /// Behind the root layer.
  public var background: CGColor = .black
  /// Varies every emitter; the same seed gives the same frames.
  public var seed: UInt32 = 0
  public var start = Start.steady

  private var events: [Event] = []
  /// Events run once, in order, as frames ask for their time.
  private var nextEvent = 0
  /// The committed tree from each event's media time on.
  private var snapshots: [(time: Double, tree: RenderTree)] = []
  private struct Event {
    var time: Double
    var action: (CALayer) -> Void
  }

  /// Sets this thread's media clock to the start of the movie, so that what is built for it from here on begins there.
  public init(rootLayer: CALayer, size: CGSize) {
    self.rootLayer = rootLayer
    self.size = size
    MediaClock.time = Self.startTime
  }

  /// Adds a timeline event: `action` gets the root layer at `time` seconds from the movie's start, after earlier events
  /// and in the order of adding among events of one time.
  public func at(_ time: Double, _ action: @escaping (CALayer) -> Void) {
    let index = events.firstIndex { $0.time > time } ?? events.count
    events.insert(Event(time: time, action: action), at: index)
  }

  /// Number of frames of the whole movie.
  public var frameCount: Int {
    max(0, Int((duration * framesPerSecond).rounded()))
  }

  /// Seconds from the movie's start at which a frame is seen.
  public func time(ofFrame index: Int) -> Double {
    Double(index) / framesPerSecond
  }

  /// The tree as it is at a time (seconds from the movie's start), after all events up to then. Any order of times.
  public func snapshot(at time: Double) -> RenderTree {
    if snapshots.isEmpty { begin() }
    runScript(until: time)
    // Frames before the last event that has run are drawn from the tree of their own time.
    let tree = snapshots.last { $0.time <= Self.startTime + time } ?? snapshots[0]
    return RenderTree(root: tree.tree.root, seed: seed)
  }

  /// Runs timeline events, the beginnings and ends of animations and the calls of display links in order of time; of one
  /// time, events first. All in media time, in which a frame and the display link's call for it are at the same number.
  private func runScript(until time: Double) {
    while true {
      let eventTime = nextEvent < events.count ? Self.startTime + events[nextEvent].time : .infinity
      let animationTime = MediaClock.nextEvent
      guard min(eventTime, animationTime) <= Self.startTime + time else { return }
      if animationTime < eventTime {
        MediaClock.advance(to: animationTime)
        commit(at: animationTime)
      } else {
        MediaClock.time = eventTime
        events[nextEvent].action(rootLayer)
        nextEvent += 1
        commit(at: eventTime)
      }
    }
  }

  /// The first commit: the emitters' history begins here.
  private func begin() {
    MediaClock.time = Self.startTime
    MediaClock.framesPerSecond = framesPerSecond
    if start == .clean { rootLayer.beginEmittersNow() }
    commit(at: Self.startTime)
  }

  /// - Parameter time: media time.
  private func commit(at time: Double) {
    snapshots.append((time, rootLayer.committedTree()))
  }
}

extension CALayer {
  /// Lets every emitter of the subtree that has no begin time of its own begin now.
  fileprivate func beginEmittersNow() {
    if let emitter = self as? CAEmitterLayer, emitter.beginTime == 0 {
      emitter.beginTime = emitter.superlayer?.convertTime(CACurrentMediaTime(), from: nil) ?? CACurrentMediaTime()
    }
    for sublayer in sublayers ?? [] { sublayer.beginEmittersNow() }
  }
}
