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

  /// The complete file.
  consuming func end() -> OutputFile { file }

  /// Writes the frame that a packet of `wrapped_avframe` points to.
  mutating func write(_ packet: borrowing OwnedPacket) throws(VideoError) {
    guard let data = packet.pointer.pointee.data else { return }
    let picture = UnsafeMutableRawPointer(data).assumingMemoryBound(to: AVFrame.self)
    let code = write(picture)
    if code != 0 { throw .file(FileError(path: target, number: code)) }
  }

  /// - Returns: an `errno` value; 0 after success.
  private mutating func write(_ picture: UnsafeMutablePointer<AVFrame>) -> Int32 {
    let format = AVPixelFormat(picture.pointee.format)
    let (width, height) = (picture.pointee.width, picture.pointee.height)
    let count = Int(max(0, av_image_get_buffer_size(format, width, height, 1)))
    if let base = picture.pointee.data.0, PlainOutput.isPacked(picture) {
      return file.write(UnsafeRawBufferPointer(start: base, count: count), at: file.size)
    }
    if gathered.count != count { gathered = [UInt8](repeating: 0, count: count) }
    gathered.withUnsafeMutableBufferPointer { room in
      _ = withPlanes(of: picture) { planes, strides in
        planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 4) {
          av_image_copy_to_buffer(room.baseAddress, Int32(count), $0, strides, format, width, height, 1)
        }
      }
    }
    return gathered.withUnsafeBytes { file.write($0, at: file.size) }
  }

  /// Whether all rows of all planes lie one after the other.
  private static func isPacked(_ picture: UnsafeMutablePointer<AVFrame>) -> Bool {
    guard let packed = OwnedFrame() else { return false }
    let frame = picture.pointee
    let code = withPlanes(of: packed.pointer) { planes, strides in
      av_image_fill_arrays(
        planes, strides, frame.data.0, AVPixelFormat(frame.format), frame.width, frame.height, 1)
    }
    let (data, strides) = (packed.pointer.pointee.data, packed.pointer.pointee.linesize)
    return code >= 0 && data.0 == frame.data.0 && data.1 == frame.data.1 && data.2 == frame.data.2
      && strides.0 == frame.linesize.0 && strides.1 == frame.linesize.1 && strides.2 == frame.linesize.2
  }
}
