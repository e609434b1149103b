public import Foundation
public import StarmineGraphics
public import StarmineLayers
public import StarmineMedia
public import StarminePresets
public import StarmineScene

/// A layer tree with a canvas, a clock and a script, ready to be drawn frame by frame.
///
/// The script stage (timeline events, and with them everything that has side effects on layers) runs in order of time
/// on the thread that owns the movie; every frame it hands out is an immutable snapshot, which any thread can draw.
///
/// One movie at a time runs on a thread: the clock, its frames and what waits for them belong to the thread.
public final class Movie {
  /// Whether emitters look as if they had always run when the movie starts.
  public typealias Start = PresetScene.Start
  /// How the canvas and a frame of another shape come together.
  public typealias Fit = PresetScene.Fit
  /// A glow around what is bright.
  public typealias Bloom = PresetScene.Bloom
  /// How light beyond white is shown.
  public typealias ToneMapping = PresetScene.ToneMapping
  /// Whether files keep light beyond white.
  public typealias DynamicRange = PresetScene.DynamicRange
  /// What frames are drawn in.
  public typealias Depth = PresetScene.Depth
  /// Where steps between colours are broken up.
  public typealias Dither = PresetScene.Dither
  /// Choice among the layers, by their roles.
  public typealias Parts = PresetScene.Parts
  /// How a movie repeats.
  public typealias Loop = PresetScene.Loop

  /// Media time at the movie's first frame: far from zero, so that steady emitters have a past.
  public static let startTime: Double = 1000

  /// The layer that the movie shows, with its sublayers.
  public let rootLayer: CALayer
  /// What has the root layer, such as a window, and lives as long as the movie; nil for a movie of layers alone.
  package var owner: AnyObject?
  /// Points.
  public var size: CGSize
  /// Pixels per point when no other pixel size is asked for.
  public var scale: CGFloat = 1
  /// Frames per second of time, above 0. Default 60.
  public var framesPerSecond: Double = 60
  /// Seconds.
  public var duration: Double = 10
  /// Behind the root layer.
  public var background: CGColor = .black
  /// Layers that are drawn. Default automatic: over a transparent background and over a clip without scenery
  /// (`CALayer.role`). Set it before the first frame is asked for.
  public var parts = Parts.automatic
  /// Varies every emitter; the same seed gives the same frames.
  public var seed: UInt32 = 0
  /// Where the lives of emitters begin. Default steady.
  public var start = Start.steady
  /// How fast the script's time runs: at 0.5 everything takes twice as long, cues and the movie itself included. Above
  /// 0; default 1. Set it before the first frame is asked for.
  public var speed: Double = 1
  /// How the movie goes on after its end; nil: not at all. Set it before the first frame is asked for.
  public var loop: Loop?
  /// A glow around what is bright, in the whole frame; nil: none.
  public var bloom: Bloom?
  /// How light beyond white is shown. Default none: it is cut off, where the file does not keep it.
  public var toneMapping = ToneMapping.none
  /// Whether files of high dynamic range are written where a format has a place for it. Default standard. All other
  /// files show light beyond white as `toneMapping` filmic does.
  public var dynamicRange = DynamicRange.standard
  /// Nits of white in files of high dynamic range. Default 203.
  public var white = HighDynamicRange.standardWhite
  /// Nits that the brightest light comes near to in such files, `white` or more. Default 1000.
  public var peak = HighDynamicRange.standardPeak
  /// What frames are drawn in. Default auto: floats for files with more than 8 bits of a component. In floats sums of
  /// light go on above white, which EXR files keep, and steps are finer; rasterized layers are kept in bytes all the
  /// same (`ExportStatistics.depthRemark`), and a movie over a clip is drawn in them.
  public var depth = Depth.auto
  /// Colours that files hold and say they hold. Default sRGB. In Display P3 frames are drawn in floats whatever `depth`
  /// is; a movie over a clip has the clip's colours, and a file of high dynamic range those of BT.2020, which hold
  /// Display P3's.
  public var colorSpace = PresetScene.ColorSpace.sRGB
  /// Whether steps between colours are broken up by a fixed pattern where pixels get 8 bits. Default auto.
  public var dither = Dither.auto
  /// For frames of another shape than the canvas. Default `contain`; `reflow` is decided when a document is loaded, and
  /// here the same as `cover`.
  public var fit = Fit.contain

  /// A shutter that stays open; nil: every frame is one moment.
  public var motionBlur: MotionBlur?
  /// Sound files under the movie; they keep their own speed.
  public var soundtracks: [Soundtrack] = []

  /// What the movie's document leaves open, with what it is in this movie; empty for movies without a document.
  public internal(set) var variables: [PresetVariable] = []
  /// Moments with names, by time: the document's, or what a program finds in a sound (`SoundBeats`) and gives to
  /// `at(_:_:)`.
  public var cues: [PresetCue] = []

  /// What the movie's script asks of a thread.
  private let stage: ScriptStage
  private var events: [Event] = []
  /// Events run once, in order, as frames ask for their time.
  private var nextEvent = 0
  /// Media time that the script has come to.
  private var scriptTime = Movie.startTime
  /// The committed tree from each media time on.
  private var snapshots: [(time: Double, tree: RenderTree)] = []
  /// Emitters of the loop, once its first round has run.
  private var renderLoop: RenderLoop?
  /// Parts of the last commit.
  private var shownParts = Parts.all
  private struct Event {
    var time: Double
    var action: (CALayer) -> Void
  }

