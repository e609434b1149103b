import CStarmineFFmpeg
import Dispatch
import Glibc

struct Encoder: ~Copyable, Sendable {
  let codec: OwnedCodec
  let packet: OwnedPacket
  /// Encoder of the alpha of formats that keep it as a layer.
  private let alpha: AlphaLayer?
  /// Whether `packet` is a coded colour frame whose alpha is not encoded yet.
  private var isWaiting = false
  private let format: VideoFormat
  private let mustBeEnded: Bool
  private var hasFrames = false
  private var hasEnd = false

  init(
    _ format: VideoFormat, width: Int, height: Int, timing: StreamTiming, options: VideoOptions, needsGlobalHeader: Bool
  ) throws(VideoError) {
    let open = { (layer: VideoFormat, options: VideoOptions) throws(VideoError) in
      try Encoder.open(
        layer, width: width, height: height, timing: timing, options: options, needsGlobalHeader: needsGlobalHeader)
    }
    let codec = try open(format.baseLayer, options)
    let alpha: AlphaLayer? =
      format.hasAlphaLayer
      ? try AlphaLayer(try open(format.alphaLayer, options.forAlphaLayer(of: format)), of: format, colors: codec) : nil
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "starting the \(format.encoder) encoder") }
    self.codec = codec
    self.alpha = alpha
    self.packet = packet
    self.format = format
    mustBeEnded = format.coding.mustBeEnded
  }

  private static func open(
    _ format: VideoFormat, width: Int, height: Int, timing: StreamTiming, options: VideoOptions, needsGlobalHeader: Bool
  ) throws(VideoError) -> OwnedCodec {
    guard let found = avcodec_find_encoder_by_name(format.encoder) else {
      throw .missingEncoder(encoder: format.encoder, package: format.package, alternatives: format.alternatives)
    }
    guard let codec = OwnedCodec(found) else {
      throw .outOfMemory(operation: "starting the \(format.encoder) encoder")
    }
    let context = codec.pointer
    context.pointee.width = Int32(width)
    context.pointee.height = Int32(height)
    context.pointee.pix_fmt = format.pixelFormat
    context.pointee.time_base = timing.tick
    context.pointee.framerate = timing.rate
    context.pointee.sample_aspect_ratio = timing.pixelAspect
    context.pointee.color_primaries = format.color.primaries
    context.pointee.color_trc = format.color.transfer
    context.pointee.colorspace = format.color.space
    context.pointee.color_range = format.color.range
    context.pointee.chroma_sample_location = format.color.chromaLocation
    context.pointee.thread_count = Int32(options.threads)
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if needsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    try Encoder.apply(options, format, codec)
    if let silence = format.coding.silence { setenv(silence.variable, silence.value, 0) }
    let opened = codec.open()
    if opened.failed { throw .failed(operation: "starting the \(format.encoder) encoder", reason: opened.reason) }
    return codec
  }

  /// Frees the encoder's memory.
  static func close(_ encoder: consuming Encoder) {}

  deinit {
    guard mustBeEnded, !hasEnd else { return }
    let context = codec.pointer
    if !hasFrames, let blank = OwnedFrame() {
      blank.pointer.pointee.width = context.pointee.width
      blank.pointer.pointee.height = context.pointee.height
      blank.pointer.pointee.format = context.pointee.pix_fmt.rawValue
      if av_frame_get_buffer(blank.pointer, 0) >= 0 { _ = codec.send(blank) }
    }
    _ = codec.sendEnd()
    while avcodec_receive_packet(context, packet.pointer) >= 0 {}
  }

  private static func apply(
    _ options: VideoOptions, _ format: VideoFormat, _ codec: borrowing OwnedCodec
  ) throws(VideoError) {
    let isLarge = Int(codec.pointer.pointee.width) * Int(codec.pointer.pointee.height) >= VideoFormat.largeFrame
    let isThrifty = isLarge && options.encoderPreset == nil
    var values = isThrifty ? format.coding.largeSettings ?? format.coding.settings : format.coding.settings
    if let speed = format.coding.speed { values.append((speed.option, options.encoderPreset ?? speed.standard)) }
    if let quality = format.coding.quality {
      let value = options.crf ?? quality.standard
      if quality.option == "qscale" {
        codec.pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE
        codec.pointer.pointee.global_quality = Int32(value * Double(FF_QP2LAMBDA))
      } else {
        values.append((quality.option, "\(value)"))
      }
    }
    for (name, value) in values {
      let result = codec.setOption(name, value)
      if result.failed { throw .invalidOption(name: name, value: value, allowed: result.reason) }
    }
  }

  mutating func send(_ frame: borrowing OwnedFrame) throws(VideoError) {
    hasFrames = true
    try Encoder.check(codec.send(format.colors(of: frame)))
    switch alpha {
    case .some(let alpha): try alpha.send(frame)
    case .none: break
    }
  }

  mutating func sendEnd() throws(VideoError) {
    hasEnd = hasFrames
    guard hasFrames else { return }
    try Encoder.check(codec.sendEnd())
    switch alpha {
    case .some(let alpha): try alpha.sendEnd()
    case .none: break
    }
  }

  static func check(_ result: LibraryResult) throws(VideoError) {
    if result.failed { throw .failed(operation: "encoding", reason: result.reason) }
  }

  /// Fills `packet`. Returns false if the encoder needs more pictures or has finished.
  mutating func receive() throws(VideoError) -> Bool {
    switch alpha {
    case .some(let alpha):
      if !isWaiting { isWaiting = try Encoder.receive(codec, packet) }
      guard isWaiting, try alpha.join(packet) else { return false }
      isWaiting = false
      return true
    case .none: return try Encoder.receive(codec, packet)
    }
  }

  static func receive(_ codec: borrowing OwnedCodec, _ packet: borrowing OwnedPacket) throws(VideoError) -> Bool {
    let result = callLibrary { avcodec_receive_packet(codec.pointer, packet.pointer) }
    if result.code == shim_error_again() || result.code == shim_error_end_of_file() { return false }
    if result.failed { throw .failed(operation: "encoding", reason: result.reason) }
    return true
  }
}

/// The clock and pixel aspect ratio of a video stream.
struct StreamTiming: Sendable {
  /// Seconds per tick of frame times.
  var tick: AVRational
  /// Frames per second; the mean for varying durations.
  var rate: AVRational
  var pixelAspect = AVRational(num: 1, den: 1)

  init(tick: AVRational, rate: AVRational, pixelAspect: AVRational) {
    (self.tick, self.rate, self.pixelAspect) = (tick, rate, pixelAspect)
  }

  init(_ rate: FrameRate) {
    self.rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    tick = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
  }
}

/// Permission to use an encoder that can exist only once per process. Released with this object.
final class EncoderTurn: Sendable {
  private static let free = DispatchSemaphore(value: 1)

  private init() {}

  /// Waits until it is available; nil for formats without this limit.
  static func take(for format: VideoFormat) -> EncoderTurn? {
    guard format.coding.takesTurns else { return nil }
    free.wait()
    return EncoderTurn()
  }

  deinit { Self.free.signal() }
}
