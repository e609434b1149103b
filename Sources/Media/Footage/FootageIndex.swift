import CStarmineFFmpeg

/// The index of a video: packets in file order, and frames in time order.
///
/// A segment begins at a key frame and contains the frames up to the next key frame. It is always decoded from its
/// start with an empty decoder, so that a frame does not depend on previous requests.
struct FootageIndex: Sendable {
  struct Packet: Sendable {
    let time: Int64
    /// Ticks for seeking: the minimum of its times.
    let seekTime: Int64
    let size: Int32
    let isKey: Bool
  }

  struct Segment: Sendable {
    /// Index of the first packet for its frames.
    let start: Int
    var end: Int
    /// Time of its first frame, and of the next segment, in ticks.
    let firstTime: Int64
    var endTime: Int64
  }

  private(set) var packets: [Packet] = []
  private(set) var times: [Int64] = []
  private(set) var segments: [Segment] = []
  private(set) var end: Int64 = 0

  /// Indexes a whole file.
  ///
  /// Errors: `cutOff`, `noTimes`, `noPictures`, `tooLong`, `outOfMemory`.
  init(reading file: borrowing FootageFile) throws(FootageError) {
    guard let packet = OwnedPacket() else { throw .outOfMemory(path: file.path) }
    var shown: [Int64] = []
    var (last, lastDuration) = (Int64(0), Int64(0))
    while try file.read(packet, after: FootageIndex.seconds(last, file)) {
      let data = packet.pointer.pointee
      if av_packet_get_side_data(packet.pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil {
        throw .unreadable(path: file.path, reason: "it is encrypted")
      }
      let time = data.pts != shim_no_timestamp() ? data.pts : data.dts
      guard time.magnitude < FootageIndex.farthestTime else { throw .noTimes(path: file.path) }
      guard packets.count < Footage.maximumFrames else { throw .tooLong(path: file.path) }
      let seekTime = data.dts != shim_no_timestamp() ? min(data.dts, time) : time
      packets.append(Packet(time: time, seekTime: seekTime, size: data.size, isKey: data.flags & AV_PKT_FLAG_KEY != 0))
      if data.flags & AV_PKT_FLAG_DISCARD == 0, data.size > 0 { shown.append(time) }
      if time >= last || packets.count == 1 {
        (last, lastDuration) = (time, min(data.duration, FootageIndex.farthestTime))
      }
    }
    // QuickTime's reader knows the number of packets.
    guard Int(avformat_index_get_entries_count(file.stream.pointer)) <= packets.count else {
      throw .cutOff(path: file.path, seconds: FootageIndex.seconds(last, file))
    }
    try findSegments(file)
    try sortTimes(shown, file)
    // For reordered frames, QuickTime stores the decoding interval instead of the duration.
    try findEnd(lastDuration: packets.contains { $0.seekTime != $0.time } ? 0 : lastDuration, file)
  }

  /// Sums of a few such times do not overflow. The value for "no time" is larger.
  private static let farthestTime: Int64 = 1 << 60

  private static func seconds(_ ticks: Int64, _ file: borrowing FootageFile) -> Double {
    Double(ticks) * Double(file.tick.num) / Double(file.tick.den)
  }

  private mutating func findSegments(_ file: borrowing FootageFile) throws(FootageError) {
    // A stream without marked key frames begins with one.
    let keys = packets.indices.filter { packets[$0].isKey }
    for key in keys.isEmpty ? Array(packets.indices.prefix(1)) : keys {
      let time = packets[key].time
      guard segments.last.map({ time > $0.firstTime }) ?? true else { continue }
      if !segments.isEmpty { segments[segments.count - 1].endTime = time }
      segments.append(Segment(start: key, end: key + 1, firstTime: time, endTime: .max))
    }
    guard !segments.isEmpty else { throw .noPictures(path: file.path) }
    for (number, packet) in packets.enumerated() {
      guard let segment = segment(at: packet.time), number >= segments[segment].start else { continue }
      segments[segment].end = max(segments[segment].end, number + 1)
    }
  }

  /// Frames before the first key frame are never visible.
  private mutating func sortTimes(_ shown: [Int64], _ file: borrowing FootageFile) throws(FootageError) {
    let first = segments[0].firstTime
    for time in shown.sorted() where time >= first && times.last != time { times.append(time) }
    guard !times.isEmpty else { throw .noPictures(path: file.path) }
    if times.count == 1, shown.count > 1 { throw .noTimes(path: file.path) }
  }

  /// The last frame has its own duration, or the shortest of the others, or that of the stream's rate.
  private mutating func findEnd(lastDuration: Int64, _ file: borrowing FootageFile) throws(FootageError) {
    let last = times[times.count - 1]
    if lastDuration > 0 {
      end = last + lastDuration
      return
    }
    let stream = file.stream.pointer.pointee
    let rate = [stream.avg_frame_rate, stream.r_frame_rate].first { $0.num > 0 && $0.den > 0 }
    if let shortest = zip(times.dropFirst(), times).map({ $0 - $1 }).min() {
      end = last + shortest
    } else if let rate {
      end = last + max(1, av_rescale_q(1, AVRational(num: rate.den, den: rate.num), file.tick))
    } else {
      throw .noTimes(path: file.path)
    }
  }

  /// The segment that contains the frame at a time; nil before the first one.
  func segment(at time: Int64) -> Int? {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].firstTime <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// The number of the frame at a time. Before the start it is the first one, after the end the last one.
  func frame(at time: Int64) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  func duration(ofFrame index: Int) -> Int64 {
    (index + 1 < times.count ? times[index + 1] : end) - times[index]
  }
}
