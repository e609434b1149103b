import Foundation
package import StarmineCore
import StarmineGraphics
import StarmineMedia
import StarmineRaster

/// Compares frames of a movie with the file next to a test.
package struct FrameCheck {
  /// Name of the frames in the file.
  let name: String
  let file: FrameFile
  /// Folder for images of failures.
  let pictures: String
  /// Whether to write the file.
  let isUpdate: Bool

  /// - Parameters:
  ///   - path: file of frames.
  ///   - pictures: folder for images of failures.
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

  /// The package's build folder, if the tests run in one.
  private static var root: URL {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appending(path: ".build")
    let isThere = FileManager.default.fileExists(atPath: here.path(percentEncoded: false))
    return isThere ? here : FileManager.default.temporaryDirectory
  }

  /// Draws the frames at times in seconds, and compares or stores them.
  /// - Returns: a message for each difference; empty if all frames match.
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
      return "\(what): \(file.path) has no snapshot of it; check \(stem).png, then run with UPDATE_SNAPSHOTS=1"
    }
    guard (known.width, known.height) == (record.width, record.height) else {
      return "\(what): \(record.width)x\(record.height) pixels, not \(known.width)x\(known.height); see \(stem).png"
    }
    let parts = record.differingParts(known)
    try ImageWriter.writePNG(frame.marking(parts), toPath: stem + "-difference.png")
    let grid = FrameRecord.FrameGrid(width: record.width, height: record.height)
    return "\(what): \(parts.count) of \(grid.count) parts of the picture differ; "
      + "\(stem).png and, where it differs, \(stem)-difference.png"
  }
}

extension PixelBuffer {
  /// The image with unmarked parts darkened and a magenta frame around marked ones.
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
