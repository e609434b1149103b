/// Results that the program prints.
enum StandardOutput {
  /// Keeps the numbers of standard output and error taken where they are closed, so that no file gets one of them and
  /// with it what is printed. Writing to them fails.
  static func prepare() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Waits until everything printed has arrived. A reader that went away ends the program as the signal would (141),
  /// without a word; a full disk is an error.
  static func flush() throws(CommandError) {
    guard let stream else { return }
    errno = 0
    guard fflush(stream) != 0 || ferror(stream) != 0 else { return }
    let number = errno
    if number == EPIPE || hasNoReader { throw CommandError(message: "", code: .brokenPipe) }
    let reason = number == 0 ? "" : ": \(String(cString: strerror(number)))"
    throw .failed("cannot write to standard output\(reason)")
  }

  /// The reason of a failure may have been lost with an earlier one.
  private static var hasNoReader: Bool {
    var state = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
  }

  /// C's `stdout`: a variable, which Swift does not let through by its name.
  private static var stream: UnsafeMutablePointer<FILE>? {
    dlsym(nil, "stdout")?.load(as: UnsafeMutablePointer<FILE>?.self)
  }
}

/// Prints a line of a result, in place of Swift's function: what documents and names of files hold cannot move a
/// terminal's cursor, colour its text or turn its direction.
func print(_ text: String, terminator: String = "\n") { Swift.print(text.printable, terminator: terminator) }

/// Prints a value as indented JSON with sorted keys.
func printJSON(_ value: some Encodable) throws {
  print(String(decoding: try JSONText.page(value), as: UTF8.self))
}

/// What became of several outputs, on one line.
enum BatchSummary {
  static func text(_ done: Int, _ all: Int, _ kept: Int, _ failed: [String], _ seconds: Double) -> String {
    var text = String(format: "%d of %d rendered in %.1f s", done, all, seconds)
    if kept > 0 { text += ", \(kept) kept" }
    if !failed.isEmpty { text += ", \(failed.count) failed: \(failed.listed(20))" }
    return text
  }
}
