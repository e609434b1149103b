/// The existing segments of a folder, who drew them, and the estimated remaining time.
package struct FarmStatus: Encodable, Equatable, Sendable {
  package struct Host: Encodable, Equatable, Sendable {
    package var host: String
    package var segments: Int
    package var framesPerSecond: Double
  }

  package struct Invalid: Encodable, Equatable, Sendable {
    package var segment: Int
    package var reason: String
  }

  package var folder: String
  package var output: String
  package var segments: Int
  package var done: Int
  package var frames: Int
  package var framesDone: Int
  package var missing: [Int]
  /// Missing segments with invalid files.
  package var invalid: [Invalid]
  package var hosts: [Host]
  /// Estimated seconds for the missing frames at the rate of all hosts; nil before the first segment.
  package var secondsLeft: Double?

  package init(_ folder: SegmentFolder) {
    let plan = folder.plan
    let states = (0..<plan.segmentCount).map { ($0, folder.state($0)) }
    let receipts = states.compactMap { $1.receipt }
    (self.folder, output, segments, done) = (folder.path, plan.output, plan.segmentCount, receipts.count)
    (frames, framesDone) = (plan.frameCount, receipts.reduce(0) { $0 + $1.count })
    missing = states.filter { $1.receipt == nil }.map { $0.0 }
    invalid = states.compactMap { index, state in
      if case .invalid(let reason) = state { Invalid(segment: index, reason: reason) } else { nil }
    }
    let byHost = Dictionary(grouping: receipts, by: \.host)
    hosts = byHost.keys.sorted().map { host in
      let own = byHost[host] ?? []
      let seconds = own.reduce(0) { $0 + max($1.seconds, 0) }
      let rate = Double(own.reduce(0) { $0 + $1.count }) / max(seconds, 1e-3)
      return Host(host: host, segments: own.count, framesPerSecond: (rate * 100).rounded() / 100)
    }
    let rate = hosts.reduce(0) { $0 + $1.framesPerSecond }
    secondsLeft = rate > 0 ? (Double(frames - framesDone) / rate).rounded(.up) : nil
  }

  package var isComplete: Bool { missing.isEmpty }

  /// The first line: existing and missing segments, with reasons.
  package var summary: String {
    guard !isComplete else { return "\(done)/\(segments) segments" }
    let reasons = invalid.prefix(3).map { "\($0.segment): \($0.reason)" }.joined(separator: "; ")
    let more = invalid.count > 3 ? "; and \(invalid.count - 3) more" : ""
    let list = SegmentRanges.text(missing)
    return "\(done)/\(segments) segments, not there: \(list)" + (reasons.isEmpty ? "" : " (\(reasons)\(more))")
  }
}

/// Numbers of segments or tasks as a string, such as `3,5-6`.
package enum SegmentRanges {
  package static func text(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}

/// The receipt of a worker for a finished segment. Written after the segment's file.
package struct SegmentReceipt: Codable, Equatable, Sendable {
  package var segment: Int
  package var first: Int
  package var count: Int
  package var bytes: Int
  package var sha256: String
  package var isOpaque: Bool
  /// Light level of its frames; nil without HDR.
  package var light: LightLevel?
  package var firstFrame: String
  /// MD5 of the first frame of the next segment, as drawn by this machine; nil at the end of the movie.
  package var nextFrame: String?
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

  /// Why it is invalid for a plan, or nil.
  func problem(_ plan: FarmPlan, segment index: Int) -> String? {
    let frames = plan.frames(ofSegment: index)
    if program != plan.program { return "made by \(program)" }
    if encoder != plan.encoder { return "encoded by \(encoder)" }
    if digest != plan.digest { return "it was rendered for another plan" }
    let isOurs = segment == index && first == frames.lowerBound && count == frames.count
    return isOurs ? nil : "its receipt is for another segment"
  }
}
