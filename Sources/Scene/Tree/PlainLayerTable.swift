import StarmineGraphics

/// Successive plain sublayers in contiguous memory. A frame of thousands of layers reads it sequentially instead of
/// looking up each layer with its animations and clocks. Animations that run together are sampled once.
struct PlainLayerTable: Sendable {
  private let states: [PlainState]
  private let changes: [Change]
  /// End of each layer's changes.
  private let ends: [Int32]
  /// An animation for each different timing.
  private let timers: [Track]

  private struct Change: Sendable {
    let writer: ValueWriter
    /// Bytes from the start of the state.
    let offset: Int32
    let timer: Int32
  }

  init(_ nodes: ArraySlice<RenderNode>) {
    var (changes, ends, timers) = ([Change](), [Int32](), [Track]())
    var before = 0..<0
    for node in nodes {
      let begin = changes.count
      for (index, track) in node.tracks.enumerated() {
        // Layers that move together are usually neighbours.
        var timer = index < before.count ? Int(changes[before.lowerBound + index].timer) : timers.count
        if timer == timers.count || !timers[timer].runs(with: track) {
          timer = timers.count
          timers.append(track)
        }
        changes.append(Change(writer: track.valueWriter, offset: Int32(track.range.lowerBound), timer: Int32(timer)))
      }
      ends.append(Int32(truncatingIfNeeded: changes.count))
      before = begin..<changes.count
    }
    states = nodes.map(\.state.plain)
    (self.changes, self.ends, self.timers) = (changes, ends, timers)
  }

  /// Calls a closure with the visible state of each layer in order.
  /// - Parameter time: time of the superlayer. Plain layers have no clock.
  @inline(__always)
  func forEachState(at time: Double, _ body: (inout PlainState) -> Void) {
    KernelSpan<AnimationSample?>.withRoom(for: max(1, timers.count)) { samples in
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
