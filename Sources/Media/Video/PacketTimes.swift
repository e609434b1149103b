/// Computes decoding times for the whole file, because an encoder knows only its own frames, and a single frame gives
/// other times than many.
///
/// Times are in frames. Packets come in decoding order. Packet n is decoded at the presentation time of frame n minus
/// `delay`.
struct PacketTimes: Sendable {
  /// Maximum number of frames that an encoder delays for reordering.
  var delay = 0
  /// Times of frames. Those before `used` were assigned to packets. Emptied when all are assigned.
  private var waiting: [Int64] = []
  private var used = 0
  private var first: Int64 = 0
  private var frames = 0
  private var packets = 0

  mutating func add(_ time: Int64) {
    if frames == 0 { first = time }
    frames += 1
    waiting.append(time)
  }

  /// The decoding time of the next packet. For an extra packet, after all frames.
  mutating func next() -> Int64 {
    defer { packets += 1 }
    if packets < delay { return first - Int64(delay - packets) }
    guard used < waiting.count else { return first + Int64(packets) }
    defer {
      used += 1
      if used == waiting.count { (waiting, used) = ([], 0) }
    }
    return waiting[used]
  }
}