  /// Sets this thread's media clock to the start of the movie, so that what is built for it from here on begins there.
  ///
  /// A movie may be drawn on any thread, by one at a time, and in turn with others. Of what was built before, it takes
  /// along what belongs to the thread: animations of its layers, and where no other movie is alive that was made on
  /// this thread, display links, POP's animations and completion blocks too. `init(size:build:)` keeps movies apart.
  public init(rootLayer: CALayer, size: CGSize) {
    self.rootLayer = rootLayer
    self.size = size
    stage = ScriptStage(root: rootLayer)
    stage.run { MediaClock.time = Self.startTime }
  }

  /// A movie whose layers are built apart from all others: clock, display links, POP's animations and whatever else
  /// belongs to a thread are this movie's.
  ///
  /// - Parameter build: makes the layers, and gives back the one at the root.
  public init<Failure: Error>(size: CGSize, build: () throws(Failure) -> CALayer) throws(Failure) {
    let stage = ScriptStage()
    (self.stage, self.size) = (stage, size)
    rootLayer = try stage.run { () throws(Failure) -> CALayer in
      MediaClock.time = Self.startTime
      return try build()
    }
  }

  /// Adds a timeline event: `action` gets the root layer at `time` seconds from the movie's start, after earlier events
  /// and in the order of adding among events of one time.
  public func at(_ time: Double, _ action: @escaping (CALayer) -> Void) {
    let index = max(nextEvent, (events.lastIndex { !($0.time > time) } ?? -1) + 1)
    events.insert(Event(time: time, action: action), at: index)
  }

  /// Number of frames of the whole movie.
  public var frameCount: Int {
    max(0, Int((duration / speed * framesPerSecond).rounded()))
  }

  /// Lets media time pass while the script is busy, as long work on the main thread does: nothing else of the script
  /// runs meanwhile, and what was committed before goes on to be drawn. For the actions of `at(_:_:)`.
  ///
  /// - Parameter seconds: from 0 on; anything else counts as 0.
  public static func block(for seconds: Double) { MediaClock.block(for: seconds.isFinite ? max(0, seconds) : 0) }

  /// Seconds from the movie's start, in the script's time, at which a frame is seen.
  public func time(ofFrame index: Int) -> Double {
    Double(index) / framesPerSecond * speed
  }

  /// The tree as it is at a time (seconds from the movie's start), after all events up to then. Any order of times.
  ///
  /// - Parameter target: where the frame goes.
  package func snapshot(at time: Double, for target: LightTarget = .screen) -> RenderTree {
    var result = loop.map { snapshot(at: time, in: $0) } ?? RenderTree(root: tree(at: time).root, seed: seed)
    result.light.bloom = bloom.map { ($0.radius, $0.intensity) }
    result.light.isFilmic = target.isFilmic(toneMapping, dynamicRange)
    return result
  }

  /// Emitters of a loop's rounds; the script runs through the first one.
  func loopedEmitters(length: Double) -> RenderLoop {
    if let renderLoop { return renderLoop }
    _ = tree(at: length.nextDown)
    let end = Self.startTime + length
    let made = RenderLoop(
      start: Self.startTime, length: length, trees: snapshots.filter { $0.time < end }.map(\.tree))
    renderLoop = made
    return made
  }

  /// The tree as the script leaves it at a time, whatever repeats.
  func tree(at time: Double) -> RenderTree {
    let mediaTime = Self.startTime + time
    stage.run {
      if snapshots.isEmpty { begin() }
      runScript(until: mediaTime)
    }
    // Frames before the last event that has run are drawn from the tree of their own time.
    return (snapshots.last { $0.time <= mediaTime } ?? snapshots[0]).tree
  }

  /// Runs timeline events, frame ticks and the beginnings and ends of animations in order of time; of one time, events
  /// first.
  private func runScript(until target: Double) {
    MediaClock.time = scriptTime
    setFrames()
    while true {
      let eventTime = nextEvent < events.count ? Self.startTime + events[nextEvent].time : .infinity
      let clockTime = MediaClock.nextEvent
      // A script that has blocked the stage makes what comes after it late.
      let time = max(MediaClock.time, min(eventTime, clockTime))
      guard time <= target else { break }
      if MediaClock.hasQuietEnds(ofFrameBefore: time) { commit() }
      if clockTime < eventTime {
        MediaClock.advance(to: time)
      } else {
        MediaClock.time = time
        events[nextEvent].action(rootLayer)
        nextEvent += 1
      }
      commit(withQuietEnds: false)
      // Nothing is drawn any more, and what the script adds would only be deeper.
      if snapshots.last?.tree.isTooDeep == true { break }
    }
    if MediaClock.hasQuietEnds(ofFrameBefore: .infinity) { commit() }
    scriptTime = MediaClock.time
  }

  /// The first commit: the emitters' history begins here.
  private func begin() {
    MediaClock.time = Self.startTime
    setFrames()
    if start == .clean {
      rootLayer.beginEmittersNow()
      // Clocks of what is in emitters have changed.
      rootLayer.alignBeginMoments(now: Self.startTime)
    }
    commit()
  }

  /// The thread's frames are this movie's.
  private func setFrames() {
    let rate = framesPerSecond / speed
    guard rate > 0, rate.isFinite else { return }
    let grid = FrameGrid(origin: Self.startTime, framesPerSecond: rate)
    if MediaClock.frameGrid != grid { MediaClock.frameGrid = grid }
  }

  private func commit(withQuietEnds: Bool = true) {
    let parts = parts.resolved(isSeenThrough: background.alpha < 1)
    if parts != .all || shownParts != .all { rootLayer.show(parts) }
    shownParts = parts
    let tree = rootLayer.committedTree(withQuietEnds: withQuietEnds)
    if let last = snapshots.last, last.tree.root === tree.root { return }
    snapshots.append((MediaClock.time, tree))
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
