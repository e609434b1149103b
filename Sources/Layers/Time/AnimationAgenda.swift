import StarmineScene

/// The beginnings and ends of animations that a thread has ahead of it, in media time.
struct AnimationAgenda {
  private struct Item {
    weak var layer: CALayer?
    var entry: AnimationEntry
    var time: Double
  }
  private var items: [Item] = []
  /// Seconds of media time; infinite if nothing is ahead.
  private(set) var nextTime = Double.infinity

  mutating func add(_ entry: AnimationEntry, of layer: CALayer) {
    let time = Self.time(of: entry, on: layer)
    items.append(Item(layer: layer, entry: entry, time: time))
    nextTime = min(nextTime, time)
  }

  /// The next moment of an animation: its beginning, then just after its end, which still belongs to it (measured).
  private static func time(of entry: AnimationEntry, on layer: CALayer) -> Double {
    if entry.hasStarted { return layer.mediaTime(ofLocal: entry.endTime).nextUp }
    return layer.mediaTime(ofLocal: entry.animation.beginTime)
  }

  /// Clocks have changed.
  mutating func reschedule() {
    items.removeAll { $0.layer == nil || $0.entry.hasEnded }
    for index in items.indices {
      if let layer = items[index].layer { items[index].time = Self.time(of: items[index].entry, on: layer) }
    }
    nextTime = items.map(\.time).min() ?? .infinity
  }

  /// Takes out what is due at `time`, in order of time, then of adding; an animation that only begins stays, with its
  /// end ahead.
  mutating func takeDue(at time: Double) -> [(layer: CALayer, entry: AnimationEntry)] {
    let due = items.enumerated().filter { $0.element.time <= time }
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    items.removeAll { $0.time <= time }
    nextTime = items.map(\.time).min() ?? .infinity
    return due.compactMap { item in item.layer.map { ($0, item.entry) } }
  }
}

extension CALayer {
  /// Media time of a local time; infinite where a clock on the way stands still or runs backward.
  func mediaTime(ofLocal time: Double) -> Double {
    var time = time
    var next: CALayer? = self
    while let layer = next {
      guard layer.state.timing.speed > 0 else { return .infinity }
      time = layer.state.timing.parentTime(fromLocal: time)
      next = layer.superlayer
    }
    return time
  }
}
