import CStarmineFFmpeg

/// Parts of a video that are copied unchanged to another file: sound, subtitles, chapters, metadata.
struct FootageStreams: ~Copyable, Sendable {
  private let file: FootageFile
  private let packet: OwnedPacket
  /// Numbers of the copied streams in the video and in the other file.
  private let targets: [Int: Int]
  /// Notes on omitted parts.
  let remarks: [String]
  private let keepsTimecode: Bool
  /// Microseconds subtracted from all times, so that the other file begins at 0.
  let shift: Int64
  /// End of each copied sound in the other file in seconds, by stream number.
  private(set) var ends: [Int: Double] = [:]
  private var holdsPacket = false
  private var isEnded = false

  /// - Parameter format: format of the other file, whose first stream is the video.
  ///
  /// Errors: `footage(.noPlace)` for sound that the container does not support.
  init(of footage: Footage, for format: VideoFormat) throws(VideoError) {
    let file: FootageFile
    do throws(FootageError) { file = try FootageFile(path: footage.path, in: footage.scope) } catch {
      throw .footage(error)
    }
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(footage.path)") }
    let (targets, leftOut) = try FootageStreams.choose(file, format)
    var remarks = leftOut.map { "\(format.container.name) cannot store the \($0) of the video; left out" }
    let rate = StreamTiming(footage).rate
    let timecode = FootageStreams.timecode(file)
    keepsTimecode = timecode.map { FootageStreams.fits($0, rate, format) } ?? false
    if let timecode, !keepsTimecode {
      remarks.append("the timecode of the video (\(timecode)) is left out: it does not fit the frame rate of this file")
    }
    file.stream.setDiscard(AVDISCARD_ALL)
    let start = file.container.start
    shift = start == shim_no_timestamp() ? 0 : max(0, start)
    self.file = file
    self.packet = packet
    (self.targets, self.remarks) = (targets, remarks)
  }

  /// The start timecode of the video stream or the file.
  private static func timecode(_ file: borrowing FootageFile) -> String? {
    file.stream.word(timecodeKey) ?? file.container.word(timecodeKey)
  }

  private static let timecodeKey = "timecode"

  /// MP4 and QuickTime store it as a track, which must match the frame rate. Otherwise the whole file fails.
  private static func fits(_ timecode: String, _ rate: AVRational, _ format: VideoFormat) -> Bool {
    guard ["mp4", "mov"].contains(format.container.muxer) else { return true }
    var made = AVTimecode()
    return av_timecode_init_from_string(&made, rate, timecode, nil) >= 0
  }

  private static func choose(
    _ file: borrowing FootageFile, _ format: VideoFormat
  ) throws(VideoError) -> (targets: [Int: Int], leftOut: [String]) {
    var targets: [Int: Int] = [:]
    var leftOut: [String] = []
    for number in 0..<file.container.streamCount {
      guard let stream = file.container.stream(number), stream != file.stream, let name = kind(stream) else { continue }
      let codec = stream.parameters.codec_id
      let text = "\(name) (\(codecName(stream)))"
      let isTimed = name == "sound" || name == "subtitles"
      if isTimed, format.container.takes(codec) {
        stream.setDiscard(AVDISCARD_DEFAULT)
        targets[number] = targets.count + 1
      } else if name == "sound" {
        throw .footage(
          .noPlace(path: file.path, stream: text, container: format.container.name, instead: alternatives(codec)))
      } else {
        leftOut.append(text)
      }
    }
    return (targets, leftOut)
  }

  /// Nil for streams that are created again: QuickTime chapter lists and timecodes.
  private static func kind(_ stream: MediaStream) -> String? {
    switch stream.parameters.codec_type {
    case AVMEDIA_TYPE_AUDIO: "sound"
    case AVMEDIA_TYPE_SUBTITLE: "subtitles"
    case AVMEDIA_TYPE_ATTACHMENT: "attachment"
    case AVMEDIA_TYPE_VIDEO: "cover or second picture"
    default: madeAnew.contains(stream.parameters.codec_tag) ? nil : "data"
    }
  }

  private static let madeAnew: Set = [Muxer.tag("text"), Muxer.tag("tmcd")]

