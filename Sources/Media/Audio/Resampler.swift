import CStarmineFFmpeg
import StarmineGraphics

/// Turns decoded sound into stereo of 48 kHz, and keeps as much of it as is wanted.
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
  private var samples: [Float] = []
  private let path: String
  /// Samples of one channel that are kept, behind those that are not.
  private let most: Int
  private var skipped: Int
  /// Bytes that the samples may take: growing, an array holds its contents twice and half of them again.
  private let memory = MemoryBudget.available / 3

  /// Samples in a second that a sound may have: those of the finest recordings, 128 times 48,000. For others the
  /// filter would have millions of taps.
  private static let rates: ClosedRange<Int32> = 1...6_144_000
  /// Samples that are made at a time: a sound of 1 Hz makes 48,000 of each.
  private static let part = 1 << 18

  /// - Parameters:
  ///   - most: samples of one channel that are wanted.
  ///   - start: samples before them that are not.
  ///   - expected: samples that there may be, as the file says.
  init(_ path: String, most: Int, from start: Int, expected: Int) {
    (self.path, self.most, skipped) = (path, most, start)
    let count = 2 * max(0, min(most, expected - start))
    if count * MemoryLayout<Float>.stride <= memory { samples.reserveCapacity(count) }
  }

  deinit {
    var (context, layout) = (context, layout)
    swr_free(&context)
    av_channel_layout_uninit(&layout)
  }

  /// Samples of one channel that are there.
  var count: Int { samples.count / 2 }
  var isFull: Bool { count >= most }

  consuming func take() -> Sound { Sound(samples: samples) }

  mutating func add(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
    if try !takes(frame) {
      try finish()
      try begin(frame)
    }
    let channels = Int(frame.pointee.ch_layout.nb_channels)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let stride = Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
    let step = max(1, Self.part * Int(rate) / Sound.rate)
    var done = 0
    while done < Int(frame.pointee.nb_samples), !isFull {
      let count = min(step, Int(frame.pointee.nb_samples) - done)
      var planes: [UnsafePointer<UInt8>?] = (0..<(isPlanar ? channels : 1)).map {
        frame.pointee.extended_data[$0].map { UnsafePointer($0 + done * stride) }
      }
      try convert(&planes, Int32(count))
      done += count
    }
  }

  /// Samples that the filter still holds.
  mutating func finish() throws(VideoError) {
    guard context != nil else { return }
    try convert(nil, 0)
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
  ) throws(VideoError) {
    let room = swr_get_out_samples(context, inputCount)
    guard room > 0 else { return }
    var made: Int32 = 0
    let part = [Float](unsafeUninitializedCapacity: Int(room) * 2) { buffer, initialized in
      var output: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: UInt8.self)
      made = swr_convert(context, &output, room, input, inputCount)
      initialized = max(0, Int(made)) * 2
    }
    if made < 0 { throw .unreadableSound(path: path, reason: LibraryResult.text(of: made)) }
    try keep(part)
  }

  private mutating func keep(_ part: [Float]) throws(VideoError) {
    let dropped = min(skipped, part.count / 2)
    skipped -= dropped
    let kept = part.dropFirst(2 * dropped).prefix(2 * (most - count))
    guard (samples.count + kept.count) * MemoryLayout<Float>.stride <= memory else {
      throw .outOfMemory(operation: "reading \(path)")
    }
    samples += kept
  }
}
