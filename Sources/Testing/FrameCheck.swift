import Foundation
package import StarmineCore
import StarmineGraphics
import StarmineMedia
import StarmineRaster

/// Frames of a movie against the file beside a test.
package struct FrameCheck {
  /// What the frames are called in the file.
  let name: String
  let file: FrameFile
  /// Where pictures of failures go.
  let pictures: String
  /// Whether the file is to be written anew.
  let isUpdate: Bool

  /// - Parameters:
  ///   - path: of the file of frames.
  ///   - pictures: folder for the pictures of failures.
  package init(name: String, path: String, pictures: String, isUpdate: Bool) {
    (self.name, file, self.pictures, self.isUpdate) = (name, FrameFile(path: path), pictures, isUpdate)
  }

  init(name: String, besideSource source: String) {
    let environment = ProcessInfo.processInfo.environment
    (self.name, file) = (name, FrameFile(besideSource: source))
    isUpdate = !["", "0"].contains(environment["UPDATE_SNAPSHOTS"] ?? "")
    let test = URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
    pictures = Self.root.appending(path: "snapshots/\(test)").path(percentEncoded: false)
  }

  /// The package's build folder, where the tests run in one.
  private static var root: URL {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appending(path: ".build")
    let isThere = FileManager.default.fileExists(atPath: here.path(percentEncoded: false))
    return isThere ? here : FileManager.default.temporaryDirectory
  }

  /// Draws the frames at times, seconds from the movie's start, and compares them or writes them down.
  ///
  /// - Returns: What is wrong, a sentence for each frame; nothing where all is right.
  package func problems(of movie: Movie, at times: [Double]) throws -> [String] {
    let known = isUpdate ? [:] : try file.read()
    var (problems, records): ([String], [FrameFile.Key: FrameRecord]) = ([], [:])
    for time in times {
      let frame = try movie.still(at: time)
      let key = FrameFile.Key(name: name, time: time)
      let record = try FrameRecord(frame)
      records[key] = record
      guard !isUpdate, known[key] != record else { continue }
      problems.append(try problem(frame, record, known[key], at: time))
    }
    if isUpdate { try file.replace(name, with: records) }
    return problems
  }

  private func problem(
    _ frame: borrowing PixelBuffer, _ record: FrameRecord, _ known: FrameRecord?, at time: Double
  ) throws -> String {
    let stem = "\(pictures)/\(FrameFile.word(name).replacingOccurrences(of: "/", with: "-"))-\(time)"
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    try ImageWriter.writePNG(frame, toPath: stem + ".png")
    let what = "\(name) at \(time) s"
    guard let known else {
      return "\(what): \(file.path) does not have it yet; look at \(stem).png, then run with UPDATE_SNAPSHOTS=1"
    }
    guard (known.width, known.height) == (record.width, record.height) else {
      return "\(what): \(record.width)x\(record.height) pixels, and \(known.width)x\(known.height) before; \(stem).png"
    }
    let parts = record.differingParts(known)
    try ImageWriter.writePNG(frame.marking(parts), toPath: stem + "-difference.png")
    let grid = FrameRecord.FrameGrid(width: record.width, height: record.height)
    return "\(what): \(parts.count) of \(grid.count) parts of the picture differ; "
      + "\(stem).png and, where it differs, \(stem)-difference.png"
  }
}

extension PixelBuffer {
  /// The picture with all but some parts darkened, and those in a magenta frame.
  fileprivate func marking(_ parts: [Int]) -> CGImage {
    let grid = FrameRecord.FrameGrid(width: width, height: height).parts
    var pixels = [UInt32](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width { pixels[y * width + x] = scaled(sourceOver(self[x, y], 0xFF00_0000), 64) | 0xFF00_0000 }
    }
    for part in parts where grid.indices.contains(part) {
      let (columns, rows) = grid[part]
      for y in rows {
        for x in columns {
          let isEdge =
            x == columns.lowerBound || x + 1 == columns.upperBound || y == rows.lowerBound
            || y + 1 == rows.upperBound
          pixels[y * width + x] = isEdge ? 0xFFFF_00FF : sourceOver(self[x, y], 0xFF00_0000)
        }
      }
    }
    return CGImage(width: width, height: height, pixels: pixels)
  }
}
