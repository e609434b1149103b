import CStarmineFFmpeg
import Glibc
package import StarmineGraphics

/// Decodes the first audio stream of a file in pieces, as stereo at 48 kHz.
///
/// Damaged packets are skipped, as in players. `remarks` contains their number.
package struct AudioDecoder: ~Copyable {
  private let file: SoundFile
  private let stream: Int32
  private let codec: OwnedCodec
  private let packet: OwnedPacket
  private let frame: OwnedFrame
  private var resampler: Resampler
  /// Number of converted samples of the frame, or nil without a frame.
  private var converted: Int?
  private var (isFlushed, isDone) = (false, false)
  private var hasSound = false
  private var (damagedPackets, damage) = (0, "")

  /// - Parameter scope: folders that the file may be in.
  /// - Parameter number: number of the stream; nil: the first one with sound.
  package init(path: String, in scope: FileScope = .everywhere, stream number: Int? = nil) throws(VideoError) {
    let file = try SoundFile(path, in: scope)
    let stream = try file.stream(number)
    let codec = try file.openCodec(stream)
    guard let packet = OwnedPacket(), let frame = OwnedFrame() else { throw .outOfMemory(operation: "reading \(path)") }
    self.file = file
    self.stream = stream
    self.codec = codec
    self.packet = packet
    self.frame = frame
    resampler = Resampler(path)
  }

  package var remarks: [String] {
    guard damagedPackets > 0 else { return [] }
    let packets = damagedPackets == 1 ? "1 damaged packet" : "\(damagedPackets) damaged packets"
    return ["\(file.path): \(packets) of the sound are left out (\(damage))"]
  }

  /// The whole sound, or its start.
  /// - Parameter limit: number of samples per channel that are needed.
  package consuming func read(atMost limit: Int) throws(VideoError) -> Sound {
    // A growing array holds its contents two and a half times.
    let memory = MemoryBudget.available / 3
    var sound = Sound(samples: [])
    while sound.count < limit, let piece = try next() {
      sound.samples += piece.prefix(2 * (limit - sound.count))
      guard sound.samples.count * MemoryLayout<Float>.stride <= memory else {
        throw .outOfMemory(operation: "reading \(file.path)")
      }
    }
    sound.remarks = remarks
    return sound
  }

  /// The next samples, left and right alternating; nil at the end.
  package mutating func next() throws(VideoError) -> [Float]? {
    while true {
      let piece = try pieceOrWork()
      if !piece.isEmpty {
        hasSound = true
        return piece
      }
      guard isDone else { continue }
      if !hasSound, damagedPackets > 0 { throw .unreadableSound(path: file.path, reason: damage) }
      return nil
    }
  }

  /// The result of the next step, which can be empty.
  private mutating func pieceOrWork() throws(VideoError) -> [Float] {
    if var done = converted {
      let piece = try resampler.piece(of: frame.pointer, from: &done)
      converted = done < Int(frame.pointer.pointee.nb_samples) ? done : nil
      return piece
    }
    if isDone { return [] }
    let received = callLibrary { avcodec_receive_frame(codec.pointer, frame.pointer) }
    if !received.failed {
      converted = frame.pointer.pointee.nb_samples > 0 ? 0 : nil
      return try resampler.take(frame.pointer)
    }
    let needsMore = received.code == shim_error_again()
    if received.code != shim_error_end_of_file(), !needsMore { try noteDamage(received) }
    if !isFlushed {
      try sendPacket()
      return []
    }
    isDone = true
    return try resampler.finish()
  }

  private mutating func sendPacket() throws(VideoError) {
    while file.read(into: packet) {
      defer { av_packet_unref(packet.pointer) }
      guard packet.pointer.pointee.stream_index == stream else { continue }
      let sent = callLibrary { avcodec_send_packet(codec.pointer, packet.pointer) }
      if sent.failed { try noteDamage(sent) }
      return
    }
    isFlushed = true
    let sent = callLibrary { avcodec_send_packet(codec.pointer, nil) }
    if sent.failed { try noteDamage(sent) }
  }

  /// Counts a damaged packet. Errors: any other failure.
  private mutating func noteDamage(_ result: LibraryResult) throws(VideoError) {
    if result.systemError == ENOMEM { throw .outOfMemory(operation: "reading \(file.path)") }
    guard result.code == shim_error_invalid_data() || result.systemError == EINVAL else {
      throw .unreadableSound(path: file.path, reason: result.reason)
    }
    if damagedPackets == 0 { damage = result.reason }
    damagedPackets += 1
  }
}
