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

  mutating func add(_ ticker: FrameTicker, now: Double) {
    tickers.append(ticker)
    arm(ticker, now: now)
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
  mutating func arm(_ ticker: FrameTicker, now: Double) {
    ticker.nextFrame = grid.frame(after: now)
    updateNextTime()
  }

  /// Lets all tickers wait for the frame after now: the clock or its frames have changed.
  mutating func rearm() {
    let next = grid.frame(after: ThreadState.current.mediaTime)
    tickers.forEach { $0.nextFrame = next }
    updateNextTime()
  }

  /// Drops the frames before now that could not be served.
  mutating func skipMissedFrames() {
    let next = grid.frame(atOrAfter: ThreadState.current.mediaTime)
    for ticker in tickers { ticker.nextFrame = max(ticker.nextFrame, next) }
    updateNextTime()
  }

  /// Takes out what was to be done soon.
  mutating func takeSoon() -> [() -> Void] {
    defer {
      soon = []
      updateNextTime()
    }
    return soon
  }

  /// Takes out what is due: what was to be done soon, otherwise what was planned, otherwise the ticks in the order the
  /// tickers were made.
  mutating func takeDue(at time: Double) -> [() -> Void] {
    if !soon.isEmpty { return takeSoon() }
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
