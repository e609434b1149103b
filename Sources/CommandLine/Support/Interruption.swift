import Synchronization

/// Lets a command end by itself when a signal asks for it, so that it can say so and remove what it began. Without one,
/// the program ends at once (`Signals`).
final class Interruption {
  /// Whether a signal has come.
  final class Request: Sendable {
    fileprivate init() { Signals.listeners.wrappingAdd(1, ordering: .relaxed) }
    deinit { Signals.listeners.wrappingSubtract(1, ordering: .relaxed) }

    var isMade: Bool { Signals.first != 0 }
  }

  let request = Request()
}
