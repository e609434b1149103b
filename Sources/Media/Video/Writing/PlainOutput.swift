import CStarmineFFmpeg
import StarmineGraphics

/// Pixels and nothing else, row by row without padding: frames go into the file, or down the pipe, from where they were
/// drawn, since every copy of one takes as long as a part of drawing it.
struct PlainOutput: ~Copyable, Sendable {
  private var file: OutputFile
  private let target: String
  /// A frame whose rows lie apart.
  private var gathered: [UInt8] = []

  init(_ file: consuming OutputFile, target: String) {
    self.file = file
    self.target = target
  }

  /// Bytes that have been written so far.
  var bytes: Int { file.size }

  consuming func end() -> OutputFile { file }

  /// Writes the frame that a packet of `wrapped_avframe` points to.
  mutating func write(_ packet: borrowing OwnedPacket) throws(VideoError) {
    guard let frame = OwnedFrame(wrappedIn: packet) else { throw .outOfMemory(operation: "writing \(target)") }
    let code = write(frame)
    if code != 0 { throw .file(FileError(path: target, number: code)) }
  }

  /// - Returns: an `errno` value; 0 after success.
  private mutating func write(_ frame: borrowing OwnedFrame) -> Int32 {
    let end = file.size
    if let code = frame.withPackedBytes({ file.write($0, at: end) }) { return code }
    let count = frame.packedSize
    if gathered.count != count { gathered = [UInt8](repeating: 0, count: count) }
    frame.copyPacked(to: &gathered)
    return file.write(gathered, at: end)
  }
}
