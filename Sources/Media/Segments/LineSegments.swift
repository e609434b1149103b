import StarmineGraphics

/// Segments of formats whose files have a line for each frame.
enum LineSegments {
  /// Far more than a line for each frame that a segment may have.
  private static let limit = 256 << 20

  /// Throws unless a file has the lines of these frames, and the header that all segments have.
  ///
  /// - Parameter header: of the first segment; nil while it is not known.
  /// - Returns: header and lines.
  static func read(
    _ path: String, frames: Range<Int>, header: [UInt8]?
  ) throws(VideoError) -> (header: [UInt8], lines: [UInt8]) {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile.bytes(of: path, atMost: limit) } catch { throw .input(error) }
    guard bytes.last == UInt8(ascii: "\n") else { throw .notAsWritten(path: path, reason: "its last line is cut off") }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let comments = lines.prefix { $0.first == UInt8(ascii: "#") }
    let start = comments.reduce(0) { $0 + $1.count + 1 }
    let numbers = lines.dropFirst(comments.count).map(frameNumber)
    guard numbers.elementsEqual(frames.map { $0 }) else {
      throw .notAsWritten(
        path: path, reason: "it does not have the frames \(frames.lowerBound)-\(frames.upperBound - 1)")
    }
    let found = Array(bytes[..<start])
    guard header == nil || header == found else { throw .notAsWritten(path: path, reason: "its header differs") }
    return (found, Array(bytes[start...]))
  }

  /// `STREAM, DECODED, SEEN, ...`: when the frame is seen, in frames.
  private static func frameNumber(_ line: ArraySlice<UInt8>) -> Int? {
    let fields = line.split(separator: UInt8(ascii: ","), maxSplits: 3)
    guard fields.count == 4 else { return nil }
    return Int(String(decoding: fields[2].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
  }
}
