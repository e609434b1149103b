import CStarmineFFmpeg
import StarmineGraphics

/// The frames of a file that was written before, as they are decoded.
package struct FileFrames {
  private let path: String
  private let format: VideoFormat
  /// Frames of the movie that the file is said to have, and per second.
  private let count: Int
  private let framesPerSecond: Double
  /// Number of a sequence's first file.
  private let firstNumber: Int

  /// - Parameter count: frames that the file should have.
  package init(path: String, format: VideoFormat, count: Int, framesPerSecond: Double, firstNumber: Int = 0) {
    (self.path, self.format, self.count) = (path, format, count)
    (self.framesPerSecond, self.firstNumber) = (framesPerSecond, firstNumber)
  }

  /// Looks at the frames of these numbers, from 0 on and ascending. Errors: a file that cannot be decoded, or that has
  /// another number of frames (`differs`).
  package func looks(at orders: [Int]) throws(VideoError) -> [FrameLook] {
    let wanted = Set(orders)
    let found: (looks: [Int: FrameLook], count: Int)
    switch format.container.reading {
    case .container:
      // What has no frames to be read is another file than the one that was written.
      found = try readOrDiffer { () throws(VideoError) in try decode(wanted) }
    case .pictures: found = try pictures(wanted)
    case .webp: found = try animation(wanted)
    case .lines: found = try lines(wanted)
    case .nothing:
      throw .failed(operation: "reading \(path)", reason: "\(format.name) keeps no sizes and times to read it by")
    }
    guard found.count == count else {
      let reason = "there are \(found.count) frames, not \(count)"
      throw .differs(path: path, frame: min(found.count, count), reason: reason)
    }
    var looks: [FrameLook] = []
    for order in orders {
      guard let look = found.looks[order] else {
        throw .differs(path: path, frame: order, reason: "it is missing")
      }
      looks.append(look)
    }
    return looks
  }

  private func decode(_ wanted: Set<Int>) throws(VideoError) -> (looks: [Int: FrameLook], count: Int) {
    let file = try MediaInput(path: path)
    let stream = try file.videoStream()
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(path)") }
    let decoder = try FrameDecoder(stream, named: format.coding.decoder)
    var (looks, next): ([Int: FrameLook], Int) = ([:], 0)
    func take(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
      if wanted.contains(next) { looks[next] = try FrameLook(frame) }
      next += 1
      // A file of more frames than it should have says so soon enough.
      return next <= count
    }
    while try file.read(packet) {
      guard packet.pointer.pointee.stream_index == stream.index else { continue }
      guard try decodeOrStop(at: next, { () throws(VideoError) in try decoder.decode(packet, take) }) else {
        return (looks, next)
      }
    }
    _ = try decodeOrStop(at: next) { () throws(VideoError) in try decoder.finish(take) }
    return (looks, next)
  }

  private func readOrDiffer<Found>(_ body: () throws(VideoError) -> Found) throws(VideoError) -> Found {
    do throws(VideoError) { return try body() } catch {
      guard case .notAsWritten(_, let reason) = error else { throw error }
      throw .differs(path: path, frame: 0, reason: "the file cannot be read: \(reason)")
    }
  }

  /// A frame that cannot be decoded is not the one that was written.
  private func decodeOrStop(
    at frame: Int, _ body: () throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    do throws(VideoError) { return try body() } catch {
      guard case .failed(_, let reason) = error else { throw error }
      throw .differs(path: path, frame: frame, reason: "it cannot be decoded: \(reason)")
    }
  }

  private func pictures(_ wanted: Set<Int>) throws(VideoError) -> (looks: [Int: FrameLook], count: Int) {
    guard let numbered = NumberedPath(path) else {
      throw .missingNumber(path: path, suggestion: NumberedPath.suggestion(for: path))
    }
    var looks: [Int: FrameLook] = [:]
    for order in wanted.sorted() {
      looks[order] = try picture(numbered.path(firstNumber + order), order)
    }
    let numbers = firstNumber..<firstNumber + count
    return (looks, numbered.existing.count { numbers.contains($0) })
  }

  private func picture(_ path: String, _ order: Int) throws(VideoError) -> FrameLook? {
    let file = try InputFile.written(path)
    guard file.content.size <= ImageReader.maximumFileBytes else { return nil }
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try file.bytes() } catch { throw .input(error) }
    guard let packet = OwnedPacket(copying: bytes) else { throw .outOfMemory(operation: "reading \(path)") }
    var look: FrameLook?
    _ = try decodeOrStop(at: order) { () throws(VideoError) in
      try PictureCheck(format: format, target: path).decode(packet) { frame throws(VideoError) in
        look = try FrameLook(frame)
      }
      return true
    }
    return look
  }

  private func animation(_ wanted: Set<Int>) throws(VideoError) -> (looks: [Int: FrameLook], count: Int) {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile(path, atMost: 1 << 30).bytes() } catch { throw .input(error) }
    let animation = try WebPAnimation(bytes, target: path)
    guard animation.width > 0, animation.height > 0, animation.width * animation.height <= ImageReader.maximumPixels
    else { throw .notAsWritten(path: path, reason: "its size is wrong") }
    func look(_ pixels: [UInt32]) throws(VideoError) -> FrameLook {
      try FrameLook(pixels: pixels, width: animation.width, height: animation.height)
    }
    var looks: [Int: FrameLook] = [:]
    if let still = animation.still {
      let look = try look(still)
      return (Dictionary(uniqueKeysWithValues: wanted.map { ($0, look) }), count)
    }
    // Frames that equal the one before make that one longer; the last one's length is the mean of the others.
    try animation.forEachFrame { (start, end, pixels) throws(VideoError) in
      let made = try look(pixels)
      let last = end >= animation.duration
      for order in wanted {
        let middle = (Double(order) + 0.5) / framesPerSecond * 1000
        if middle >= Double(start), middle < Double(end) || last { looks[order] = made }
      }
    }
    return (looks, animation.pictures.count <= count ? count : animation.pictures.count)
  }

  private func lines(_ wanted: Set<Int>) throws(VideoError) -> (looks: [Int: FrameLook], count: Int) {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile(path, atMost: 1 << 28).bytes() } catch { throw .input(error) }
    let rows = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
    var looks: [Int: FrameLook] = [:]
    for order in wanted where rows.indices.contains(order) {
      let hash = rows[order].split(separator: UInt8(ascii: ",")).last ?? []
      looks[order] = FrameLook(hash: String(decoding: hash.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    }
    return (looks, rows.count)
  }
}
