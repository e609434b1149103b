import CStarmineFFmpeg
package import StarmineGraphics

/// A segment of a movie: encoder packets, as written by `VideoFormat.segment`.
struct SegmentFile: ~Copyable {
  private let path: String
  private let container: MediaContainer
  private let stream: MediaStream

  init(_ path: String) throws(VideoError) {
    let source = LibraryInput(try InputFile.written(path))
    // Reads packets without parsing them or guessing times.
    let reading = MediaContainer.Reading(demuxer: "nut", flags: AVFMT_FLAG_NOPARSE | AVFMT_FLAG_NOFILLIN)
    let container = try MediaContainer(source, reading, named: path)
    guard container.streamCount == 1, let stream = container.stream(0) else {
      throw .notAsWritten(path: path, reason: "it has \(container.streamCount) streams")
    }
    (self.path, self.stream) = (path, stream)
    self.container = container
  }

  func broken(_ reason: String) -> VideoError { .notAsWritten(path: path, reason: reason) }

  /// Throws unless the stream matches an encoder: codec, size, and headers with its settings.
  func compare(with encoder: borrowing Encoder) throws(VideoError) {
    let (found, meant) = (stream.parameters, encoder.codec.pointer.pointee)
    // A container without a name for the codec does not return it.
    guard found.codec_id == meant.codec_id || found.codec_id == AV_CODEC_ID_NONE else {
      throw broken("its codec is \(String(cString: avcodec_get_name(found.codec_id)))")
    }
    guard found.width == meant.width, found.height == meant.height else {
      throw broken("its size is \(found.width)x\(found.height) instead of \(meant.width)x\(meant.height)")
    }
    guard stream.headers == encoder.codec.headers else { throw broken("it was encoded with other settings") }
  }

  /// Throws unless the file contains `frames` frames without a gap, starting with a key frame.
  func check(frames: Int, _ rate: AVRational) throws(VideoError) {
    var isThere = [Bool](repeating: false, count: frames)
    var count = 0
    try forEachPacket(rate) { (packet, time) throws(VideoError) in
      if count == 0, packet.pointer.pointee.flags & AV_PKT_FLAG_KEY == 0 {
        throw broken("the first frame cannot be decoded alone")
      }
      guard isThere.indices.contains(time), !isThere[time] else {
        throw broken("it has a frame \(time) instead of \(frames) frames starting at 0")
      }
      isThere[time] = true
      count += 1
    }
    guard count == frames else { throw broken("it has \(count) of \(frames) frames") }
  }

  /// Passes every packet in decoding order, with its frame number in the segment. Read a file only once.
  func forEachPacket(
    _ rate: AVRational, _ body: (borrowing OwnedPacket, Int) throws(VideoError) -> Void
  ) throws(VideoError) {
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(path)") }
    let frame = AVRational(num: rate.den, den: rate.num)
    var first: Int64?
    while true {
      let result = container.read(into: packet)
      if result.code == shim_error_end_of_file() { return }
      if result.failed { throw broken(result.reason) }
      let time = packet.pointer.pointee.pts
      if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 || packet.pointer.pointee.size == 0 {
        throw broken("a frame is damaged")
      }
      // The container may have shifted all times, but keeps their differences.
      let ticks = time &- (first ?? time)
      first = first ?? time
      let index = av_rescale_q(ticks, stream.tick, frame)
      guard time != shim_no_timestamp(), av_rescale_q(index, frame, stream.tick) == ticks else {
        throw broken("a frame has no timestamp")
      }
      try body(packet, Int(index))
      av_packet_unref(packet.pointer)
    }
  }
}

/// Segments of formats with a line per frame.
enum LineSegments {
  /// Maximum bytes, far above a line for each frame of a segment.
  private static let limit = 256 << 20

  /// Reads a file with the lines of these frames and the common header.
  /// - Parameter header: header of the first segment; nil if unknown.
  /// - Returns: header and lines.
  static func read(
    _ path: String, frames: Range<Int>, header: [UInt8]?
  ) throws(VideoError) -> (header: [UInt8], lines: [UInt8]) {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile.bytes(of: path, atMost: limit) } catch { throw .input(error) }
    guard bytes.last == UInt8(ascii: "\n") else { throw .notAsWritten(path: path, reason: "its last line is cut off") }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let comments = lines.prefix { $0.first == UInt8(ascii: "#") }
    let start = comments.reduce(0) { $0 + $1.count + 1 }
    let numbers = lines.dropFirst(comments.count).map(frameNumber)
    guard numbers.elementsEqual(frames.map { $0 }) else {
      throw .notAsWritten(
        path: path, reason: "it does not have the frames \(frames.lowerBound)-\(frames.upperBound - 1)")
    }
    let found = Array(bytes[..<start])
    guard header == nil || header == found else { throw .notAsWritten(path: path, reason: "its header differs") }
    return (found, Array(bytes[start...]))
  }

  /// `STREAM, DECODED, SEEN, ...`: the presentation time in frames.
  private static func frameNumber(_ line: ArraySlice<UInt8>) -> Int? {
    let fields = line.split(separator: UInt8(ascii: ","), maxSplits: 3)
    guard fields.count == 4 else { return nil }
    return Int(String(decoding: fields[2].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
  }
}

extension InputFile {
  package static func written(_ path: String) throws(VideoError) -> InputFile {
    do throws(InputFileError) { return try InputFile(path) } catch { throw .input(error) }
  }

  package static func sha256(of path: String, in scope: FileScope = .everywhere) throws(VideoError) -> String {
    let file: InputFile
    do throws(InputFileError) { file = try InputFile(path, in: scope) } catch { throw .input(error) }
    return try file.sha256()
  }

  package func sha256() throws(VideoError) -> String {
    let digest = try Digest(.sha256)
    do throws(FileError) { try content.forEachPart { digest.add($0) } } catch {
      throw .notAsWritten(path: path, reason: error.reason)
    }
    return digest.text()
  }
}
