import CStarmineFFmpeg
import StarmineGraphics

/// Writes pixels in rows without padding. Frames are written from where they were drawn, because a copy takes a
/// noticeable part of the drawing time.
struct PlainOutput: ~Copyable, Sendable {
  private var file: OutputFile
  private let target: String
  private var gathered: [UInt8] = []

  init(_ file: consuming OutputFile, target: String) {
    self.file = file
    self.target = target
  }

  var bytes: Int { file.size }

  consuming func end() -> OutputFile { file }

  mutating func write(_ packet: borrowing OwnedPacket) throws(VideoError) {
    guard let frame = OwnedFrame(wrappedIn: packet) else { throw .outOfMemory(operation: "writing \(target)") }
    let code = write(frame)
    if code != 0 { throw .file(FileError(path: target, number: code)) }
  }

  /// - Returns: an `errno` value; 0 for success.
  private mutating func write(_ frame: borrowing OwnedFrame) -> Int32 {
    let end = file.size
    if let code = frame.withPackedBytes({ file.write($0, at: end) }) { return code }
    let count = frame.packedSize
    if gathered.count != count { gathered = [UInt8](repeating: 0, count: count) }
    frame.copyPacked(to: &gathered)
    return file.write(gathered, at: end)
  }
}
