import Foundation
import StarmineFarm
import StarmineGraphics
import StarmineMedia
import StarmineRaster

/// A folder with the plan of a small movie of three segments, whose frames are flat colours.
final class TestFarm {
  static let side = 32
  let root: URL
  let folder: SegmentFolder

  var plan: FarmPlan { folder.plan }

  init(output: String = "movie.mp4", frames: Range<Int> = 0..<500) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "farm-\(UUID().uuidString)")
    let plan = try Self.plan(output: output, frames: frames).sealed()
    folder = try SegmentFolder(path: root.appending(path: "show").path, plan: plan)
    try folder.create()
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  static func plan(output: String = "movie.mp4", frames: Range<Int> = 0..<500, title: String = "movie") -> FarmPlan {
    FarmPlan(
      program: "starmine 1", encoder: "encoder 1", title: title, output: output, formatKey: key(output),
      words: ["snow", "--seed", "7"],
      document: FarmPlan.Source(path: "snow.json", copy: "document.json", sha256: "00"), directory: "/tmp",
      images: [FarmPlan.Source(path: "/tmp/a.png", copy: "images/0", sha256: "01")], sounds: [], width: side,
      height: side, framesPerSecond: 60, frames: frames, segmentFrames: 240, metadata: ["title": title])
  }

  /// An unknown format has no key.
  private static func key(_ output: String) -> String { (try? VideoFormat(forPath: output))?.key ?? "?" }

  var options: VideoOptions {
    var options = VideoOptions()
    options.metadata = plan.metadata
    return options
  }

  func path(_ name: String) -> String { root.appending(path: name).path }
  func bytes(_ path: String) -> [UInt8] { [UInt8](FileManager.default.contents(atPath: path) ?? Data()) }

  func write(_ frames: Range<Int>, to path: String, format: VideoFormat? = nil) throws {
    var writer = try VideoWriter(
      to: path, width: Self.side, height: Self.side, frameRate: FrameRate(60), format: format, options: options)
    for index in frames {
      var picture = PixelBuffer(width: Self.side, height: Self.side)
      picture.withMutablePixels { pixels in
        for pixel in pixels.indices { pixels[pixel] = 0xFF00_0000 | UInt32(index % 251 * 65_793) ^ UInt32(pixel % 32) }
      }
      try writer.append(picture, at: index)
    }
    _ = try writer.finish()
  }

  /// The name of a frame's picture.
  static func picture(_ frame: Int) -> String { "picture \(frame)" }

  /// Writes a segment as a worker does.
  @discardableResult
  func draw(_ index: Int, host: String = "a") throws -> SegmentReceipt {
    let (frames, path) = (plan.frames(ofSegment: index), folder.segmentPath(index))
    try write(frames, to: path, format: VideoFormat(forPath: plan.output).segment)
    let file = try InputFile.written(path)
    let receipt = SegmentReceipt(
      segment: index, first: frames.lowerBound, count: frames.count, bytes: file.content.size,
      sha256: try file.sha256(), isOpaque: true, firstFrame: Self.picture(frames.lowerBound),
      nextFrame: frames.upperBound == plan.frames.upperBound ? nil : Self.picture(frames.upperBound),
      digest: plan.digest, program: plan.program, encoder: plan.encoder, host: host, seconds: 2)
    try folder.write(receipt)
    return receipt
  }

  func drawAll() throws {
    for index in 0..<plan.segmentCount { try draw(index, host: "host\(index)") }
  }
}

extension FarmError {
  /// The code that the program ends with.
  var kind: String {
    switch self {
    case .unusable: "unusable"
    case .incomplete: "incomplete"
    case .failed: "failed"
    case .movie: "movie"
    }
  }
}
