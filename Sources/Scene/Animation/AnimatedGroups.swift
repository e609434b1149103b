import Synchronization

/// Animations of a layer of which some change groups of rare values, and the memory in which these lie from frame to
/// frame: a frame writes into it what is animated and copies nothing else.
final class AnimatedGroups: Sendable {
  /// Those that change the state itself, and those that change its rare values.
  private let (ofState, ofValues): ([Track], [Track])
  private let groups: [Group]
  private let memory = Mutex(Rare<RareValues>())

  private struct Group: Sendable {
    /// Where the group's `Rare` lies in the rare values.
    let place: GroupStep
    var tracks: [Track]

    var range: Range<Int> { place.offset..<place.offset + MemoryLayout<Rare<RareValues>>.size }
  }

  /// Nil without such animations, and where one writes over a group in which another one writes.
  init?(_ tracks: [Track]) {
    guard tracks.contains(where: { !$0.place.isEmpty }) else { return nil }
    (ofState, ofValues) = (tracks.filter { $0.place.isEmpty }, tracks.filter { $0.place.count == 1 })
    var groups: [Group] = []
    for track in tracks where track.place.count > 1 {
      guard track.place.count == 2 else { return nil }
      let index = groups.firstIndex { $0.place.offset == track.place[1].offset }
      if let index { groups[index].tracks.append(track) } else { groups.append(Group(place: track.place[1], tracks: [track])) }
    }
    self.groups = groups
    let rare = MemoryLayout<LayerState>.offset(of: \.rare) ?? 0
    if ofState.contains(where: { $0.range.upperBound > rare }) { return nil }
    for group in groups where ofValues.contains(where: { $0.range.overlaps(group.range) }) { return nil }
  }

  /// - Parameter state: as it was committed.
  func apply(to state: inout LayerState, at time: Double) {
    ofState.forEachUncounted { $0.apply(to: &state, at: time) }
    state.rare = memory.withLock { memory in
      memory.rewrite(over: state.rare) { values, committed in
        ofValues.forEachUncounted { $0.restore(values, from: committed) }
      } write: { values, committed in
        ofValues.forEachUncounted { $0.apply(atGroup: values, at: time) }
        for group in groups { write(group, in: values, over: committed, at: time) }
      }
      return memory
    }
  }

  private func write(
    _ group: Group, in values: UnsafeMutableRawPointer, over committed: UnsafeMutableRawPointer, at time: Double
  ) {
    group.place.group.rewrite(values + group.place.offset, over: committed + group.place.offset) { values, committed in
      group.tracks.forEachUncounted { $0.restore(values, from: committed) }
    } write: { values, _ in
      group.tracks.forEachUncounted { $0.apply(atGroup: values, at: time) }
    }
  }
}
