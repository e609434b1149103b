import Synchronization

/// Animations of a layer of which some change groups of rare values, and the memory in which these lie from frame to
/// frame: a frame writes into it what is animated and copies nothing else.
final class AnimatedGroups: Sendable {
  /// Those that change the state itself, then those that change its rare values, then those of each group.
  private let tracks: [Track]
  private let ofState: Range<Int>
  private let ofValues: Range<Int>
  /// Apart, because there is seldom a second one.
  private let first: Group?
  private let others: [Group]
  private let memory = Mutex(Rare<RareValues>())

  private struct Group: Sendable {
    /// Where the group's `Rare` lies in the rare values.
    let step: GroupStep
    let tracks: Range<Int>
  }

  /// Nil without such animations, and where one writes over a group in which another one writes.
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

  /// - Parameter state: as it was committed.
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
