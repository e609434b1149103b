/// When packets are to be decoded, made anew for the whole file: an encoder knows its own frames only, and one that has
/// got a single frame counts otherwise than one that has got many.
///
/// Times are in frames. Packets come in the order of decoding; the n-th one is decoded when the frame that is seen as
/// n-th minus `delay` is seen.
struct PacketTimes: Sendable {
  /// How many frames an encoder may hold back to put them into another order.
  var delay = 0
  /// Times of frames; those from `used` on have been given to no packet yet. Emptied whenever all are given away.
  private var waiting: [Int64] = []
  private var used = 0
  private var first: Int64 = 0
  private var frames = 0
  private var packets = 0

  /// Takes the time at which the next frame is seen.
  mutating func add(_ time: Int64) {
    if frames == 0 { first = time }
    frames += 1
    waiting.append(time)
  }

  /// The time at which the next packet is decoded; behind all frames for a packet too many.
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
