import CStarmineFFmpeg

struct FootageDecoder: ~Copyable, Sendable {
  private var file: FootageFile
  private let codec: OwnedCodec
  private let packet: OwnedPacket
  private let frame: OwnedFrame
  private let index: FootageIndex
  /// Index of the next packet, or nil if unknown.
  private var position: Int?
  private var holdsPacket = false
  private var next = 0
  private var segment: FootageIndex.Segment
  private var isEnded = false

  /// Numbers of segments to go back in successive attempts to find a packet, because seeking may be inaccurate.
  private static let detours = [0, 1, 4, 16, 64]

  /// - Parameter threads: number of decoder threads. The result does not depend on it.
  init(_ file: consuming FootageFile, _ index: FootageIndex, threads: Int) throws(FootageError) {
    let codec = try FootageDecoder.openCodec(file, threads: threads)
    guard let packet = OwnedPacket(), let frame = OwnedFrame() else { throw .outOfMemory(path: file.path) }
    self.codec = codec
    self.packet = packet
    self.frame = frame
    self.index = index
    segment = index.segments[0]
    self.file = file
  }

  private static func openCodec(
    _ file: borrowing FootageFile, threads: Int
  ) throws(FootageError) -> OwnedCodec {
    let id = file.stream.parameters.codec_id
    let named = alphaDecoder(file.stream, id).flatMap { avcodec_find_decoder_by_name($0) }
    guard let decoder = named ?? avcodec_find_decoder(id) else {
      throw .noDecoder(path: file.path, codec: String(cString: avcodec_get_name(id)))
    }
    guard let codec = OwnedCodec(decoder) else { throw .outOfMemory(path: file.path) }
    file.stream.describe(codec)
    codec.pointer.pointee.pkt_timebase = file.tick
    codec.pointer.pointee.thread_count = Int32(threads)
    codec.pointer.pointee.max_pixels = Int64(ImageReader.maximumPixels)
    let opened = codec.open()
    if opened.failed { throw .unreadable(path: file.path, reason: opened.reason) }
    return codec
  }

  /// libavcodec's decoders of VP8 and VP9 ignore alpha; those of libvpx support it.
  static func alphaDecoder(_ stream: MediaStream, _ id: AVCodecID) -> String? {
    guard stream.word("alpha_mode") == "1" else { return nil }
    return id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : id == AV_CODEC_ID_VP8 ? "libvpx" : nil
  }

  /// Starts decoding at the first frame of a segment.
  ///
  /// Errors: read errors; `unreadable` if the file has changed.
  mutating func begin(_ number: Int) throws(FootageError) {
    segment = index.segments[number]
    avcodec_flush_buffers(codec.pointer)
    isEnded = false
    try find(number)
    next = segment.start
  }

  /// The next frame of the segment; nil after the last one.
  ///
  /// Errors: `damaged`, `cutOff`, `outOfMemory`.
  mutating func nextFrame() throws(FootageError) -> FootageFrame? {
    while true {
      let received = callLibrary { avcodec_receive_frame(codec.pointer, frame.pointer) }
      if received.code == shim_error_end_of_file() { return nil }
      if received.code == shim_error_again() {
        try feed()
        continue
      }
      if received.failed { throw damaged(received.reason) }
      if let made = try taken() { return made }
    }
  }

  /// The decoded frame; nil for one of another segment.
  private func taken() throws(FootageError) -> FootageFrame? {
    defer { av_frame_unref(frame.pointer) }
    let data = frame.pointer.pointee
    let time = data.pts != shim_no_timestamp() ? data.pts : data.best_effort_timestamp
    guard time >= segment.firstTime, time < segment.endTime else { return nil }
    guard data.flags & AV_FRAME_FLAG_CORRUPT == 0, data.decode_error_flags == 0 else {
      throw .damaged(path: file.path, seconds: seconds(time), reason: "its data is broken")
    }
    let (width, height) = (Int(data.width), Int(data.height))
    guard FootageFile.isAllowed(width, height) else { throw .tooLarge(path: file.path, width: width, height: height) }
    guard let made = FootageFrame(frame, time: time) else { throw .outOfMemory(path: file.path) }
    return made
  }

  private mutating func feed() throws(FootageError) {
    guard next < segment.end else {
      guard !isEnded else { throw damaged("the stream ends before the decoder is finished") }
      isEnded = true
      avcodec_send_packet(codec.pointer, nil)
      return
    }
    try readPacket()
    let number = next
    (next, position, holdsPacket) = (next + 1, next + 1, false)
    // An empty packet would mean the end.
    guard packet.pointer.pointee.size > 0 else { return }
    packet.pointer.pointee.pts = index.packets[number].time
    let sent = callLibrary { avcodec_send_packet(codec.pointer, packet.pointer) }
    if sent.failed { throw damaged(sent.reason) }
  }

  private func damaged(_ reason: String) -> FootageError {
    let number = min(max(0, next - 1), index.packets.count - 1)
    return .damaged(path: file.path, seconds: seconds(index.packets[number].time), reason: reason)
  }

  private func seconds(_ ticks: Int64) -> Double {
    Double(ticks - index.times[0]) * Double(file.tick.num) / Double(file.tick.den)
  }

  // MARK: Seeking

  private mutating func readPacket() throws(FootageError) {
    if holdsPacket { return }
    guard try file.read(packet, after: seconds(index.packets[min(next, index.packets.count - 1)].time)) else {
      throw .unreadable(path: file.path, reason: "it has changed since it was opened")
    }
  }

  private mutating func find(_ number: Int) throws(FootageError) {
    let start = index.segments[number].start
    if position == start { return }
    for detour in Self.detours where detour <= number || detour == 0 {
      let from = index.segments[number - detour].start
      let sought = file.container.seek(file.stream, index.packets[from].seekTime)
      position = nil
      if !sought.failed, try readOn(to: start) { return }
    }
    // From the start, packet by packet: slow, but always correct.
    file = try FootageFile(path: file.path, in: file.scope)
    (position, holdsPacket) = (0, false)
    while let reached = position, reached < start {
      guard try file.read(packet, after: 0) else {
        throw .unreadable(path: file.path, reason: "it has changed since it was opened")
      }
      position = reached + 1
    }
  }

  /// Reads up to the wanted packet. Returns false if a later one was found.
  private mutating func readOn(to start: Int) throws(FootageError) -> Bool {
    let wanted = index.packets[start]
    holdsPacket = false
    for _ in 0...start {
      guard try file.read(packet, after: 0) else { return false }
      let data = packet.pointer.pointee
      let time = data.pts != shim_no_timestamp() ? data.pts : data.dts
      if time == wanted.time, data.size == wanted.size, data.flags & AV_PKT_FLAG_KEY != 0 || !wanted.isKey {
        (position, holdsPacket) = (start, true)
        return true
      }
      if data.flags & AV_PKT_FLAG_KEY != 0, time != shim_no_timestamp(), time > wanted.time { return false }
    }
    return false
  }
}
