enum StandardOutput {
  /// Reserves the descriptors of closed standard output and error, so that no file gets them and receives printed text.
  /// Writing to them fails.
  static func prepare() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Flushes standard output. If the reader has gone, exits silently like the signal (141). A full disk is an error.
  static func flush() throws(CommandError) {
    guard let stream else { return }
    errno = 0
    guard fflush(stream) != 0 || ferror(stream) != 0 else { return }
    let number = errno
    if number == EPIPE || hasNoReader { throw CommandError(message: "", code: .brokenPipe) }
    let reason = number == 0 ? "" : ": \(String(cString: strerror(number)))"
    throw .failed("cannot write to standard output\(reason)")
  }

  /// A previous failure may have hidden the reason.
  private static var hasNoReader: Bool {
    var state = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
  }

  /// C's `stdout`, a variable that Swift does not import.
  private static var stream: UnsafeMutablePointer<FILE>? {
    dlsym(nil, "stdout")?.load(as: UnsafeMutablePointer<FILE>?.self)
  }
}

/// Prints a line of a result. Replaces Swift's function, so that foreign text cannot control the terminal.
func print(_ text: String, terminator: String = "\n") { Swift.print(text.printable, terminator: terminator) }

func printJSON(_ value: some Encodable) throws {
  print(String(decoding: try JSONText.page(value), as: UTF8.self))
}

/// A summary of several outputs on one line.
enum BatchSummary {
  static func text(_ done: Int, _ all: Int, _ kept: Int, _ failed: [String], _ seconds: Double) -> String {
    var text = String(format: "%d of %d rendered in %.1f s", done, all, seconds)
    if kept > 0 { text += ", \(kept) kept" }
    if !failed.isEmpty { text += ", \(failed.count) failed: \(failed.listed(20))" }
    return text
  }
}
