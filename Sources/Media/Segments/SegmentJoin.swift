import CStarmineFFmpeg
import StarmineGraphics

/// Joins segments to a file that equals one written in a single run.
package struct SegmentJoin: Sendable {
  package struct Part: Sendable {
    package let path: String
    package let frames: Range<Int>
    package let isOpaque: Bool
    /// Light level of its frames; nil without HDR.
    package let light: LightLevel?

    package init(path: String, frames: Range<Int>, isOpaque: Bool = true, light: LightLevel? = nil) {
      (self.path, self.frames, self.isOpaque, self.light) = (path, frames, isOpaque, light)
    }
  }

  package enum JoinError: Error, Sendable {
    case part(Int, VideoError)
    case movie(VideoError)
  }

  package let format: VideoFormat
  package let width: Int
  package let height: Int
  package let frameRate: FrameRate
  package let options: VideoOptions

  package init(format: VideoFormat, width: Int, height: Int, frameRate: FrameRate, options: VideoOptions) {
    (self.format, self.width, self.height) = (format, width, height)
    (self.frameRate, self.options) = (frameRate, options)
  }

  /// Checks all segments, joins them, checks the file and renames it.
  ///
  /// - Precondition: each part begins at the end of the previous one.
  /// - Returns: number of bytes.
  package func run(_ parts: [Part], to path: String) throws(JoinError) -> Int {
    format.container.reading == .lines ? try joinLines(parts, to: path) : try joinPackets(parts, to: path)
  }

  private func joinPackets(_ parts: [Part], to path: String) throws(JoinError) -> Int {
    do throws(VideoError) {
      var writer = try VideoWriter(
        to: path, width: width, height: height, frameRate: frameRate, format: format, options: options)
      if let failure = firstFailure(parts, writer) { throw failure }
      for part in parts {
        try writer.append(try SegmentFile(part.path), part)
      }
      return try writer.finish().bytes
    } catch {
      if case .notAsWritten(let found, _) = error, let index = parts.firstIndex(where: { $0.path == found }) {
        throw .part(index, error)
      }
      throw .movie(error)
    }
  }

  private func firstFailure(_ parts: [Part], _ writer: borrowing VideoWriter) -> VideoError? {
    for part in parts {
      do throws(VideoError) { try writer.check(try SegmentFile(part.path), frames: part.frames.count) } catch {
        return error
      }
    }
    return nil
  }

  private func joinLines(_ parts: [Part], to path: String) throws(JoinError) -> Int {
    var (header, text): ([UInt8]?, [UInt8]) = (nil, [])
    for (index, part) in parts.enumerated() {
      do throws(VideoError) {
        let found = try LineSegments.read(part.path, frames: part.frames, header: header)
        if header == nil { text = found.header }
        header = found.header
        text += found.lines
      } catch {
        throw .part(index, error)
      }
    }
    do throws(FileError) { try OutputFile.write(text, to: path, in: options.scope) } catch {
      throw .movie(.file(error))
    }
    return text.count
  }
}

extension VideoWriter {
  /// Throws unless a segment contains a number of frames of this writer's encoder. Does not write.
  func check(_ segment: borrowing SegmentFile, frames: Int) throws(VideoError) {
    try segment.compare(with: encoder)
    try segment.check(frames: frames, encoder.codec.pointer.pointee.framerate)
  }

  /// Appends a checked segment instead of frames. The resulting file equals one written from the frames.
  /// - Parameter part: information about the segment, which begins at the end of the last one.
  mutating func append(_ segment: borrowing SegmentFile, _ part: SegmentJoin.Part) throws(VideoError) {
    let (count, index) = (part.frames.count, part.frames.lowerBound)
    guard index > lastIndex else { throw .indexNotIncreasing(index: index, previous: lastIndex) }
    if frames == 0 && format.container.startsAtZero { firstIndex = index }
    let start = Int64(index - firstIndex)
    for frame in 0..<count { times.add(start + Int64(frame)) }
    let codec = encoder.codec.pointer.pointee
    // The frames are not available here. They were sampled when the segment was written.
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
