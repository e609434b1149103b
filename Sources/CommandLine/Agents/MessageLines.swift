import Foundation

/// Messages of a file descriptor, one a line.
struct MessageLines {
  let file: Int32
  /// Of a message, bytes. A longer one is replaced by one that cannot be read.
  private let longest: Int
  private var waiting: [UInt8] = []
  private var scanned = 0
  private(set) var isAtEnd = false

  init(_ file: Int32, longest: Int) { (self.file, self.longest) = (file, longest) }

  var isRegularFile: Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// A message that has been read; nil before the next `read`. At the end, the last one needs no line end.
  mutating func next() -> [UInt8]? {
    if let end = waiting[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(waiting[..<end])
      waiting.removeFirst(end + 1)
      scanned = 0
      return line
    }
    scanned = waiting.count
    if waiting.count > longest { (waiting, scanned) = (Array("!".utf8), 1) }
    guard isAtEnd, !waiting.isEmpty else { return nil }
    defer { (waiting, scanned) = ([], 0) }
    return waiting
  }

  /// Waits for bytes and takes them; false at the end.
  mutating func read() -> Bool {
    var (buffer, count) = ([UInt8](repeating: 0, count: 1 << 16), 0)
    repeat { count = Foundation.read(file, &buffer, buffer.count) } while count < 0 && errno == EINTR
    if count > 0 { waiting += buffer.prefix(count) } else { isAtEnd = true }
    return !isAtEnd
  }

  /// Writes a message to standard output.
  ///
  /// - Parameter text: without line ends.
  static func write(_ text: some StringProtocol) { write(Array(text.utf8)) }

  static func write(_ line: [UInt8]) {
    do { try FileHandle.standardOutput.write(contentsOf: Data(line + [UInt8(ascii: "\n")])) } catch {
      // The agent's program has gone.
      Foundation.exit(CommandError.Code.brokenPipe.rawValue)
    }
  }
}
