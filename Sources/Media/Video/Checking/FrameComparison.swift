import StarmineGraphics

/// Takes drawn frames in order and compares them with those of a file: the first difference ends the drawing.
package struct FrameComparison: ~Copyable, Sendable {
  private let path: String
  private let tolerance: Double
  /// Numbers of the compared frames in the file.
  private let orders: [Int]
  private var file: FileFrames
  private var done = 0

  /// - Parameter orders: numbers of the frames in the file, in the order of drawing.
  package init(
    path: String, format: VideoFormat, width: Int, height: Int, crf: Double?, file: consuming FileFrames, orders: [Int]
  ) {
    (self.path, self.orders) = (path, orders)
    tolerance = format.tolerance(width: width, height: height, crf: crf)
    self.file = file
  }

  /// Errors: `differs`, and those of reading the file.
  package mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError) {
    let order = orders[done]
    let found = try file.signature(ofFrame: order)
    guard let drawn = try FrameSignature(frame.picture, found.kind) else {
      throw .differs(path: path, frame: order, reason: "its pixels cannot be compared")
    }
    if let reason = found.difference(drawn, tolerance: tolerance) {
      throw .differs(path: path, frame: order, reason: reason)
    }
    done += 1
  }

  /// Errors: `differs` if the file has another number of frames.
  package consuming func finish() throws(VideoError) -> VideoReport {
    try file.finish()
    return VideoReport(bytes: 0, frames: done, isOpaque: true, otherFiles: [], encodeSeconds: 0, convertSeconds: 0)
  }
}
