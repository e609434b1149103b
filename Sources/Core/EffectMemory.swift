import Dispatch
import Synchronization

/// Memory for bitmaps of shadows and filters, shared by the frames that are drawn at the same time. If it is short,
/// frames wait for each other.
package enum EffectMemory {
  private struct State {
    var held = 0
    /// The maximum in use. Scratch memory keeps it for the next frame: it counts as used but is available.
    var most = 0
    var waiting: [DispatchSemaphore] = []
  }

  private enum Answer {
    case taken
    /// Memory that was freed may still count as memory of the process.
    case trim
    case wait(DispatchSemaphore)
    case tooMuch(available: Int)
  }

  private static let state = Mutex(State())
  /// Bytes that are not counted: the size of a worker's tiles.
  private static let little = 32 << 20

  /// Takes the memory for drawing a list, and waits until it is available.
  /// - Parameter isDeep: whether frames are drawn in float.
  /// - Returns: the bytes for `giveBack` after drawing.
  /// - Throws: `outOfMemory` if the frame alone needs more memory than there is.
  package static func take(
    for list: DisplayList, frame: Int, isDeep: Bool = false
  ) throws(MovieError) -> Int {
    let bytes = list.effectBytes(isDeep: isDeep)
    guard bytes > little else { return 0 }
    var isTrimmed = false
    while true {
      let available = MemoryBudget.available
      switch state.withLock({ ask(bytes, of: available, isTrimmed: isTrimmed, &$0) }) {
      case .taken: return bytes
      case .trim:
        MemoryBudget.trim()
        isTrimmed = true
      case .wait(let gate):
        gate.wait()
        isTrimmed = false
      case .tooMuch(let available):
        throw .outOfMemory(
          "the shadows and filters of frame \(frame) take \(MemoryBudget.text(bytes)), and "
            + "\(MemoryBudget.text(available)) are available; use a smaller size or more memory")
      }
    }
  }

  private static func ask(_ bytes: Int, of available: Int, isTrimmed: Bool, _ state: inout State) -> Answer {
    if state.held + bytes <= max(available, state.most) {
      state.held += bytes
      state.most = max(state.most, state.held)
      return .taken
    }
    guard isTrimmed else { return .trim }
    guard state.held > 0 else { return .tooMuch(available: available) }
    let gate = DispatchSemaphore(value: 0)
    state.waiting.append(gate)
    return .wait(gate)
  }

  package static func giveBack(_ bytes: Int) {
    guard bytes > 0 else { return }
    let waiting = state.withLock { state in
      state.held -= bytes
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.signal() }
  }
}
