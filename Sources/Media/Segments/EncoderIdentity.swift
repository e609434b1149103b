import CStarmineFFmpeg

extension VideoFormat {
  /// Which libraries encode: equal frames give equal bytes with the same ones.
  ///
  /// x264 says its version in what it writes, and nowhere else: so one frame is encoded.
  package func encoderIdentity(_ options: VideoOptions) throws(VideoError) -> String {
    let version = avcodec_version()
    let library = "libavcodec \(version >> 16).\(version >> 8 & 255).\(version & 255)"
    guard encoder == "libx264" else { return library }
    var started = try Encoder(
      self, width: 64, height: 64, timing: StreamTiming(FrameRate(25)), options: options, needsGlobalHeader: true)
    let frame = try FramePool(width: 64, height: 64, format: self).makeFrame()
    frame.pointer.pointee.pts = 0
    for number in 0..<3 {
      guard let plane = frame.plane(number, of: UInt8.self) else { continue }
      for place in 0..<plane.stride * (number == 0 ? 64 : 32) { plane.row(0)[place] = 128 }
    }
    try started.send(frame)
    try started.sendEnd()
    guard try started.receive() else { return library }
    let text = started.packet.bytes.map { (32..<127).contains($0) ? Character(UnicodeScalar($0)) : "\n" }
    let line = String(text).split(separator: "\n").first { $0.hasPrefix("x264 - core") } ?? ""
    return library + ", " + (line.components(before: " - H.264") ?? "x264")
  }
}

extension Substring {
  /// Part before a text; nil where that does not occur.
  fileprivate func components(before end: String) -> String? {
    firstRange(of: end).map { String(self[..<$0.lowerBound]) }
  }
}
