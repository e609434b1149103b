import Synchronization

/// Behaviour of the program when it is told to stop, or when it crashes: no unfinished file stays.
///
/// * SIGINT, SIGTERM, SIGHUP: a command that looks for it (`Interruption`) ends by itself; any other ends at once, and
///   so does one that has not ended after `patience`. A second SIGINT does not wait. A second SIGTERM changes nothing:
///   supervisors send several.
/// * SIGPIPE, SIGXFSZ: nothing; the write fails, which is an error like others.
/// * Crashes: unfinished files are removed before the system does what it does.
///
/// Handlers need no thread: where none can be started, the program still ends. They use atomics and system calls only.
enum Signals {
  private static let received = Atomic<Int32>(0)
  static let listeners = Atomic<Int>(0)
  private static let interrupts = Atomic<Int>(0)

  /// The first signal that asked to stop; 0 while none did.
  static var first: Int32 { received.load(ordering: .relaxed) }

  /// Seconds that a command has for ending by itself.
  private static let patience: UInt32 = 5

  /// Code of a process that a signal has ended, as shells count.
  static func exitCode(of signal: Int32) -> Int32 { 128 + signal }

  static func install() {
    // What handlers read is made before the first of them runs.
    PartialFiles.prepare()
    _ = (first, listeners.load(ordering: .relaxed), interrupts.load(ordering: .relaxed))
    for number in [SIGINT, SIGTERM] { handle(number) { Signals.stop($0) } }
    // `nohup` asks for it.
    if handler(of: SIGHUP) != 1 { handle(SIGHUP) { Signals.stop($0) } }
    handle(SIGALRM) { _ in Signals.leave(Signals.first) }
    // A handler, because programs that this one starts would inherit that a signal is ignored.
    for number in [SIGPIPE, SIGXFSZ] { handle(number) { _ in } }
    unblockAll()
    // The language reports crashes at length, which takes seconds; who asks for that gets it, and cleans up.
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT] {
      handle(number, flags: Int32(bitPattern: UInt32(SA_RESETHAND))) { number in
        PartialFiles.removeAll()
        raise(number)
      }
    }
  }

  /// A program that is started by a thread with blocked signals (Foundation's `Process` in a dispatch queue, some
  /// service managers) inherits the mask, and would never hear that it is to stop.
  private static func unblockAll() {
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// 0 for what the system does; 1 for nothing, as `nohup` sets it; otherwise a function of the program.
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
