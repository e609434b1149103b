import StarmineGraphics

/// Takes drawn frames in order and compares them with those of a file: the first difference ends the drawing.
package struct FrameComparison: ~Copyable, Sendable {
  private let path: String
  private let format: VideoFormat
  private let tolerance: Double
  private let looks: [FrameLook]
  /// Numbers of the looks in the file.
  private let orders: [Int]
  private var done = 0

  /// - Parameters:
  ///   - looks: of the file's frames, in the order of drawing.
  ///   - orders: their numbers in the file.
  package init(
    path: String, format: VideoFormat, width: Int, height: Int, crf: Double?, looks: [FrameLook], orders: [Int]
  ) {
    (self.path, self.format, self.looks, self.orders) = (path, format, looks, orders)
    tolerance = format.tolerance(width: width, height: height, crf: crf)
  }

  /// Errors: `differs`.
  package mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError) {
    let drawn = try FrameLook(frame.picture)
    if let reason = looks[done].difference(drawn, format, tolerance: tolerance) {
      throw .differs(path: path, frame: orders[done], reason: reason)
    }
    done += 1
  }

  package consuming func finish() throws(VideoError) -> VideoReport {
    VideoReport(bytes: 0, frames: done, isOpaque: true, otherFiles: [], encodeSeconds: 0, convertSeconds: 0)
  }
}

/// Takes drawn frames in order and hands on the checksum of each, as a `framemd5` file has it.
package struct FrameHashes: ~Copyable, Sendable {
  private let take: @Sendable (String) -> Void
  private var done = 0

  package init(_ take: @escaping @Sendable (String) -> Void) { self.take = take }

  package mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError) {
    take(try FrameLook(frame.picture).hash)
    done += 1
  }

  package consuming func finish() throws(VideoError) -> VideoReport {
    VideoReport(bytes: 0, frames: done, isOpaque: true, otherFiles: [], encodeSeconds: 0, convertSeconds: 0)
  }
}