  /// The name of the codec, or its four characters if libavcodec does not know it.
  private static func codecName(_ stream: MediaStream) -> String {
    let parameters = stream.parameters
    let isUnknown = parameters.codec_id == AV_CODEC_ID_NONE || parameters.codec_id == AV_CODEC_ID_BIN_DATA
    let letters = Muxer.letters(ofTag: parameters.codec_tag)
    guard isUnknown, letters.allSatisfy({ (32...126).contains($0) }) else {
      return String(cString: avcodec_get_name(parameters.codec_id))
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Extensions of containers that support a codec.
  private static func alternatives(_ codec: AVCodecID) -> [String] {
    VideoFormat.all.filter { $0.keepsSound && $0.container.takes(codec) }.compactMap(\.extensions.first)
      .reduce(into: []) { list, name in if !list.contains(".\(name)") { list.append(".\(name)") } }
  }

  // MARK: Description

  /// Adds the streams, chapters and metadata to a file whose first stream exists.
  /// - Parameter keepsSamples: whether the video samples are copied, so that their properties still apply.
  func describe(in output: borrowing MediaOutput, keepsSamples: Bool) throws(VideoError) {
    for (number, _) in targets.sorted(by: { $0.value < $1.value }) {
      guard let source = file.container.stream(number), let stream = output.addStream(like: source) else {
        throw .outOfMemory(operation: "copying a stream of \(file.path)")
      }
      stream.copyWords(of: source, where: { isCopied($0) })
    }
    if let pictures = output.stream(0) {
      pictures.copyWords(of: file.stream, where: { isCopied($0) })
      if keepsSamples { try copyData(to: pictures, in: output) }
    }
    guard output.copyWords(of: file.container, earlierBy: shift, where: { isCopied($0) }) else {
      throw .outOfMemory(operation: "copying chapters")
    }
  }

  /// Copies side data that applies to all frames.
  private func copyData(to pictures: MediaStream, in output: borrowing MediaOutput) throws(VideoError) {
    // MP4 can store some of it outside its standard.
    output.allowsUnofficial()
    for kind in FootageTraits.keptData where !pictures.copyData(kind, of: file.stream) {
      throw .outOfMemory(operation: "copying the stream data of \(file.path)")
    }
  }

  private static let notCopied: Set = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "vendor_id", "alpha_mode", "rotate", "duration",
  ]

  private func isCopied(_ key: String) -> Bool {
    !Self.notCopied.contains(key) && (key != Self.timecodeKey || keepsTimecode)
  }

  // MARK: Copying

  /// Writes all packets up to a time in the other file, or all that remain.
  mutating func write(until seconds: Double?, to muxer: borrowing Muxer) throws(VideoError) {
    guard !targets.isEmpty else { return }
    while !isEnded {
      if !holdsPacket, try !read() { return }
      let number = Int(packet.pointer.pointee.stream_index)
      holdsPacket = targets[number] != nil
      guard let stream = file.container.stream(number), let target = targets[number] else { continue }
      let tick = stream.tick
      let moved = av_rescale_q(shift, AVRational(num: 1, den: AV_TIME_BASE), tick)
      let place = place(packet.pointer.pointee, moved, tick)
      if let seconds, let place, place > seconds { return }
      if let place, stream.parameters.codec_type == AVMEDIA_TYPE_AUDIO {
        let length = Double(packet.pointer.pointee.duration) * Double(tick.num) / Double(tick.den)
        ends[target] = max(ends[target] ?? 0, place + length)
      }
      for path in [\AVPacket.pts, \AVPacket.dts] where packet.pointer.pointee[keyPath: path] != shim_no_timestamp() {
        packet.pointer.pointee[keyPath: path] -= moved
      }
      packet.pointer.pointee.pos = -1
      try muxer.write(packet, timeBase: tick, stream: target)
      holdsPacket = false
    }
  }

  /// Decoding time of a packet in the other file in seconds; nil without a time.
  private func place(_ packet: AVPacket, _ moved: Int64, _ tick: AVRational) -> Double? {
    let time = packet.dts != shim_no_timestamp() ? packet.dts : packet.pts
    guard time != shim_no_timestamp() else { return nil }
    return Double(time - moved) * Double(tick.num) / Double(tick.den)
  }

  private mutating func read() throws(VideoError) -> Bool {
    av_packet_unref(packet.pointer)
    let result = file.container.read(into: packet)
    if result.code == shim_error_end_of_file() {
      isEnded = true
      return false
    }
    if result.failed { throw .footage(.unreadable(path: file.path, reason: result.reason)) }
    return true
  }
}

extension Container {
  func takes(_ codec: AVCodecID) -> Bool {
    guard let format = av_guess_format(muxer, nil, nil) else { return false }
    // libavformat writes these to MP4 only in experimental mode.
    if muxer == "mp4", [AV_CODEC_ID_FLAC, AV_CODEC_ID_TRUEHD].contains(codec) { return false }
    return avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
  }
}
