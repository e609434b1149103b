import StarmineGraphics

/// Takes drawn frames in order and compares them with those of a file: the first difference ends the drawing.
package struct FrameComparison: ~Copyable, Sendable {
  private let path: String
  private let format: VideoFormat
  private let tolerance: Double
  private let looks: [FrameLook]
  /// Numbers of the looks in the file.
  private let orders: [Int]
  /// Reads the file once more, frame by frame: signatures of all frames of a long movie would not fit into memory.
  private var reader: FileFrameReader?
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

  /// Errors: `differs`, and those of reading the file.
  package mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError) {
    let (look, order) = (looks[done], orders[done])
    var reader = if let reader = reader.take() { reader } else { try FileFrameReader(look.file) }
    let found = try reader.signature(ofFrame: order, look)
    self.reader = consume reader
    guard let drawn = try FrameSignature(frame.picture, found.kind) else {
      throw .differs(path: path, frame: order, reason: "its pixels cannot be compared")
    }
    if let reason = found.difference(drawn, tolerance: tolerance) {
      throw .differs(path: path, frame: order, reason: reason)
    }
    done += 1
  }

  package consuming func finish() throws(VideoError) -> VideoReport {
    VideoReport(bytes: 0, frames: done, isOpaque: true, otherFiles: [], encodeSeconds: 0, convertSeconds: 0)
  }
}
