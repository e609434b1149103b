import Foundation
import StarmineRendering
import StarmineTuning

/// The terminal that the program runs in, taken over for full-screen pictures.
///
/// Its owner calls `restore()` on every way out.
final class Terminal {
  private let saved: termios
  private var isTaken = true
  /// Answers that came with something else; read as keys later.
  private var unread: [UInt8] = []

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
    // The other screen, without cursor, empty.
    write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J".utf8))
  }

  deinit { restore() }

  /// The terminal as it was before. Any number of calls.
  func restore() {
    guard isTaken else { return }
    isTaken = false
    // Images of the kitty protocol outlive the screen that they are on.
    write(Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l".utf8))
    var attributes = saved
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  func write(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let rest = done == 0 ? bytes : Array(bytes[done...])
      let count = Foundation.write(STDOUT_FILENO, rest, rest.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      // Without a terminal there is no one to tell.
      if count <= 0 { return }
      done += count
    }
  }

  /// The bytes typed until now; waits at most `seconds` for some to come.
  func read(within seconds: Double) -> [UInt8] {
    if !unread.isEmpty {
      defer { unread = [] }
      return unread
    }
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Int32(max(0, seconds * 1000))) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
    // The other end of the terminal is gone: as if the user had quit.
    guard count > 0 else { return Array("q".utf8) }
    return Array(buffer.prefix(count))
  }

  /// Size of the window; the last two rows are left for the status.
  var area: TerminalArea {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 2 else {
      return TerminalArea(columns: 80, rows: 22)
    }
    var area = TerminalArea(columns: Int(size.ws_col), rows: Int(size.ws_row) - 2)
    if size.ws_xpixel > 0, size.ws_ypixel > 0 {
      area.characterWidth = max(1, Int(size.ws_xpixel) / Int(size.ws_col))
      area.characterHeight = max(1, Int(size.ws_ypixel) / Int(size.ws_row))
    }
    return area
  }

  /// Asks the terminal which graphics it can show: a test image of the kitty protocol, then its device attributes,
  /// which every terminal answers.
  func askForGraphics() -> TerminalGraphics {
    write(Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8))
    var answer: [UInt8] = []
    // Terminals answer within milliseconds; over a slow line it takes a moment.
    for _ in 0..<20 {
      answer += read(within: 0.05)
      let text = String(decoding: answer, as: UTF8.self)
      guard text.contains(/\u{1B}\[\?[0-9;]*c/) else { continue }
      return text.contains("_Gi=31;OK") ? .kitty : .blocks
    }
    unread = answer
    return .blocks
  }
}
