import Foundation
import Starmine
import StarmineMedia
import StarmineRaster
import Testing

/// Movies whose particles show a clip and are born by one.
@Suite struct ParticleClipMovieTests {
  /// A folder with a clip of 30 frames in a second, transparent but for a bar that wanders, and a document with it.
  private final class Folder {
    let url: URL
    var clip: URL { url.appending(path: "a.mov") }
    var document: URL { url.appending(path: "a.json") }

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "particle-clips-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let format = try VideoFormat(named: "png-mov")
      var writer = try VideoWriter(to: clip.path, width: 60, height: 16, frameRate: FrameRate(30), format: format)
      for index in 0..<30 { try writer.append(Self.bar(index), at: index) }
      _ = try writer.finish()
      try Data(Self.text.utf8).write(to: document)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Two columns of one colour.
    private static func bar(_ index: Int) -> PixelBuffer {
      clipFrame(60, 16) { x, _ in x / 2 == index ? 0xFF00_0000 | UInt32(index * 8) << 16 | 0xFF : 0 }
    }

    private static let text = """
      { movie: { size: [80, 60], duration: 2, fps: 20 }, layer: { sublayers: [
        { class: 'CAEmitterLayer', emitterPosition: [40, 20], emitterSize: [60, 20], emitterShape: 'image',
          emitterUsesImageColors: true, emitterImage: { video: 'a.mov', loop: true },
          emitterCells: [{ birthRate: 60, lifetime: 1.2, yAcceleration: 30,
            contents: { sprite: 'square', size: 4 } }] },
        { class: 'CAEmitterLayer', emitterPosition: [40, 50], emitterSize: [60, 4], emitterShape: 'rectangle',
          emitterCells: [{ birthRate: 6, lifetime: 2, scale: 0.3, contents: { video: 'a.mov', rate: 0.5 } }] } ] } }
      """
  }

  private func checksums(_ folder: Folder, workers: Int, frames: Range<Int>? = nil) throws -> [String] {
    let path = folder.url.appending(path: "\(UUID().uuidString).framemd5").path
    var options = ExportOptions()
    (options.workers, options.frames) = (workers, frames)
    _ = try Movie(presetNamed: folder.document.path).export(to: path, options: options)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test func bytesAreTheSameForThreadsAndParts() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let alone = try checksums(folder, workers: 1)
    #expect(alone.count == 40 && Set(alone.compactMap { $0.split(separator: ",").last }).count == 40)
    #expect(try checksums(folder, workers: 2) == alone)
    for frame in [39, 0, 21, 7] {
      #expect(try checksums(folder, workers: 2, frames: frame..<frame + 1) == [alone[frame]], "frame \(frame)")
    }
  }

  /// The clip below is damaged from a frame on: the movie ends there, and says where.
  @Test func aClipThatBreaksEndsTheRender() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    var bytes = try Data(contentsOf: folder.clip)
    let pictures = bytes.count / 2..<bytes.count * 6 / 10
    for index in pictures { bytes[index] = 0xFF }
    try bytes.write(to: folder.clip)
    let error = #expect(throws: MovieError.self) { try checksums(folder, workers: 2) }
    guard case .unreadableClip(let frame, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((1..<40).contains(frame) && reason.contains("a.mov: the frame at "), "\(reason)")
  }

  /// The memory that decoded frames may still take is promised, and no more than all of them need.
  @Test func decodedFramesCount() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let footage = try Footage(path: folder.clip.path)
    #expect(footage.frameBytes >= 60 * 16 * 4)
    let whole = footage.promisedBytes
    #expect(whole > 0 && whole <= 30 * (footage.frameBytes + 60 * 16 * 4))
    _ = try footage.image(ofFrame: 0)
    let left = footage.promisedBytes
    #expect(left < whole)
    for number in 0..<30 { _ = try footage.image(ofFrame: number) }
    #expect(footage.promisedBytes < left)
  }
}
