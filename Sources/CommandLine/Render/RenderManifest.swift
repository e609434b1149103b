import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// All that a movie was made of, and checksums of what came of it: what `render --manifest` writes
/// (`schema/manifest.schema.json`).
struct RenderManifest: Codable {
  /// A file with the checksum of its bytes.
  struct File: Codable {
    /// Relative to the document's folder, or the file's name alone.
    var path: String
    var sha256: String
  }

  /// A document with its text.
  struct Document: Codable {
    var name: String
    var sha256: String
    var text: String
  }

  var version: String
  /// The words of the command that change the movie.
  var words: [String]
  /// The one of the words that is the document.
  var preset: String
  var document: Document
  var pictures: [File]
  var output: File
  var format: String
  /// Pixels that were asked for.
  var width: Int
  var height: Int
  var framesPerSecond: Double
  /// MD5 of every frame as drawn: premultiplied BGRA, as in `framemd5` files.
  var frames: [String]
  /// MD5 of every frame as it is decoded from the file.
  var decoded: [String]

  /// Draws the frames of a movie once more for their checksums.
  init(_ record: RenderRecord, _ plan: RenderPlan, _ source: PresetSource, size: PixelSize) throws {
    let movie = plan.movie
    (version, words, preset) = (record.version, MovieWords.own, record.preset)
    document = Document(
      name: URL(fileURLWithPath: source.file).lastPathComponent, sha256: try Digest.sha256(source.bytes),
      text: String(decoding: source.bytes, as: UTF8.self))
    pictures = try source.imageFiles.map { url in
      File(path: Self.relative(url, to: source.directory), sha256: try InputFile.sha256(of: url.path))
    }
    let isSequence = plan.format.isSequence
    output = File(
      path: URL(fileURLWithPath: plan.path).lastPathComponent,
      sha256: isSequence ? "" : try InputFile.sha256(of: plan.path))
    (format, width, height) = (plan.format.key, size.width, size.height)
    framesPerSecond = movie.framesPerSecond
    var options = plan.options
    options.pixelSize = size
    frames = try movie.frameHashes(options)
    let file = FileFrames(
      path: plan.path, format: plan.format, count: plan.frames.count, framesPerSecond: movie.framesPerSecond,
      firstNumber: options.video.firstNumber + plan.frames.lowerBound)
    decoded = try file.looks(at: Array(0..<plan.frames.count)).map(\.hash)
  }

  private static func relative(_ url: URL, to folder: URL) -> String {
    let (path, root) = (url.standardizedFileURL.path, folder.standardizedFileURL.path + "/")
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : url.lastPathComponent
  }

  /// Most bytes of a manifest that is read.
  private static let mostBytes = 1 << 28

  init(readingFrom path: String) throws {
    let bytes = try InputFile.bytes(of: path, in: .everywhere, atMost: Self.mostBytes)
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch {
      throw CommandError.usage("\(path): not a manifest of `starmine render --manifest`")
    }
    guard frames.count == decoded.count, !frames.isEmpty, width > 0, height > 0 else {
      throw CommandError.usage("\(path): the manifest is incomplete")
    }
  }

  func write(to path: String) throws {
    try OutputPath.write(try JSONText.page(self) + Data("\n".utf8), to: path)
  }
}
