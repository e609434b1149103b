import CStarmineFFmpeg

extension VideoWriter {
  /// Throws unless a segment holds a number of frames of just this writer's encoder. Nothing is written.
  func check(_ segment: borrowing SegmentFile, frames: Int) throws(VideoError) {
    try segment.compare(with: encoder)
    try segment.check(frames: frames, encoder.codec.pointer.pointee.framerate)
  }

  /// Appends a segment that has been checked, instead of frames. The file then is what a writer makes that gets the
  /// segments' frames one by one.
  ///
  /// - Parameter part: what is known of it; it begins where the last segment ends.
  mutating func append(_ segment: borrowing SegmentFile, _ part: SegmentJoin.Part) throws(VideoError) {
    let (count, index) = (part.frames.count, part.frames.lowerBound)
    guard index > lastIndex else { throw .indexNotIncreasing(index: index, previous: lastIndex) }
    if frames == 0 && format.container.startsAtZero { firstIndex = index }
    let start = Int64(index - firstIndex)
    for frame in 0..<count { times.add(start + Int64(frame)) }
    let codec = encoder.codec.pointer.pointee
    // The frames were not seen here: they were looked at when the segment was written.
    let (samples, codecTime) = (samples, codec.time_base)
    var packets = 0
    try segment.forEachPacket(codec.framerate) { (packet, frame) throws(VideoError) in
      packet.pointer.pointee.pts = start + Int64(frame)
      packet.pointer.pointee.dts = times.next()
      packet.pointer.pointee.duration = 0
      packet.pointer.pointee.pos = -1
      try output.write(packet, codecTime, samples)
      lastIndex = index + packets
      packets += 1
      try writeSound()
    }
    frames += count
    isOpaque = isOpaque && part.isOpaque
    light = part.light?.joined(light) ?? light
  }
}
