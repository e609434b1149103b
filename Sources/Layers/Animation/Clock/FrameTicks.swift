/// Work that a thread does at frames, at planned times or as soon as possible.
struct FrameTicks {
  var grid = FrameGrid() {
    didSet { rearm() }
  }
  private var tickers: [FrameTicker] = []
  private var soon: [() -> Void] = []
  private var planned: [MediaClock.TimedAction] = []
  /// Media time of the next work: in the past if overdue, infinite if there is none.
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

  /// Schedules a ticker for the next frame.
  mutating func arm(_ ticker: FrameTicker, now: Double) {
    ticker.nextFrame = grid.frame(after: now)
    updateNextTime()
  }

  /// Schedules all tickers for the next frame, after the clock or its frames have changed.
  mutating func rearm() {
    let next = grid.frame(after: ThreadState.current.mediaTime)
    tickers.forEach { $0.nextFrame = next }
    updateNextTime()
  }

  /// Skips frames before now that could not be served.
  mutating func skipMissedFrames() {
    let next = grid.frame(atOrAfter: ThreadState.current.mediaTime)
    for ticker in tickers { ticker.nextFrame = max(ticker.nextFrame, next) }
    updateNextTime()
  }

  mutating func takeSoon() -> [() -> Void] {
    defer {
      soon = []
      updateNextTime()
    }
    return soon
  }

  /// Removes and returns due work: first what runs as soon as possible, then planned actions, then ticks in order of
  /// creation.
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
