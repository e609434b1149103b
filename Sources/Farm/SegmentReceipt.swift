package import StarmineMedia

/// Report of a worker about a segment that it has finished. Written after the segment's file.
package struct SegmentReceipt: Codable, Equatable, Sendable {
  package var segment: Int
  package var first: Int
  package var count: Int
  package var bytes: Int
  package var sha256: String
  /// Whether no frame is transparent.
  package var isOpaque: Bool
  /// How bright its frames are; nil without high dynamic range.
  package var light: LightLevel?
  /// MD5 of the first frame's pixels.
  package var firstFrame: String
  /// MD5 of the frame that the next segment begins with, as this machine draws it; nil at the end of the movie.
  package var nextFrame: String?
  /// The plan's.
  package var digest: String
  package var program: String
  package var encoder: String
  package var host: String
  package var seconds: Double

  package init(
    segment: Int, first: Int, count: Int, bytes: Int, sha256: String, isOpaque: Bool, light: LightLevel? = nil,
    firstFrame: String, nextFrame: String?, digest: String, program: String, encoder: String, host: String,
    seconds: Double
  ) {
    (self.segment, self.first, self.count, self.bytes) = (segment, first, count, bytes)
    (self.sha256, self.isOpaque, self.light) = (sha256, isOpaque, light)
    (self.firstFrame, self.nextFrame) = (firstFrame, nextFrame)
    (self.digest, self.program, self.encoder) = (digest, program, encoder)
    (self.host, self.seconds) = (host, seconds)
  }

  /// Why it does not hold for a plan; nil if it does.
  func problem(_ plan: FarmPlan, segment index: Int) -> String? {
    let frames = plan.frames(ofSegment: index)
    if program != plan.program { return "made by \(program)" }
    if encoder != plan.encoder { return "encoded by \(encoder)" }
    if digest != plan.digest { return "made for another plan" }
    let isOurs = segment == index && first == frames.lowerBound && count == frames.count
    return isOurs ? nil : "its receipt is of another segment"
  }
}
