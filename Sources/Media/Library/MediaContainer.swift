import CStarmineFFmpeg
import Glibc

/// A stream of an open container, valid while the container exists.
struct MediaStream: Equatable {
  let pointer: UnsafeMutablePointer<AVStream>

  var parameters: AVCodecParameters { pointer.pointee.codecpar.pointee }
  var index: Int32 { pointer.pointee.index }
  /// Seconds per tick.
  var tick: AVRational { pointer.pointee.time_base }
  var duration: Int64 { pointer.pointee.duration }
  var headers: [UInt8] {
    Array(UnsafeBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)))
  }
  var metadata: [String: String] { MediaStream.words(pointer.pointee.metadata) }

  var disposition: Int32 { pointer.pointee.disposition }

  func word(_ key: String) -> String? { MediaStream.word(pointer.pointee.metadata, key) }

  /// Sets the decoder parameters of the stream. Opening fails for a decoder that is not in `MediaCodecs`.
  func describe(_ codec: borrowing OwnedCodec) {
    avcodec_parameters_to_context(codec.pointer, pointer.pointee.codecpar)
    _ = codec.setOption("codec_whitelist", MediaCodecs.list)
  }

  func take(_ codec: borrowing OwnedCodec) -> LibraryResult {
    callLibrary { avcodec_parameters_from_context(pointer.pointee.codecpar, codec.pointer) }
  }

  /// - Parameter tick: seconds per tick, which the container may change.
  func setClock(_ tick: AVRational, _ codec: borrowing OwnedCodec) {
    pointer.pointee.time_base = tick
    pointer.pointee.avg_frame_rate = codec.pointer.pointee.framerate
    pointer.pointee.sample_aspect_ratio = codec.pointer.pointee.sample_aspect_ratio
  }

  func setTick(_ tick: AVRational) { pointer.pointee.time_base = tick }
  func setTag(_ tag: UInt32) { pointer.pointee.codecpar.pointee.codec_tag = tag }
  func setDepth(_ bits: Int32) { pointer.pointee.codecpar.pointee.bits_per_coded_sample = bits }
  func setDiscard(_ packets: AVDiscard) { pointer.pointee.discard = packets }

  /// Copies metadata of another container's stream.
  /// - Parameter keeps: whether to copy the metadata of a lowercase key.
  func copyWords(of source: MediaStream, where keeps: (String) -> Bool) {
    pointer.pointee.disposition = source.disposition
    MediaStream.copy(source.pointer.pointee.metadata, to: &pointer.pointee.metadata, where: keeps)
  }

  /// Copies side data of another stream if it exists. Returns false without memory.
  func copyData(_ kind: AVPacketSideDataType, of source: MediaStream) -> Bool {
    var size = 0
    guard let data = shim_stream_data(source.pointer, kind, &size) else { return true }
    guard let copy = shim_add_stream_data(pointer, kind, size) else { return false }
    copy.update(from: data, count: size)
    return true
  }

  func data(_ kind: AVPacketSideDataType) -> [UInt8]? {
    var size = 0
    return shim_stream_data(pointer, kind, &size).map { Array(UnsafeBufferPointer(start: $0, count: size)) }
  }

  static func copy(_ source: OpaquePointer?, to target: inout OpaquePointer?, where keeps: (String) -> Bool) {
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(source, "", entry, AV_DICT_IGNORE_SUFFIX) {
      if keeps(String(cString: next.pointee.key).lowercased()) {
        av_dict_set(&target, next.pointee.key, next.pointee.value, 0)
      }
      entry = next
    }
  }

  fileprivate static func word(_ dictionary: OpaquePointer?, _ key: String) -> String? {
    av_dict_get(dictionary, key, nil, 0).map { String(cString: $0.pointee.value) }
  }

  func add<Value: BitwiseCopyable>(_ value: Value, _ kind: AVPacketSideDataType) -> Bool {
    guard let room = shim_add_stream_data(pointer, kind, MemoryLayout<Value>.size) else { return false }
    UnsafeMutableRawPointer(room).storeBytes(of: value, as: Value.self)
    return true
  }

  fileprivate static func words(_ dictionary: OpaquePointer?) -> [String: String] {
    var words: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      words[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
      entry = next
    }
    return words
  }
}

