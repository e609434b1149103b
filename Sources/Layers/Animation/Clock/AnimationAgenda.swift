/// The beginnings and ends of animations that a thread has ahead of it, in media time.
struct AnimationAgenda {
  private struct Item {
    var entry: AnimationEntry
    var time: Double
    /// Order among equal times: the earlier number comes first.
    var number: Int
  }

  /// A heap: no item comes before the one at half its place. Timelines can have tens of thousands of animations ahead.
  private var items: [Item] = []
  private var added = 0

  /// Seconds of media time; infinite if nothing is ahead.
  var nextTime: Double { items.first?.time ?? .infinity }

  /// - Parameter now: media time.
  mutating func add(_ entry: AnimationEntry, of layer: CALayer, now: Double) {
    let clocks = layer.clocks
    var time = Self.time(of: entry, clocks)
    // The beginning is not reported: only the end is ahead.
    if !entry.hasStarted, time <= now, !entry.isHeard {
      entry.hasStarted = true
      time = Self.time(of: entry, clocks)
    }
    // That end never comes, whatever becomes of the clocks.
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

  /// The next moment of an animation: its beginning, then just after its end, which still belongs to it (measured).
  /// - Parameter clocks: of the animation's layer.
  private static func time(of entry: AnimationEntry, _ clocks: [Timing]) -> Double {
    let local = entry.hasStarted ? entry.endTime : entry.animation.held.timing.beginTime
    if local == .infinity { return local }
    let time = clocks.mediaTime(ofLocal: local)
    return time.isNaN ? .infinity : entry.hasStarted ? time.nextUp : time
  }

  /// Clocks have changed.
  mutating func reschedule() {
    items.removeAll { $0.entry.layer == nil || $0.entry.hasEnded }
    for index in items.indices {
      if let layer = items[index].entry.layer { items[index].time = Self.time(of: items[index].entry, layer.clocks) }
    }
    // What is sorted is a heap.
    items.sort { ($0.time, $0.number) < ($1.time, $1.number) }
  }

  /// Takes the items of some layers out, as an agenda of their own.
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

  /// Compares items where they lie: a copy counts the animation.
  private func comes(_ index: Int, before other: Int) -> Bool {
    let (time, otherTime) = (items[index].time, items[other].time)
    return time < otherTime || time == otherTime && items[index].number < items[other].number
  }

  /// Takes out what is due at `time`, in order of time, then of adding; an animation that only begins stays, with its
  /// end ahead.
  mutating func takeDue(at time: Double) -> [(layer: CALayer, entry: AnimationEntry)] {
    var due: [(layer: CALayer, entry: AnimationEntry)] = []
    while nextTime <= time {
      let entry = removeFirst().entry
      if let layer = entry.layer { due.append((layer, entry)) }
    }
    return due
  }

  /// - Precondition: there is an item.
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
  /// The clocks of this layer and of those around it, from the inside out: those that have one.
  fileprivate var clocks: [Timing] {
    var clocks: [Timing] = []
    // Not counted: the layers hold each other, and documents ask for tens of thousands.
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
  /// Media time of a local time; infinite where a clock on the way stands still or runs backward.
  fileprivate func mediaTime(ofLocal time: Double) -> Double {
    var time = time
    for timing in self {
      guard timing.speed > 0 else { return .infinity }
      time = timing.parentTime(fromLocal: time)
    }
    return time
  }
}
