/// The pending begins and ends of animations of a thread, in media time.
struct AnimationAgenda {
  private struct Item {
    var entry: AnimationEntry
    var time: Double
    /// Order of items with the same time, ascending.
    var number: Int
  }

  /// A heap ordered by time. Timelines can have tens of thousands of pending animations.
  private var items: [Item] = []
  private var added = 0

  /// Media time in seconds; infinite if there is no event.
  var nextTime: Double { items.first?.time ?? .infinity }

  mutating func add(_ entry: AnimationEntry, of layer: CALayer, now: Double) {
    let clocks = layer.clocks
    var time = Self.time(of: entry, clocks)
    // The begin is not reported, so only the end is pending.
    if !entry.hasStarted, time <= now, !entry.isHeard {
      entry.hasStarted = true
      time = Self.time(of: entry, clocks)
    }
    // The end never comes, regardless of the clocks.
    if entry.hasStarted, entry.endTime == .infinity { return }
    entry.layer = layer
    items.append(Item(entry: entry, time: time, number: added))
    added += 1
    var index = items.count - 1
    while index > 0, comes(index, before: (index - 1) / 2) {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// The time of the next event: the begin, then just after the end, which is still part of the animation (measured).
  /// - Parameter clocks: the clocks of the layer.
  private static func time(of entry: AnimationEntry, _ clocks: [Timing]) -> Double {
    let local = entry.hasStarted ? entry.endTime : entry.animation.held.timing.beginTime
    if local == .infinity { return local }
    let time = clocks.mediaTime(ofLocal: local)
    return time.isNaN ? .infinity : entry.hasStarted ? time.nextUp : time
  }

  /// Updates all times after clocks have changed.
  mutating func reschedule() {
    items.removeAll { $0.entry.layer == nil || $0.entry.hasEnded }
    for index in items.indices {
      if let layer = items[index].entry.layer { items[index].time = Self.time(of: items[index].entry, layer.clocks) }
    }
    // A sorted array is a heap.
    items.sort { ($0.time, $0.number) < ($1.time, $1.number) }
  }

  mutating func takeOut(of isTaken: (CALayer) -> Bool) -> AnimationAgenda {
    let isLeaving = items.map { item in item.entry.layer.map(isTaken) ?? false }
    guard isLeaving.contains(true) else { return AnimationAgenda() }
    var taken = AnimationAgenda()
    (taken.items, taken.added) = (zip(items, isLeaving).filter(\.1).map(\.0), added)
    items = zip(items, isLeaving).filter { !$0.1 }.map(\.0)
    taken.reschedule()
    reschedule()
    return taken
  }

  /// Compares items in place: a copy retains the animation.
  private func comes(_ index: Int, before other: Int) -> Bool {
    let (time, otherTime) = (items[index].time, items[other].time)
    return time < otherTime || time == otherTime && items[index].number < items[other].number
  }

  /// Removes and returns the due events in order of time, then of insertion. After the begin of an animation, its end
  /// is pending.
  mutating func takeDue(at time: Double) -> [(layer: CALayer, entry: AnimationEntry)] {
    var due: [(layer: CALayer, entry: AnimationEntry)] = []
    while nextTime <= time {
      let entry = removeFirst().entry
      if let layer = entry.layer { due.append((layer, entry)) }
    }
    return due
  }

  private mutating func removeFirst() -> Item {
    items.swapAt(0, items.count - 1)
    let first = items.removeLast()
    var index = 0
    while 2 * index + 1 < items.count {
      var child = 2 * index + 1
      if child + 1 < items.count, comes(child + 1, before: child) { child += 1 }
      guard comes(child, before: index) else { break }
      items.swapAt(index, child)
      index = child
    }
    return first
  }
}

extension CALayer {
  /// The clocks of this layer and its ancestors that have one, innermost first.
  fileprivate var clocks: [Timing] {
    var clocks: [Timing] = []
    // Unretained: ancestors outlive the loop, and documents call this tens of thousands of times.
    var next: Unmanaged<CALayer>? = .passUnretained(self)
    while let layer = next {
      next = layer._withUnsafeGuaranteedRef { layer in
        if let timing = layer.ownTiming { clocks.append(timing) }
        return layer.container.map(Unmanaged.passUnretained)
      }
    }
    return clocks
  }
}

extension [Timing] {
  /// Converts a local time to media time. Infinite if a clock on the way is paused or runs backward.
  fileprivate func mediaTime(ofLocal time: Double) -> Double {
    var time = time
    for timing in self {
      guard timing.speed > 0 else { return .infinity }
      time = timing.parentTime(fromLocal: time)
    }
    return time
  }
}