/// An open container for reading, with its file.
struct MediaContainer: ~Copyable, Sendable {
  // Sole owner; see Owners.swift.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVFormatContext>
  // Sole owner too.
  private nonisolated(unsafe) let input: UnsafeMutablePointer<AVIOContext>

  enum OpenError: Error {
    case outOfMemory
    case library(LibraryResult)
  }

  struct Reading {
    /// libavformat's name of the reader; nil: automatic.
    var demuxer: String?
    /// Permitted readers, separated by commas; nil: all.
    var readers: String?
    var flags: Int32 = 0
    /// Maximum number of streams; nil: libavformat's limit.
    var maximumStreams: Int?
    /// Whether the reader may not open other files.
    var isAlone = false
  }

  init(_ source: LibraryInput, _ reading: Reading) throws(OpenError) {
    guard let input = source.makeInput() else { throw .outOfMemory }
    var opened = avformat_alloc_context()
    opened?.pointee.pb = input
    opened?.pointee.flags |= reading.flags
    if let most = reading.maximumStreams { opened?.pointee.max_streams = Int32(most) }
    if reading.isAlone { opened?.pointee.io_open = { _, _, _, _, _ in shim_error_from_errno(EACCES) } }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    if let readers = reading.readers { av_dict_set(&options, "format_whitelist", readers, 0) }
    av_dict_set(&options, "codec_whitelist", MediaCodecs.list, 0)
    let format = reading.demuxer.flatMap { av_find_input_format($0) }
    let result = callLibrary { avformat_open_input(&opened, nil, format, &options) }
    guard let opened, !result.failed else {
      LibraryInput.free(input)
      throw .library(result)
    }
    (pointer, self.input) = (opened, input)
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&closing)
    LibraryInput.free(input)
  }

  /// libavformat's name of the reader for the first bytes of a file, or nil.
  static func demuxer(ofFile start: ArraySlice<UInt8>) -> String? {
    // libavformat requires zero padding.
    var padded = start + [UInt8](repeating: 0, count: Int(AVPROBE_PADDING_SIZE))
    return padded.withUnsafeMutableBufferPointer { bytes in
      var data = AVProbeData()
      data.buf = bytes.baseAddress
      data.buf_size = Int32(start.count)
      var score: Int32 = 0
      return av_probe_input_format3(&data, 1, &score).map { String(cString: $0.pointee.name) }
    }
  }

  var streamCount: Int { Int(pointer.pointee.nb_streams) }
  var metadata: [String: String] { MediaStream.words(pointer.pointee.metadata) }
  var seconds: Double { Double(pointer.pointee.duration) / Double(AV_TIME_BASE) }

  func stream(_ index: Int) -> MediaStream? {
    guard index >= 0, index < streamCount else { return nil }
    return pointer.pointee.streams[index].map(MediaStream.init)
  }

  var streams: [MediaStream] { (0..<streamCount).compactMap { stream($0) } }

  var start: Int64 { pointer.pointee.start_time }

  func word(_ key: String) -> String? { MediaStream.word(pointer.pointee.metadata, key) }

  /// Reads stream information that the container does not have.
  /// - Parameter settings: options of the decoders.
  func findStreams(_ settings: [(name: String, value: String)] = []) -> LibraryResult {
    guard !settings.isEmpty, streamCount > 0 else { return callLibrary { avformat_find_stream_info(pointer, nil) } }
    var options = [OpaquePointer?](repeating: nil, count: streamCount)
    let count = options.count
    for index in options.indices {
      for (name, value) in settings { av_dict_set(&options[index], name, value, 0) }
    }
    let found = callLibrary { avformat_find_stream_info(pointer, &options) }
    for index in 0..<count { av_dict_free(&options[index]) }
    return found
  }

  /// Seeks to the last packet that can be decoded first, at or before a time in ticks of the stream.
  func seek(_ stream: MediaStream, _ time: Int64) -> LibraryResult {
    callLibrary { av_seek_frame(pointer, stream.index, time, AVSEEK_FLAG_BACKWARD) }
  }

  /// Number of the default stream of a type; negative if there is none.
  func bestStream(_ kind: AVMediaType) -> Int32 { av_find_best_stream(pointer, kind, -1, -1, nil, 0) }

  func read(into packet: borrowing OwnedPacket) -> LibraryResult {
    callLibrary { av_read_frame(pointer, packet.pointer) }
  }
}
