/// The terminal that the program runs in, taken over for full-screen pictures.
///
/// The owner must call `restore()` before exiting.
final class Terminal {
  private let saved: termios
  private var isTaken = true

  /// Nil if input or output is not a terminal.
  init?() {
    var attributes = termios()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &attributes) == 0 else {
      return nil
    }
    saved = attributes
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    attributes.c_iflag &= ~tcflag_t(IXON | ICRNL)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes) == 0 else { return nil }
    // The alternate screen, empty and without a cursor.
    write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J".utf8))
  }

  deinit { restore() }

  /// Restores the terminal. Can be called several times.
  func restore() {
    guard isTaken else { return }
    isTaken = false
    write(Array("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l".utf8))
    var attributes = saved
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  func write(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let rest = done == 0 ? bytes : Array(bytes[done...])
      let count = Foundation.write(STDOUT_FILENO, rest, rest.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count <= 0 { return }
      done += count
    }
  }

  /// The bytes typed so far. Waits at most `seconds` for input.
  func read(within seconds: Double) -> [UInt8] {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Int32(max(0, seconds * 1000))) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
    // The terminal was closed: treated as quitting.
    guard count > 0 else { return Array("q".utf8) }
    return Array(buffer.prefix(count))
  }

  /// Size of the window without the status row.
  var area: TerminalArea {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 1 else {
      return TerminalArea(columns: 80, rows: 23)
    }
    return TerminalArea(columns: Int(size.ws_col), rows: Int(size.ws_row) - 1)
  }
}
