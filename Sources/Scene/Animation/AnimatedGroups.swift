import Synchronization

/// Animations of a layer that change groups of rare values, and memory for these groups that is kept between frames. A
/// frame writes only animated values and copies nothing else.
final class AnimatedGroups: Sendable {
  /// Tracks of the state itself, then of its rare values, then of each group.
  private let tracks: [Track]
  private let ofState: Range<Int>
  private let ofValues: Range<Int>
  /// Stored separately, because a second group is rare.
  private let first: Group?
  private let others: [Group]
  private let memory = Mutex(Rare<RareValues>())

  private struct Group: Sendable {
    /// Location of the group in the rare values.
    let step: GroupStep
    let tracks: Range<Int>
  }

  /// Nil without such animations, and if one replaces a group that another one changes.
  init?(_ tracks: [Track]) {
    guard tracks.contains(where: { !$0.place.isEmpty }), !tracks.contains(where: { $0.place.count > 2 }) else {
      return nil
    }
    var (sorted, groups): ([Track], [Group]) = (tracks.filter { $0.place.isEmpty }, [])
    ofState = 0..<sorted.count
    sorted += tracks.filter { $0.place.count == 1 }
    ofValues = ofState.upperBound..<sorted.count
    for step in tracks.compactMap({ $0.place.count > 1 ? $0.place[1] : nil }) {
      guard !groups.contains(where: { $0.step.offset == step.offset }) else { continue }
      let begin = sorted.count
      sorted += tracks.filter { $0.place.count > 1 && $0.place[1].offset == step.offset }
      groups.append(Group(step: step, tracks: begin..<sorted.count))
    }
    self.tracks = sorted
    (first, others) = (groups.first, Array(groups.dropFirst()))
    let rare = MemoryLayout<LayerState>.offset(of: \.rare) ?? 0
    if sorted[ofState].contains(where: { $0.range.upperBound > rare }) { return nil }
    for group in groups where sorted[ofValues].contains(where: { $0.range.contains(group.step.offset) }) { return nil }
  }

  func apply(to state: inout LayerState, at time: Double) {
    for index in ofState { tracks[index].apply(to: &state, at: time) }
    withUnsafeMutablePointer(to: &state.rare) { rare in
      rare.pointee = values(over: UnsafePointer(rare), at: time)
    }
  }

  private func values(over committed: UnsafePointer<Rare<RareValues>>, at time: Double) -> Rare<RareValues> {
    memory.withLock { memory in
      memory.rewrite(over: committed) { values, committed in
        for index in ofValues { tracks[index].restore(values, from: committed) }
      } write: { values, committed in
        for index in ofValues { tracks[index].apply(atGroup: values, at: time) }
        if let first { write(first, in: values, over: committed, at: time) }
        for group in others { write(group, in: values, over: committed, at: time) }
      }
      return memory
    }
  }

  private func write(
    _ group: Group, in values: UnsafeMutableRawPointer, over committed: UnsafeMutableRawPointer, at time: Double
  ) {
    let (type, offset) = (group.step.group, group.step.offset)
    type.rewrite(values + offset, over: committed + offset) { values, committed in
      for index in group.tracks { tracks[index].restore(values, from: committed) }
    } write: { values, _ in
      for index in group.tracks { tracks[index].apply(atGroup: values, at: time) }
    }
  }
}
