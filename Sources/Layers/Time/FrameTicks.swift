import Foundation

/// Calls an action at the frames of the calling thread's media clock: what display links and animators that run in the
/// script stage are made of.
///
/// It first ticks at the frame after its creation. A thread keeps its tickers until they are invalidated; one that is
/// paused costs nothing.
package final class FrameTicker {
  private let action: (FrameTicker) -> Void
  /// Ticks at every n-th frame only. Default 1.
  package var framesPerTick = 1
  /// A ticker that goes on ticks at the next frame.
  package var isPaused = false {
    didSet {
      if isPaused != oldValue { ThreadState.current.frameTicks.arm(self) }
    }
  }
  package private(set) var isValid = true
  /// Media time of the frame of the last tick; 0 before the first.
  package private(set) var timestamp = 0.0
  /// Number of the frame that it waits for.
  fileprivate var nextFrame = 0

  package init(_ action: @escaping (FrameTicker) -> Void) {
    self.action = action
    ThreadState.current.frameTicks.add(self)
  }

  /// No tick comes any more.
  package func invalidate() {
    isValid = false
    ThreadState.current.frameTicks.remove(self)
  }

  /// Media time of the tick after the last one.
  package var targetTimestamp: Double {
    let grid = MediaClock.frameGrid
    return timestamp + Double(framesPerTick) / grid.framesPerSecond
  }

  fileprivate func tick(at time: Double) {
    // An earlier tick of the same frame may have ended this one.
    guard isValid, !isPaused else { return }
    timestamp = time
    action(self)
  }
}

/// The media times of frames: `origin + n / framesPerSecond`.
package struct FrameGrid: Equatable {
  package var origin = 1000.0
  package var framesPerSecond = 60.0

  package init(origin: Double = 1000, framesPerSecond: Double = 60) {
    (self.origin, self.framesPerSecond) = (origin, framesPerSecond)
  }

  package func time(ofFrame number: Int) -> Double { origin + Double(number) / framesPerSecond }

  /// Number of the first frame at `time` or later.
  package func frame(atOrAfter time: Double) -> Int {
    let nearest = Int(min(max((time - origin) * framesPerSecond, -1e15), 1e15).rounded())
    // Rounding may have gone either way.
    return (nearest - 1...nearest).first { self.time(ofFrame: $0) >= time } ?? nearest + 1
  }

  package func frame(after time: Double) -> Int { frame(atOrAfter: time.nextUp) }
}

/// Work of a thread at its frames, and as soon as possible.
struct FrameTicks {
  var grid = FrameGrid() {
    didSet { rearm() }
  }
  private var tickers: [FrameTicker] = []
  private var soon: [() -> Void] = []
  /// In order of time.
  private var planned: [MediaClock.TimedAction] = []
  /// Seconds of media time; in the past for what is overdue, infinite if nothing is ahead.
  private(set) var nextTime = Double.infinity

  mutating func add(_ ticker: FrameTicker) {
    tickers.append(ticker)
    arm(ticker)
  }

  mutating func remove(_ ticker: FrameTicker) {
    tickers.removeAll { $0 === ticker }
    updateNextTime()
  }

  mutating func addSoon(_ action: @escaping () -> Void) {
    soon.append(action)
    updateNextTime()
  }

  mutating func add(_ action: MediaClock.TimedAction) {
    planned.insert(action, at: planned.firstIndex { $0.time > action.time } ?? planned.count)
    updateNextTime()
  }

  mutating func remove(_ action: MediaClock.TimedAction) {
    planned.removeAll { $0 === action }
    updateNextTime()
  }

  /// Lets a ticker wait for the frame after now.
  mutating func arm(_ ticker: FrameTicker) {
    ticker.nextFrame = grid.frame(after: ThreadState.current.mediaTime)
    updateNextTime()
  }

  /// Lets all tickers wait for the frame after now: the clock or its frames have changed.
  mutating func rearm() {
    let next = grid.frame(after: ThreadState.current.mediaTime)
    tickers.forEach { $0.nextFrame = next }
    updateNextTime()
  }

  /// Drops the frames before now that nobody could see to.
  mutating func skipMissedFrames() {
    let next = grid.frame(atOrAfter: ThreadState.current.mediaTime)
    for ticker in tickers { ticker.nextFrame = max(ticker.nextFrame, next) }
    updateNextTime()
  }

  /// Takes out what is due: what was to be done soon, otherwise what was planned, otherwise the ticks in the order the
  /// tickers were made.
  mutating func takeDue(at time: Double) -> [() -> Void] {
    if !soon.isEmpty {
      defer {
        soon = []
        updateNextTime()
      }
      return soon
    }
    if let first = planned.first, first.time <= time {
      planned.removeFirst()
      updateNextTime()
      return [first.action]
    }
    let due = tickers.filter { !$0.isPaused && grid.time(ofFrame: $0.nextFrame) <= time }
    let ticks = due.map { ticker in
      let frame = grid.time(ofFrame: ticker.nextFrame)
      return { ticker.tick(at: frame) }
    }
    for ticker in due { ticker.nextFrame += max(1, ticker.framesPerTick) }
    updateNextTime()
    return ticks
  }

  private mutating func updateNextTime() {
    guard soon.isEmpty else {
      nextTime = -.infinity
      return
    }
    let frame = tickers.filter { !$0.isPaused }.map(\.nextFrame).min()
    nextTime = min(frame.map { grid.time(ofFrame: $0) } ?? .infinity, planned.first?.time ?? .infinity)
  }
}

extension MediaClock {
  /// Media times of the calling thread's frames. A movie sets it; until then 60 frames per second from 1,000 s on.
  package static var frameGrid: FrameGrid {
    get { ThreadState.current.frameTicks.grid }
    set { ThreadState.current.frameTicks.grid = newValue }
  }

  /// Runs an action at the present media time, once the script that runs now has returned: as an observer of the run
  /// loop does that is called before Core Animation's.
  package static func performSoon(_ action: @escaping () -> Void) {
    ThreadState.current.frameTicks.addSoon(action)
  }

  /// Something that is to be done at a time.
  package final class TimedAction {
    /// Media time.
    fileprivate let time: Double
    fileprivate let action: () -> Void

    fileprivate init(at time: Double, _ action: @escaping () -> Void) { (self.time, self.action) = (time, action) }

    /// Does nothing when it has been done.
    package func cancel() { ThreadState.current.frameTicks.remove(self) }
  }

  /// Runs an action when media time comes to `time`, after the animations that end there and before frame ticks.
  package static func perform(at time: Double, _ action: @escaping () -> Void) -> TimedAction {
    let planned = TimedAction(at: time, action)
    ThreadState.current.frameTicks.add(planned)
    return planned
  }

  /// Lets media time pass while the script stage is busy: nothing else runs in it meanwhile.
  ///
  /// Timeline events, delegates, completion blocks and frame ticks that fall into this time come late, after it, and
  /// ticks of frames that were missed are left out. What has been committed before goes on to be drawn, animations
  /// included; what is changed before the end of the block shows when it is over.
  ///
  /// - Precondition: `seconds` is finite and not negative.
  public static func block(for seconds: CFTimeInterval) {
    precondition(seconds >= 0 && seconds.isFinite, "block(for:) takes a number of seconds from 0 on")
    let thread = ThreadState.current
    thread.mediaTime += seconds
    thread.frameTicks.skipMissedFrames()
  }
}
