import CStarmineFFmpeg

/// Turns decoded sound into stereo of 48 kHz, a piece at a time.
///
/// Every frame is compared with the form that the conversion was made for: where it changes in the middle of a file,
/// the rest is converted anew from there.
struct Resampler: ~Copyable {
  // Sole owner; nil until the form of the sound is known.
  private var context: OpaquePointer?
  /// Form of the frames that the context takes; the layout is owned.
  private var layout = AVChannelLayout()
  private var format = AV_SAMPLE_FMT_NONE
  private var rate: Int32 = 0
  private let path: String

  /// Samples in a second that a sound may have: those of the finest recordings, 128 times 48,000. For others the
  /// filter would have millions of taps.
  private static let rates: ClosedRange<Int32> = 1...6_144_000
  /// Samples that are made at a time: a sound of 1 Hz makes 48,000 of each.
  private static let part = 1 << 18

  /// - Parameter path: for messages.
  init(_ path: String) { self.path = path }

  deinit {
    var (context, layout) = (context, layout)
    swr_free(&context)
    av_channel_layout_uninit(&layout)
  }

  /// Makes ready for a frame, of which pieces are asked for next. Where its form is another than that of the frames
  /// before, these are finished: what the filter still held of them.
  mutating func take(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> [Float] {
    if try takes(frame) { return [] }
    let rest = try finish()
    try begin(frame)
    return rest
  }

  /// The next piece of a frame that was taken.
  /// - Parameter done: samples of the frame that were converted; moves on.
  mutating func piece(
    of frame: UnsafeMutablePointer<AVFrame>, from done: inout Int
  ) throws(VideoError) -> [Float] {
    let channels = Int(frame.pointee.ch_layout.nb_channels)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let stride = Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
    let step = max(1, Self.part * Int(rate) / Sound.rate)
    let count = min(step, Int(frame.pointee.nb_samples) - done)
    var planes: [UnsafePointer<UInt8>?] = (0..<(isPlanar ? channels : 1)).map {
      frame.pointee.extended_data[$0].map { UnsafePointer($0 + done * stride) }
    }
    done += count
    return try convert(&planes, Int32(count))
  }

  /// Samples that the filter still holds.
  mutating func finish() throws(VideoError) -> [Float] {
    context == nil ? [] : try convert(nil, 0)
  }

  /// Whether the conversion is made for frames of this form. Errors: a form that none has.
  private func takes(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> Bool {
    guard Self.rates.contains(frame.pointee.sample_rate), (1...64).contains(frame.pointee.ch_layout.nb_channels) else {
      throw .unreadableSound(
        path: path,
        reason: "\(frame.pointee.ch_layout.nb_channels) channels of \(frame.pointee.sample_rate) Hz; "
          + "expected 1 to 64 of at most \(Self.rates.upperBound) Hz")
    }
    guard context != nil, frame.pointee.sample_rate == rate, frame.pointee.format == format.rawValue else {
      return false
    }
    return withUnsafePointer(to: layout) { av_channel_layout_compare($0, &frame.pointee.ch_layout) == 0 }
  }

  private mutating func begin(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
    swr_free(&context)
    (format, rate) = (AVSampleFormat(frame.pointee.format), frame.pointee.sample_rate)
    var stereo = AVChannelLayout()
    av_channel_layout_default(&stereo, 2)
    let made = callLibrary {
      var code = av_channel_layout_copy(&layout, &frame.pointee.ch_layout)
      if code < 0 { return code }
      code = swr_alloc_set_opts2(
        &context, &stereo, AV_SAMPLE_FMT_FLT, Int32(Sound.rate), &frame.pointee.ch_layout, format, rate, 0, nil)
      // One channel goes to both as it is; libswresample would lower it by 3 dB.
      if code >= 0, frame.pointee.ch_layout.nb_channels == 1 { swr_set_matrix(context, [1, 1], 1) }
      return code < 0 ? code : swr_init(context)
    }
    if made.failed { throw .unreadableSound(path: path, reason: made.reason) }
  }

  private mutating func convert(
    _ input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ inputCount: Int32
  ) throws(VideoError) -> [Float] {
    let room = swr_get_out_samples(context, inputCount)
    guard room > 0 else { return [] }
    var made: Int32 = 0
    let part = [Float](unsafeUninitializedCapacity: Int(room) * 2) { buffer, initialized in
      var output: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: UInt8.self)
      made = swr_convert(context, &output, room, input, inputCount)
      initialized = max(0, Int(made)) * 2
    }
    if made < 0 { throw .unreadableSound(path: path, reason: LibraryResult.text(of: made)) }
    return part
  }
}
