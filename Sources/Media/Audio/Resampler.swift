import CStarmineFFmpeg

/// Converts decoded sound to stereo at 48 kHz in pieces.
///
/// Checks the format of every frame. If it changes in a file, the conversion restarts.
struct Resampler: ~Copyable {
  // Sole owner. Nil until the format of the sound is known.
  private var context: OpaquePointer?
  /// Format of the input frames. The layout is owned.
  private var layout = AVChannelLayout()
  private var format = AV_SAMPLE_FMT_NONE
  private var rate: Int32 = 0
  private let path: String

  /// Supported sample rates, up to 128 times 48,000. Other rates would need a filter with millions of taps.
  private static let rates: ClosedRange<Int32> = 1...6_144_000
  /// Maximum samples per piece: at 1 Hz, each input sample gives 48,000.
  private static let part = 1 << 18

  /// - Parameter path: path for messages.
  init(_ path: String) { self.path = path }

  deinit {
    var (context, layout) = (context, layout)
    swr_free(&context)
    av_channel_layout_uninit(&layout)
  }

  /// Prepares for a frame, whose pieces are requested next. If the format has changed, returns the samples remaining in
  /// the filter.
  mutating func take(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> [Float] {
    if try takes(frame) { return [] }
    let rest = try finish()
    try begin(frame)
    return rest
  }

  /// The next piece of the present frame.
  /// - Parameter done: number of converted samples of the frame. Updated.
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

  mutating func finish() throws(VideoError) -> [Float] {
    context == nil ? [] : try convert(nil, 0)
  }

  /// Whether the converter accepts frames of this format. Errors: an invalid format.
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
      // Copies a mono channel to both channels unchanged. The default of libswresample reduces it by 3 dB.
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
