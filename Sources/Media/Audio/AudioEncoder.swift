import CStarmineFFmpeg

/// Encodes the sound of a movie into a container, in pieces between frames.
struct AudioEncoder: ~Copyable, Sendable {
  let codec: OwnedCodec
  let packet: OwnedPacket
  private var sound: SoundMixReader
  /// Samples per channel that the encoder takes at a time.
  private let step: Int

  /// - Parameter name: libavcodec's name of the encoder.
  init(_ name: String, _ sound: SoundMix, needsGlobalHeader: Bool) throws(VideoError) {
    guard let found = avcodec_find_encoder_by_name(name) else {
      throw .missingEncoder(encoder: name, package: "a complete libavcodec", alternatives: [])
    }
    guard let codec = OwnedCodec(found), let packet = OwnedPacket() else {
      throw .outOfMemory(operation: "starting the \(name) encoder")
    }
    let context = codec.pointer
    av_channel_layout_default(&context.pointee.ch_layout, 2)
    context.pointee.sample_rate = Int32(Sound.rate)
    context.pointee.sample_fmt = shim_sample_format(found)
    context.pointee.time_base = AVRational(num: 1, den: Int32(Sound.rate))
    context.pointee.bit_rate = 192_000
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if needsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    let opened = codec.open()
    if opened.failed { throw .failed(operation: "starting the \(name) encoder", reason: opened.reason) }
    step = context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : 1024
    self.codec = codec
    self.packet = packet
    self.sound = SoundMixReader(sound)
  }

  /// Fills `packet`. Returns false if there is none before a time.
  /// - Parameter seconds: nil: all that remains, including the delay of the encoder.
  mutating func next(until seconds: Double?) throws(VideoError) -> Bool {
    let target = seconds.map { min(sound.count, Int($0 * Double(Sound.rate))) } ?? sound.count
    while true {
      let received = callLibrary { avcodec_receive_packet(codec.pointer, packet.pointer) }
      if !received.failed { return true }
      if received.code == shim_error_end_of_file() { return false }
      guard received.code == shim_error_again() else {
        throw .failed(operation: "encoding sound", reason: received.reason)
      }
      if sound.done < target {
        let (start, samples) = (sound.done, try sound.next(step))
        try check(codec.send(try frame(samples, at: start)))
      } else if seconds == nil {
        try check(codec.sendEnd())
      } else {
        return false
      }
    }
  }

  private func check(_ sent: LibraryResult) throws(VideoError) {
    if sent.failed { throw .failed(operation: "encoding sound", reason: sent.reason) }
  }

  private func frame(_ samples: [Float], at start: Int) throws(VideoError) -> OwnedFrame {
    guard let frame = OwnedFrame() else { throw .outOfMemory(operation: "encoding sound") }
    let picture = frame.pointer
    picture.pointee.nb_samples = Int32(samples.count / 2)
    picture.pointee.format = codec.pointer.pointee.sample_fmt.rawValue
    picture.pointee.sample_rate = Int32(Sound.rate)
    av_channel_layout_default(&picture.pointee.ch_layout, 2)
    picture.pointee.pts = Int64(start)
    let made = callLibrary { av_frame_get_buffer(picture, 0) }
    if made.failed { throw .failed(operation: "encoding sound", reason: made.reason) }
    fill(frame, samples)
    return frame
  }

  private func fill(_ frame: borrowing OwnedFrame, _ samples: [Float]) {
    switch codec.pointer.pointee.sample_fmt {
    case AV_SAMPLE_FMT_FLTP:
      for channel in 0..<2 {
        guard let plane = frame.plane(channel, of: Float.self)?.row(0) else { continue }
        for index in 0..<samples.count / 2 { plane[index] = samples[index * 2 + channel] }
      }
    case AV_SAMPLE_FMT_FLT:
      guard let plane = frame.plane(0, of: Float.self)?.row(0) else { return }
      for index in samples.indices { plane[index] = samples[index] }
    default:
      guard let plane = frame.plane(0, of: Int16.self)?.row(0) else { return }
      for index in samples.indices { plane[index] = Int16((max(-1, min(1, samples[index])) * 32_767).rounded()) }
    }
  }
}
