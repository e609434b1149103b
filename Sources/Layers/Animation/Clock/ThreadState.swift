import Foundation

/// Core Animation's state of a thread: the virtual clock and the open transactions.
final class ThreadState {
  /// Seconds. Far from 0, because a cell whose `beginTime` is 0 has been emitting since media time 0.
  var mediaTime = 1000.0
  /// Whether something has set the clock: a movie, whose script runs on the thread.
  var isDriven = false
  var transactions: [TransactionLevel] = []
  /// Published roots that have changed since the last outermost commit.
  var changedRoots: [CALayer] = []
  var agenda = AnimationAgenda()
  var quietEnds = QuietEnds()
  var frameTicks = FrameTicks()
  /// Those that are called; the thread holds them as a run loop does.
  var displayLinks: [CADisplayLink] = []
  /// Answer to a notification; false when the observer is gone.
  var notificationActions: [UUID: (Notification) -> Bool] = [:]
  /// Those that have been displayed.
  var tiledLayers: [WeakTiledLayer] = []
  /// Keys of the rows behind stored values; nil for those without an action.
  var actionKeys: [ActionPath: String?] = [:]

  /// Puts the next moment of an animation on the agenda.
  func plan(_ entry: AnimationEntry, of layer: CALayer) {
    let now = mediaTime
    agenda.add(entry, of: layer, now: now)
  }

  /// The state of the calling thread.
  static var current: ThreadState { threads.value }

  /// Calls with it uncounted: each change of a layer asks for it.
  @inline(__always)
  static func withCurrent<Result>(_ body: (ThreadState) -> Result) -> Result { threads.withValue(body) }

  private static let threads = ThreadLocal { ThreadState() }
}
