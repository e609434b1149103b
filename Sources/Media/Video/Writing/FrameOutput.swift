import CStarmineFFmpeg
import StarmineGraphics

/// Output of encoded frames: a container, separate files, or plain bytes.
struct FrameOutput: ~Copyable, Sendable {
  private let format: VideoFormat
  private let target: String
  private let firstNumber: Int
  private let muxer: Muxer?
  private var files: SequenceOutput?
  private var plain: PlainOutput?
  private var sound: AudioEncoder?

  init(
    _ format: VideoFormat, _ encoder: borrowing Encoder, _ path: String, _ options: VideoOptions
  ) throws(VideoError) {
    (self.format, target, firstNumber) = (format, path, options.firstNumber)
    if options.sound != nil, format.container.sound == nil { throw .noSound(format: format.name) }
    if format.isSequence {
      files = try SequenceOutput(path, in: options.scope)
      muxer = nil
      return
    }
    if format.container.isPlain {
      if let file = try FrameOutput.makeFile(path, format, options.scope) { plain = PlainOutput(file, target: path) }
      muxer = nil
      return
    }
    let made = try Muxer(format, file: try FrameOutput.makeFile(path, format, options.scope), target: path)
    if let samples = options.sound, let name = format.container.sound {
      let sound = try AudioEncoder(name, samples, needsGlobalHeader: Muxer.needsGlobalHeader(format))
      try made.begin(format, encoder, options.metadata, sound: sound.codec)
      self.sound = consume sound
    } else {
      try made.begin(format, encoder, options.metadata)
    }
    muxer = consume made
  }

  var canBeRead: Bool {
    switch muxer {
    case .some(let muxer): muxer.canBeRead
    case .none: files != nil
    }
  }

  private static func makeFile(
    _ path: String, _ format: VideoFormat, _ scope: FileScope
  ) throws(VideoError) -> OutputFile? {
    guard format.keepsFrames else { return nil }
    do throws(FileError) {
      return try OutputFile(path, in: scope, isSeekable: format.needsSeeking)
    } catch {
      throw .file(error)
    }
  }

  /// Writes an encoded frame.
  /// - Parameter samples: samples of frames. A separate file is compared before it gets its name.
  mutating func write(
    _ packet: borrowing OwnedPacket, _ timeBase: AVRational, _ samples: borrowing FrameSamples
  ) throws(VideoError) {
    if files != nil {
      let time = Int(packet.pointer.pointee.pts)
      if let sample = samples.sample(atTime: time) {
        try PictureCheck(format: format, target: target).run(packet, sample)
      }
      try files?.write(packet.bytes, number: firstNumber + time)
      return
    }
    if var plain = plain.take() {
      try plain.write(packet)
      self.plain = consume plain
      return
    }
    switch muxer {
    case .some(let muxer): try muxer.write(packet, timeBase: timeBase)
    case .none: break
    }
  }

  /// Writes the sound up to a time in seconds, or all that remains. Called between frames, so that neither stream waits
  /// for the other.
  mutating func writeSound(until seconds: Double?) throws(VideoError) {
    guard var encoder = sound.take() else { return }
    while try encoder.next(until: seconds) {
      switch muxer {
      case .some(let muxer):
        try muxer.write(encoder.packet, timeBase: AVRational(num: 1, den: Int32(Sound.rate)), stream: 1)
      case .none: break
      }
    }
    sound = consume encoder
  }

  var bytes: Int {
    if let files { return files.bytes }
    switch plain {
    case .some(let plain): return plain.bytes
    case .none: break
    }
    switch muxer {
    case .some(let muxer): return muxer.bytes
    case .none: return 0
    }
  }

  /// Completes, checks and renames the file.
  /// - Parameters:
  ///   - light: light level of all frames, or nil.
  ///   - checkLength: takes the size of the complete file before the rename.
  /// - Returns: bytes in the file or files, and existing files of an earlier sequence.
  mutating func finish(
    _ check: VideoCheck, _ light: LightLevel?, checkLength: (Int) throws(VideoError) -> Void
  ) throws(VideoError) -> (bytes: Int, others: [String]) {
    if let files { return (files.bytes, files.others) }
    if let plain = plain.take() { return (try FrameOutput.complete(plain.end(), check, checkLength), []) }
    switch muxer {
    case .some(let muxer):
      if check.isOpaque, format.coding.depthFollowsAlpha { muxer.markOpaque() }
      return (try FrameOutput.complete(try muxer.finish(format, light), check, checkLength), [])
    case .none: return (0, [])
    }
  }

  private static func complete(
    _ file: consuming OutputFile?, _ check: VideoCheck, _ checkLength: (Int) throws(VideoError) -> Void
  ) throws(VideoError) -> Int {
    guard let file else { return 0 }
    try checkLength(file.size)
    let content: FileContent?
    do throws(FileError) { content = try file.content() } catch { throw .file(error) }
    if let content { try check.run(content) }
    do throws(FileError) { return try file.commit() } catch { throw .file(error) }
  }
}
