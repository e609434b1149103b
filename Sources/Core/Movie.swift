/// A layer tree with a size, a clock and a script, ready to be drawn frame by frame.
///
///     let dot = CALayer()
///     dot.frame = CGRect(x: 20, y: 70, width: 40, height: 40)
///     dot.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
///     let movie = Movie(rootLayer: dot, size: CGSize(width: 320, height: 180))
///     movie.at(0.5) { dot in dot.position.x = 280 }
///     _ = try movie.export(to: "dot.mp4")
///
/// Timeline events run in order of time on the thread that uses the movie. Each frame is an immutable snapshot, which
/// any thread can draw. Use one movie at a time on a thread, because the clock belongs to the thread.
@dynamicMemberLookup
public final class Movie {
  /// Whether emitters start with all particles in place or with none.
  public typealias Start = MovieSettings.Start
  /// How the movie fits a frame of another aspect ratio.
  public typealias Fit = MovieSettings.Fit
  /// Glow around bright areas of the frame.
  public typealias Bloom = MovieSettings.Bloom
  /// How colours above white are shown in files without HDR.
  public typealias ToneMapping = MovieSettings.ToneMapping
  /// Working precision of frames.
  public typealias Depth = MovieSettings.Depth
  /// When to dither while quantizing to 8 bits.
  public typealias Dither = MovieSettings.Dither
  /// Layers of a scene to draw.
  public typealias Parts = MovieSettings.Parts
  /// How a movie repeats.
  public typealias Loop = MovieSettings.Loop

  /// Media time of the first frame in seconds. It is above 0 so that emitters have a past.
  public static let startTime: Double = 1000

  /// The root layer of the movie.
  public let rootLayer: CALayer
  /// The owner of the root layer, such as a window, which lives as long as the movie.
  package var owner: AnyObject?
  /// Size, timing and picture settings. Their members are members of the movie: `movie.size`. Set `parts`,
  /// `background`, `speed` and `loop` before the first frame is drawn.
  public var settings: MovieSettings
  /// Sounds of the movie. `speed` does not change them. Default: none.
  public var soundtracks: [Soundtrack] = []

  /// The variables of the document, stored for the module that reads documents.
  package var documentVariables: (any Sendable)?
  /// Unusual values of the document; nil for movies without a document.
  package var documentRemarks: [String]?
  /// Named times, sorted by time, from the document or from `SoundBeats`. Used by `at(_:_:)`.
  public var cues: [PresetCue] = []

  /// Called when emitters start with the movie, because the clocks of layers in them have changed.
  package var didStart: ((CALayer) -> Void)?
  private let stage: ScriptStage
  private var events: [Event] = []
  /// Events run once and in order, when frames need their time.
  private var nextEvent = 0
  /// Media time that the script has reached.
  private var scriptTime = Movie.startTime
  /// The committed tree from each media time on.
  private var snapshots: [(time: Double, tree: RenderTree)] = []
  /// Emitters of the loop, after its first repetition.
  private var renderLoop: RenderLoop?
  private var shownParts = Parts.all
  private struct Event {
    var time: Double
    var action: (CALayer) -> Void
  }

  /// Creates a movie and sets the media clock of this thread to the start of the movie. Layers and animations that you
  /// create afterwards start with the movie.
  ///
  /// You can draw a movie on any thread, one thread at a time. Animations of its layers that exist already are moved to
  /// the movie. If no other movie of this thread exists, display links, POP animations and completion blocks are moved
  /// too. Use `init(size:build:)` to keep movies apart.
  public init(rootLayer: CALayer, size: CGSize) {
    self.rootLayer = rootLayer
    settings = MovieSettings()
    settings.size = size
    stage = ScriptStage(root: rootLayer)
    stage.run { MediaClock.time = Self.startTime }
  }

  /// Creates a movie from layers that a closure builds. The clock, display links and POP animations of this movie are
  /// separate from those of other movies.
  ///
  /// - Parameter build: Creates the layers and returns the root layer.
  /// - Throws: The error of `build`.
  public init<Failure: Error>(size: CGSize, build: () throws(Failure) -> CALayer) throws(Failure) {
    let stage = ScriptStage()
    self.stage = stage
    settings = MovieSettings()
    settings.size = size
    rootLayer = try stage.run { () throws(Failure) -> CALayer in
      MediaClock.time = Self.startTime
      return try build()
    }
  }

  /// Adds an event at a time in seconds from the start of the movie. `action` receives the root layer. Events at the
  /// same time run in the order in which they were added.
  public func at(_ time: Double, _ action: @escaping (CALayer) -> Void) {
    let index = max(nextEvent, (events.lastIndex { !($0.time > time) } ?? -1) + 1)
    events.insert(Event(time: time, action: action), at: index)
  }

