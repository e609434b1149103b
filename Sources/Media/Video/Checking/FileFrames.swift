import CStarmineFFmpeg
import StarmineGraphics

/// The frames of a file that was written before, as they are decoded.
package struct FileFrames {
  let path: String
  let format: VideoFormat
  /// Frames of the movie that the file is said to have, and per second.
  private let count: Int
  let framesPerSecond: Double
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
    let found: (hashes: [Int: String], count: Int)
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
      guard let hash = found.hashes[order] else {
        throw .differs(path: path, frame: order, reason: "it is missing")
      }
      looks.append(FrameLook(hash: hash, file: self))
    }
    return looks
  }

  private func decode(_ wanted: Set<Int>) throws(VideoError) -> (hashes: [Int: String], count: Int) {
    let file = try MediaInput(path: path)
    let stream = try file.videoStream()
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(path)") }
    let decoder = try FrameDecoder(stream, named: format.coding.decoder)
    var (hashes, next): ([Int: String], Int) = ([:], 0)
    func take(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
      if wanted.contains(next) { hashes[next] = try FrameSignature.md5(frame) }
      next += 1
      // A file of more frames than it should have says so soon enough.
      return next <= count
    }
    while try file.read(packet) {
      guard packet.pointer.pointee.stream_index == stream.index else { continue }
      guard try decodeOrStop(at: next, { () throws(VideoError) in try decoder.decode(packet, take) }) else {
        return (hashes, next)
      }
    }
    _ = try decodeOrStop(at: next) { () throws(VideoError) in try decoder.finish(take) }
    return (hashes, next)
  }

  private func readOrDiffer<Found>(_ body: () throws(VideoError) -> Found) throws(VideoError) -> Found {
    do throws(VideoError) { return try body() } catch {
      guard case .notAsWritten(_, let reason) = error else { throw error }
      throw .differs(path: path, frame: 0, reason: "the file cannot be read: \(reason)")
    }
  }

  /// A frame that cannot be decoded is not the one that was written.
  func decodeOrStop(
    at frame: Int, _ body: () throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    do throws(VideoError) { return try body() } catch {
      guard case .failed(_, let reason) = error else { throw error }
      throw .differs(path: path, frame: frame, reason: "it cannot be decoded: \(reason)")
    }
  }

  private func pictures(_ wanted: Set<Int>) throws(VideoError) -> (hashes: [Int: String], count: Int) {
    let numbered = try numbered()
    var hashes: [Int: String] = [:]
    for order in wanted.sorted() {
      try picture(order) { frame throws(VideoError) in hashes[order] = try FrameSignature.md5(frame) }
    }
    let numbers = firstNumber..<firstNumber + count
    return (hashes, numbered.existing.count { numbers.contains($0) })
  }

  private func numbered() throws(VideoError) -> NumberedPath {
    if let numbered = NumberedPath(path) { return numbered }
    throw .missingNumber(path: path, suggestion: NumberedPath.suggestion(for: path))
  }

  /// Hands on a file of a sequence, decoded, if there is a picture in it.
  func picture(
    _ order: Int, _ body: (borrowing OwnedFrame) throws(VideoError) -> Void
  ) throws(VideoError) {
    let path = try numbered().path(firstNumber + order)
    let file = try InputFile.written(path)
    guard file.content.size <= ImageReader.maximumFileBytes else { return }
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try file.bytes() } catch { throw .input(error) }
    guard let packet = OwnedPacket(copying: bytes) else { throw .outOfMemory(operation: "reading \(path)") }
    _ = try decodeOrStop(at: order) { () throws(VideoError) in
      try PictureCheck(format: format, target: path).decode(packet, body)
      return true
    }
  }

  /// An animation of WebP pictures.
  func webP() throws(VideoError) -> WebPAnimation {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile(path, atMost: 1 << 30).bytes() } catch { throw .input(error) }
    let animation = try WebPAnimation(bytes, target: path)
    guard animation.width > 0, animation.height > 0, animation.width * animation.height <= ImageReader.maximumPixels
    else { throw .notAsWritten(path: path, reason: "its size is wrong") }
    return animation
  }

  private func animation(_ wanted: Set<Int>) throws(VideoError) -> (hashes: [Int: String], count: Int) {
    let animation = try webP()
    if let still = animation.still {
      let hash = try FrameSignature.md5(still)
      return (Dictionary(uniqueKeysWithValues: wanted.map { ($0, hash) }), count)
    }
    var hashes: [Int: String] = [:]
    var shown = WebPFrames(animation, framesPerSecond: framesPerSecond)
    var (last, hash): (Int?, String) = (nil, "")
    for order in wanted.sorted() {
      let pixels = try shown.pixels(ofFrame: order)
      if last != shown.number { (last, hash) = (shown.number, try FrameSignature.md5(pixels)) }
      hashes[order] = hash
    }
    return (hashes, animation.pictures.count <= count ? count : animation.pictures.count)
  }

  private func lines(_ wanted: Set<Int>) throws(VideoError) -> (hashes: [Int: String], count: Int) {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile(path, atMost: 1 << 28).bytes() } catch { throw .input(error) }
    let rows = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
    var hashes: [Int: String] = [:]
    for order in wanted where rows.indices.contains(order) {
      let hash = rows[order].split(separator: UInt8(ascii: ",")).last ?? []
      hashes[order] = String(decoding: hash.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
    return (hashes, rows.count)
  }
}
