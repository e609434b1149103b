/// Plain sublayers that lie one after the other, as rows of memory: a frame of thousands of layers reads them from one
/// end to the other instead of looking up each layer, its animations and their clocks, and asks once where animations
/// are that run together.
struct PlainRows: Sendable {
  private let states: [PlainState]
  /// Of all layers, one after the other.
  private let changes: [Change]
  /// Where the changes of each layer end.
  private let ends: [Int32]
  /// An animation of each of the times that animations have.
  private let timers: [Track]

  /// What an animation writes.
  private struct Change: Sendable {
    let writer: ValueWriter
    /// Bytes from the start of the state.
    let offset: Int32
    let timer: Int32
  }

  /// - Precondition: all nodes are plain.
  init(_ nodes: ArraySlice<RenderNode>) {
    var (changes, ends, timers) = ([Change](), [Int32](), [Track]())
    var before = 0..<0
    for node in nodes {
      let begin = changes.count
      for (index, track) in node.tracks.enumerated() {
        // Layers that move together lie together.
        var timer = index < before.count ? Int(changes[before.lowerBound + index].timer) : timers.count
        if timer == timers.count || !timers[timer].runs(with: track) {
          timer = timers.count
          timers.append(track)
        }
        changes.append(
          Change(writer: track.valueWriter, offset: Int32(track.range.lowerBound), timer: Int32(timer)))
      }
      ends.append(Int32(truncatingIfNeeded: changes.count))
      before = begin..<changes.count
    }
    states = nodes.map(\.state.plain)
    (self.changes, self.ends, self.timers) = (changes, ends, timers)
  }

  /// Calls a closure with the state of each layer, in order, as it shows.
  /// - Parameter time: of the superlayer, which is theirs: plain layers have no clock.
  @inline(__always)
  func forEachState(at time: Double, _ body: (inout PlainState) -> Void) {
    KernelRow<AnimationSample?>.withRoom(for: max(1, timers.count)) { samples in
      for (index, timer) in timers.enumerated() { samples.from(index).initialize(to: timer.sample(at: time)) }
      var next = 0
      for index in states.indices {
        var state = states[index]
        let end = Int(ends[index])
        while next < end {
          if let sample = samples[Int(changes[next].timer)] {
            withUnsafeMutablePointer(to: &state) {
              changes[next].writer.write(UnsafeMutableRawPointer($0) + Int(changes[next].offset), sample)
            }
          }
          next += 1
        }
        body(&state)
      }
    }
  }
}