  /// Warnings about values that the script set without effect.
  var scriptRemarks: [String] { stage.run { ScriptRemarks.current } }

  /// Number of frames of the movie.
  public var frameCount: Int { settings.frameCount }

  /// A member of `settings`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<MovieSettings, Value>) -> Value {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }

  /// Advances the media time while the script is busy, to simulate long work on the main thread. Committed animations
  /// continue; other script events wait. Use it in the actions of `at(_:_:)`.
  ///
  /// - Parameter seconds: Seconds to wait, 0 or more. Other values count as 0.
  public static func block(for seconds: Double) { MediaClock.block(for: seconds.isFinite ? max(0, seconds) : 0) }

  /// Returns the script time of a frame, in seconds from the start of the movie.
  public func time(ofFrame index: Int) -> Double {
    Double(index) / settings.framesPerSecond * settings.speed
  }

  /// Returns the tree at a time (seconds from the movie's start), after all earlier events. Times may be in any order.
  /// - Parameter target: the target of the frame.
  package func snapshot(at time: Double, for target: DynamicRangeTarget = .screen) -> RenderTree {
    var result =
      settings.loop.map { snapshot(at: time, in: $0) } ?? RenderTree(root: tree(at: time).root, seed: settings.seed)
    result.light.bloom = settings.bloom.map { ($0.radius, $0.intensity) }
    result.light.isFilmic = target.isFilmic(settings)
    result.light.lut = settings.lut
    return result
  }

  /// Emitters of the repetitions of a loop. The script runs through the first one.
  func loopedEmitters(length: Double) -> RenderLoop {
    if let renderLoop { return renderLoop }
    _ = tree(at: length.nextDown)
    let end = Self.startTime + length
    let made = RenderLoop(start: Self.startTime, length: length, trees: snapshots.filter { $0.time < end }.map(\.tree))
    renderLoop = made
    return made
  }

  func tree(at time: Double) -> RenderTree {
    let mediaTime = Self.startTime + time
    stage.run {
      if snapshots.isEmpty { begin() }
      runScript(until: mediaTime)
    }
    // Frames before the last event use the tree of their own time.
    return (snapshots.last { $0.time <= mediaTime } ?? snapshots[0]).tree
  }

  /// Runs timeline events, frame ticks, and begins and ends of animations in order of time; events run first.
  private func runScript(until target: Double) {
    MediaClock.time = scriptTime
    setFrames()
    while true {
      let eventTime = nextEvent < events.count ? Self.startTime + events[nextEvent].time : .infinity
      let clockTime = MediaClock.nextEvent
      // A script that blocks delays what follows.
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
      // Nothing more is drawn, and the script could only make the tree deeper.
      if snapshots.last?.tree.isTooDeep == true { break }
    }
    if MediaClock.hasQuietEnds(ofFrameBefore: .infinity) { commit() }
    scriptTime = MediaClock.time
  }

  /// The first commit starts the history of emitters.
  private func begin() {
    MediaClock.time = Self.startTime
    setFrames()
    if settings.start == .clean {
      rootLayer.beginEmittersNow()
      // The clocks of layers in emitters have changed.
      didStart?(rootLayer)
    }
    commit()
  }

  private func setFrames() {
    let rate = settings.framesPerSecond / settings.speed
    guard rate > 0, rate.isFinite else { return }
    let grid = FrameGrid(origin: Self.startTime, framesPerSecond: rate)
    if MediaClock.frameGrid != grid { MediaClock.frameGrid = grid }
  }

  /// Selects the parts for all frames. Errors: frames with other parts were drawn before.
  func draw(_ parts: Parts) throws(MovieError) {
    guard snapshots.isEmpty || parts == shownParts else {
      throw .invalidOrder("movie.parts cannot change after the first frame; set it to .\(parts.rawValue) before")
    }
    settings.parts = parts
  }

  private func commit(withQuietEnds: Bool = true) {
    let parts = settings.shownParts
    if parts != .all || shownParts != .all { rootLayer.show(parts) }
    shownParts = parts
    let tree = rootLayer.committedTree(withQuietEnds: withQuietEnds)
    if let last = snapshots.last, last.tree.root === tree.root { return }
    snapshots.append((MediaClock.time, tree))
  }
}

extension CALayer {
  /// Sets the begin time of all emitters in the subtree without one to now.
  fileprivate func beginEmittersNow() {
    if let emitter = self as? CAEmitterLayer, emitter.beginTime == 0 {
      emitter.beginTime = emitter.superlayer?.convertTime(CACurrentMediaTime(), from: nil) ?? CACurrentMediaTime()
    }
    for sublayer in sublayers ?? [] { sublayer.beginEmittersNow() }
  }
}
