import Foundation
import Starmine
import StarmineMedia
import StarminePresets

/// The clip that a render is drawn over.
struct RenderClip {
  let path: String
  let part: FootagePart
  let notes: [String]

  /// Rows of `--dry-run`.
  var rows: [(String, String)] {
    let footage = part.footage
    let end = part.end.map { "\(ValueText.text($0)) s" } ?? "the end"
    return [
      (
        "frames",
        "\(footage.frameCount), \(ValueText.text(footage.framesPerSecond)) per second on average, "
          + "\(ValueText.text(footage.duration)) s"
      ), ("drawn", "from \(ValueText.text(part.start)) s to \(end)"),
    ]
  }
}

extension RenderJob {
  /// The movie as it is going to be drawn over a clip, and what is unusual about its document.
  func plan(
    over clip: String, _ source: PresetSource, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (RenderPlan, warnings: [String]) {
    let footage = try open(clip)
    let start = self.footage?.at?.seconds ?? 0
    guard start < footage.duration else {
      throw CommandError.usage(
        "--at \(ValueText.text(start)) s: the clip ends at \(ValueText.text(footage.duration)) s")
    }
    let (scene, warnings) = try load(source, size: AskedSize(width: footage.width, height: footage.height))
    // Loading has said so where the background is transparent.
    let left = scene.background.alpha < 1 ? nil : scene.partsRemark(isOverClip: true)
    let movie = Movie(scene)
    outputs.fill(movie)
    let end = self.footage?.until?.seconds ?? edits.duration.map { start + $0.seconds }
    // A loop keeps its own length.
    if movie.loop != nil, movie.loop?.length == nil { movie.loop?.length = movie.duration }
    (movie.framesPerSecond, movie.duration) = (footage.framesPerSecond, footage.duration * movie.speed)
    let sound = movie.soundtracks.isEmpty ? [] : ["\(path): the sound of the scene is left out; the clip's is kept"]
    movie.soundtracks = []
    let size = PixelSize(width: footage.pixelSize.width, height: footage.pixelSize.height)
    var options = self.options(movie, size, isCancelled)
    // The clip's own are kept.
    options.video.metadata = [:]
    let format = try movie.footageFormat(path, footage, options)
    try FootageWriter.check(format)
    try check(options.video, format)
    try checkLight(format)
    let notes = sound + [left].compactMap { $0 } + choice(format, footage, options)
    let part = FootagePart(footage, from: start, until: end)
    return (
      RenderPlan(
        movie: movie, format: format, size: size, frames: 0..<footage.frameCount, options: options, path: path,
        clip: RenderClip(path: clip, part: part, notes: notes)), warnings
    )
  }

  /// Errors: the clip is what is written.
  private func open(_ clip: String) throws -> Footage {
    let places = [clip, path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.path }
    guard places[0] != places[1] else {
      throw CommandError.usage("\(path): this is the clip itself; name another file with -o")
    }
    let threads = Threads.count(settings.threads)
    return try Footage(
      path: clip, threads: min(16, threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount))
  }

  /// Why another format was taken than the extension usually means.
  private func choice(_ format: VideoFormat, _ footage: Footage, _ options: ExportOptions) -> [String] {
    guard options.format == nil, let usual = try? VideoFormat(forPath: path), usual.key != format.key else {
      return []
    }
    let reason =
      footage.traits.hasAlpha
      ? "the clip has alpha; --format \(usual.key) writes it over black"
      : format.hdr == nil ? "the clip is HDR, and keeps its curve" : "--hdr asks for it"
    return ["\(path): \(format.name), since \(reason)"]
  }
}
