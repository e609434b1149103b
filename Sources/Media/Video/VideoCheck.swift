import CStarmineFFmpeg

/// What a complete file must hold, found out by opening it again before it gets its name. An encoder or a container may
/// fail without a word; what is read here is what a player will read.
struct VideoCheck {
  let format: VideoFormat
  let codec: AVCodecID
  let width: Int
  let height: Int
  let frames: Int
  /// From the first frame's beginning to the last one's end.
  let seconds: Double
  /// What errors name.
  let target: String

  func run(_ content: FileContent) throws(VideoError) {
    switch format.reading {
    case .container(let demuxer): try checkContainer(content, demuxer)
    case .lines: try checkLines(content)
    case .nothing: break
    }
  }

  private func checkContainer(_ content: FileContent, _ demuxer: String) throws(VideoError) {
    let file = try VideoInput(content, demuxer: demuxer, target: target)
    let stream = try file.onlyStream()
    let parameters = stream.pointee.codecpar.pointee
    try expect(
      "codec", String(cString: avcodec_get_name(parameters.codec_id)), String(cString: avcodec_get_name(codec)))
    try expect("size", "\(parameters.width)x\(parameters.height)", "\(width)x\(height)")
    let found = try file.countFrames()
    try expect("number of frames", "\(found.frames)", "\(frames)")
    guard found.startsWithKeyFrame else { throw broken("the first frame cannot be decoded alone") }
    let clock = Double(stream.pointee.time_base.num) / Double(stream.pointee.time_base.den)
    let length = Double(found.ticks) * clock
    guard abs(length - seconds) <= max(clock, 1e-6) else {
      throw broken("its duration is \(length) s and not \(seconds) s")
    }
  }

  /// One line for each frame, besides comments.
  private func checkLines(_ content: FileContent) throws(VideoError) {
    var lines = 0
    var isStart = true
    var isComment = false
    do throws(FileError) {
      try content.forEachPart { part in
        for byte in part {
          if isStart { isComment = byte == UInt8(ascii: "#") }
          isStart = byte == UInt8(ascii: "\n")
          if isStart && !isComment { lines += 1 }
        }
      }
    } catch {
      throw .file(error)
    }
    guard isStart else { throw broken("its last line is cut off") }
    try expect("number of frames", "\(lines)", "\(frames)")
  }

  private func expect(_ name: String, _ found: String, _ meant: String) throws(VideoError) {
    guard found == meant else { throw broken("its \(name) is \(found) and not \(meant)") }
  }

  private func broken(_ reason: String) -> VideoError { .notAsWritten(path: target, reason: reason) }
}

/// A container that is read again.
private struct VideoInput: ~Copyable {
  // Sole owner; see Owners.swift.
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let input: UnsafeMutablePointer<AVIOContext>
  private let target: String

  init(_ content: FileContent, demuxer: String, target: String) throws(VideoError) {
    guard let input = LibraryInput(content).makeInput() else { throw .outOfMemory(operation: "reading \(target)") }
    var opened = avformat_alloc_context()
    opened?.pointee.pb = input
    let result = callLibrary { avformat_open_input(&opened, nil, av_find_input_format(demuxer), nil) }
    guard let opened, !result.failed else {
      LibraryInput.free(input)
      throw .notAsWritten(path: target, reason: result.reason)
    }
    (context, self.input, self.target) = (opened, input, target)
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
    LibraryInput.free(input)
  }

  func onlyStream() throws(VideoError) -> UnsafeMutablePointer<AVStream> {
    guard context.pointee.nb_streams == 1, let stream = context.pointee.streams[0] else {
      throw .notAsWritten(path: target, reason: "it has \(context.pointee.nb_streams) streams")
    }
    return stream
  }

  /// Reads every frame.
  ///
  /// - Returns: how many there are, and the ticks from the first one's beginning to the end of the last one.
  func countFrames() throws(VideoError) -> (frames: Int, ticks: Int64, startsWithKeyFrame: Bool) {
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(target)") }
    var (frames, first, end, startsWithKeyFrame) = (0, Int64.max, Int64.min, false)
    while true {
      let result = callLibrary { av_read_frame(context, packet.pointer) }
      if result.code == shim_error_end_of_file() { break }
      if result.failed { throw .notAsWritten(path: target, reason: result.reason) }
      let data = packet.pointer.pointee
      if frames == 0 { startsWithKeyFrame = data.flags & AV_PKT_FLAG_KEY != 0 }
      if data.flags & AV_PKT_FLAG_CORRUPT != 0 || data.size == 0 {
        throw .notAsWritten(path: target, reason: "frame \(frames) is damaged")
      }
      frames += 1
      (first, end) = (min(first, data.pts), max(end, data.pts + data.duration))
      av_packet_unref(packet.pointer)
    }
    return (frames, frames == 0 ? 0 : end - first, startsWithKeyFrame)
  }
}
