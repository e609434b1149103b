import Synchronization

/// Handles signals and crashes: no unfinished file remains.
///
/// * SIGINT, SIGTERM, SIGHUP: a command that uses `Interruption` ends itself. Other commands end at once, as do those
///   that have not ended after `patience`. A second SIGINT ends the program at once. A second SIGTERM has no effect,
///   because supervisors send several.
/// * SIGPIPE, SIGXFSZ: ignored; the write fails with an error.
/// * Crashes: unfinished files are removed before the default action.
///
/// Handlers need no thread, so the program ends even if none can be started. They use only atomics and system calls.
enum Signals {
  private static let received = Atomic<Int32>(0)
  static let listeners = Atomic<Int>(0)
  private static let interrupts = Atomic<Int>(0)

  /// The first stop signal, or 0.
  static var first: Int32 { received.load(ordering: .relaxed) }

  /// Seconds for a command to end itself.
  private static let patience: UInt32 = 5

  /// Exit code for a signal, as in shells.
  static func exitCode(of signal: Int32) -> Int32 { 128 + signal }

  static func install() {
    // Prepared before the first handler can run.
    PartialFiles.prepare()
    _ = (first, listeners.load(ordering: .relaxed), interrupts.load(ordering: .relaxed))
    for number in [SIGINT, SIGTERM] { handle(number) { Signals.stop($0) } }
    // `nohup` requires this.
    if handler(of: SIGHUP) != 1 { handle(SIGHUP) { Signals.stop($0) } }
    handle(SIGALRM) { _ in Signals.leave(Signals.first) }
    // A handler, because programs started by this one would inherit an ignored signal.
    for number in [SIGPIPE, SIGXFSZ] { handle(number) { _ in } }
    unblockAll()
    // Swift's crash report takes seconds. If it is requested, it runs instead.
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT] {
      handle(number, flags: Int32(bitPattern: UInt32(SA_RESETHAND))) { number in
        PartialFiles.removeAll()
        raise(number)
      }
    }
  }

  /// A program started by a thread with blocked signals (Foundation's `Process` in a dispatch queue, some service
  /// managers) inherits the mask and would not receive stop signals.
  private static func unblockAll() {
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// 0: default action; 1: ignored, as by `nohup`; otherwise the address of a function.
  private static func handler(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }

  private static func handle(
    _ number: Int32, flags: Int32 = SA_RESTART, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    sigaction(number, &action, nil)
  }

  private static func stop(_ number: Int32) {
    let isFirst = received.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
    let isSecondInterrupt = number == SIGINT && interrupts.wrappingAdd(1, ordering: .relaxed).oldValue > 0
    if isSecondInterrupt || listeners.load(ordering: .relaxed) == 0 { leave(number) }
    if isFirst { alarm(patience) }
  }

  private static func leave(_ number: Int32) -> Never {
    PartialFiles.removeAll()
    _exit(exitCode(of: number))
  }
}

/// Lets a command end itself after a signal, to print a message and remove unfinished work. Without it, the program
/// ends at once (`Signals`).
final class Interruption {
  final class Request: Sendable {
    fileprivate init() { Signals.listeners.wrappingAdd(1, ordering: .relaxed) }
    deinit { Signals.listeners.wrappingSubtract(1, ordering: .relaxed) }

    var isMade: Bool { Signals.first != 0 }
  }

  let request = Request()
}
