/// The plan of a distributed render: everything that affects pixels and bytes.
///
/// It is written once as `plan.json` in the segment folder. Workers use nothing else.
package struct FarmPlan: Codable, Equatable, Sendable {
  package struct Source: Codable, Equatable, Sendable {
    package var path: String
    /// Path of the copy in the folder; empty if there is none.
    package var copy: String
    package var sha256: String

    package init(path: String, copy: String, sha256: String) {
      (self.path, self.copy, self.sha256) = (path, copy, sha256)
    }
  }

  /// A sound file of the movie with its settings.
  package struct Sound: Codable, Equatable, Sendable {
    package var source: Source
    package var at: Double
    package var gain: Double
    package var fadeIn: Double
    package var fadeOut: Double
    package var loops: Bool

    package init(_ track: Soundtrack, _ source: Source) {
      (self.source, at, gain) = (source, track.at, track.gain)
      (fadeIn, fadeOut, loops) = (track.fadeIn, track.fadeOut, track.loops)
    }

    func track(_ path: String) -> Soundtrack {
      var track = Soundtrack(path: path)
      (track.at, track.gain, track.loops) = (at, gain, loops)
      (track.fadeIn, track.fadeOut) = (fadeIn, fadeOut)
      return track
    }
  }

  /// Version of the plan format.
  package var format = FarmPlan.currentFormat
  /// Version and build of the program.
  package var program: String
  package var encoder: String
  package var title: String
  package var output: String
  package var formatKey: String
  /// HDR settings; nil: SDR.
  package var hdr: HighDynamicRange?
  /// Arguments of the command that affect the movie.
  package var words: [String]
  /// Name of the document in messages, and its text.
  package var document: Source
  /// Base folder of the document's relative paths.
  package var directory: String
  package var images: [Source]
  package var sounds: [Sound]
  /// Pixels.
  package var width: Int
  package var height: Int
  package var framesPerSecond: Double
  /// Number in the whole movie.
  package var firstFrame: Int
  package var frameCount: Int
  /// Frames per segment. Segments start at multiples, counted from frame 0 of the movie.
  package var segmentFrames: Int
  package var metadata: [String: String]
  /// Measured seconds per frame on one thread, or nil.
  package var secondsPerFrame: Double?
  /// SHA-256 of everything except the estimate.
  package var digest = ""

  package static let currentFormat = 1
  package static let largestSegmentFrames = 100_000
  package static let mostSegments = 1_000_000

  package init(
    program: String, encoder: String, title: String, output: String, formatKey: String,
    hdr: HighDynamicRange? = nil, words: [String], document: Source, directory: String, images: [Source],
    sounds: [Sound], width: Int, height: Int, framesPerSecond: Double, frames: Range<Int>, segmentFrames: Int,
    metadata: [String: String]
  ) {
    (self.program, self.encoder, self.title, self.output) = (program, encoder, title, output)
    (self.formatKey, self.hdr, self.words) = (formatKey, hdr, words)
    (self.document, self.directory) = (document, directory)
    (self.images, self.sounds) = (images, sounds)
    (self.width, self.height, self.framesPerSecond) = (width, height, framesPerSecond)
    (firstFrame, frameCount) = (frames.lowerBound, frames.count)
    (self.segmentFrames, self.metadata) = (segmentFrames, metadata)
  }

  package var sources: [Source] { images + sounds.map(\.source) + [document] }

  // MARK: Segments

  package var frames: Range<Int> { firstFrame..<firstFrame + frameCount }

  package var segmentCount: Int { (frames.upperBound - 1) / segmentFrames - firstFrame / segmentFrames + 1 }

  /// Frames of a segment, from 0.
  package func frames(ofSegment index: Int) -> Range<Int> {
    let start = (firstFrame / segmentFrames + index) * segmentFrames
    return (start..<start + segmentFrames).clamped(to: frames)
  }

  // MARK: Text

  /// The plan with its digest, as stored in its file.
  package func sealed() throws(FarmError) -> FarmPlan {
    var plan = self
    plan.digest = try computedDigest()
    return plan
  }

  func computedDigest() throws(FarmError) -> String {
    var plan = self
    (plan.digest, plan.secondsPerFrame) = ("", nil)
    do throws(VideoError) { return try Digest.sha256(JSONText.bytes(plan)) } catch { throw .media(error) }
  }

  /// Throws unless this program supports the plan, for any file contents.
  func check() throws(FarmError) {
    guard format == Self.currentFormat else {
      throw .unusable("plan version \(format); this build supports version \(Self.currentFormat)")
    }
    let isWhole =
      (1...Self.largestSegmentFrames).contains(segmentFrames) && (0...1_000_000_000).contains(firstFrame)
      && (1...1_000_000_000).contains(frameCount) && (1...VideoWriter.maximumSide).contains(width)
      && (1...VideoWriter.maximumSide).contains(height) && FrameRate(framesPerSecond) != nil
    guard hdr?.isPossible != false, isWhole, segmentCount <= Self.mostSegments else {
      throw .unusable("the plan has numbers out of range")
    }
    for source in sources where !Self.isInside(source.copy) {
      throw .unusable("the plan contains a path outside of its folder: \(source.copy)")
    }
    guard !output.isEmpty, !output.contains("/") else {
      throw .unusable("the plan's output is not a plain file name: \(output)")
    }
    guard digest == (try computedDigest()) else {
      throw .unusable("the plan was changed after it was written. Make a new one with `starmine farm plan`")
    }
  }

  private static func isInside(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.split(separator: "/").contains("..") && !path.contains("\0")
  }

  /// Descriptions of differences to another plan; empty for equal digests.
  package func differences(from other: FarmPlan) -> [String] {
    var result: [String] = []
    func compare<Value: Equatable>(_ name: String, _ old: Value, _ new: Value) {
      if old != new { result.append("\(name): \(old), now \(new)") }
    }
    compare("the program", other.program, program)
    compare("the encoder", other.encoder, encoder)
    if document.sha256 != other.document.sha256 { result.append("the document has changed") }
    let files = sources.dropLast()
    let old = Dictionary(other.sources.dropLast().map { ($0.path, $0.sha256) }) { $1 }
    let changed = files.filter { old[$0.path] != $0.sha256 }.map(\.path)
    let gone = Set(old.keys).subtracting(files.map(\.path)).sorted()
    if !changed.isEmpty || !gone.isEmpty {
      result.append("images or sounds have changed: \((changed + gone).prefix(3).joined(separator: ", "))")
    }
    compare("the format", other.formatKey, formatKey)
    compare("the options", other.words.joined(separator: " "), words.joined(separator: " "))
    compare("the size", "\(other.width)x\(other.height)", "\(width)x\(height)")
    compare("the frames", "\(other.frames)", "\(frames)")
    compare("a segment's frames", other.segmentFrames, segmentFrames)
    return result.isEmpty && self.digest != other.digest ? ["the plan differs"] : result
  }
}

extension JSONText {
  static func bytes(_ value: some Encodable) -> [UInt8] {
    // Strings and finite numbers can always be encoded.
    ((try? page(value)).map { Array($0) } ?? []) + Array("\n".utf8)
  }

  static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
