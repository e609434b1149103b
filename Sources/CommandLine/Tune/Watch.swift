import Foundation
import StarmineRendering
import StarmineMedia
import StarminePresets
import StarmineTuning

/// Draws a still again whenever the document or one of its images changes.
struct Watch {
  let scene: SceneOptions
  let sheet: SheetOptions

  /// Seconds between two looks at the files.
  private static let interval = 0.1

  func run() throws {
    let first = try scene.source()
    guard !first.isBundled else {
      throw CommandError.usage(
        "--watch needs a document; `starmine save \(scene.preset) -o my.json` writes one of the preset")
    }
    let interruption = Interruption()
    var watched = WatchedFiles()
    // The first drawing is due, whatever the document holds.
    var isDue = true
    while !interruption.request.isMade {
      if isDue { watched.files = draw() }
      Thread.sleep(forTimeInterval: Self.interval)
      isDue = watched.haveChanged()
    }
    note("Stopped watching \(scene.preset).")
  }

  /// Errors are shown and survived.
  ///
  /// - Returns: the files to watch.
  private func draw() -> [URL] {
    let document = URL(fileURLWithPath: scene.preset)
    var files = [document]
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let source = try scene.source()
      // Also those that could not be read: the next change may bring them.
      defer { files += source.imageFiles }
      let text = try write(source)
      print(String(format: "%@ in %.2f s", text, start.duration(to: clock.now) / .seconds(1)))
      fflush(nil)
    } catch {
      note("\(CommandError(error)?.message ?? "\(error)")\nWaiting for the next change.")
    }
    return files
  }

  private func write(_ source: PresetSource) throws -> String {
    let loaded = try scene.edits.load(scene.request(source, size: sheet.size))
    let path = try OutputPath.resolve(sheet.output, name: loaded.scene.name, extension: "png")
    let movie = loaded.movie()
    let size = loaded.frameOptions.pixelSize ?? movie.thumbnailSize(longerSide: 480)
    let picture = try movie.still(
      at: (sheet.at?.seconds ?? movie.length / 2) * movie.speed, pixelSize: size, workers: sheet.threads)
    try ImageWriter.writePNG(picture, toPath: path)
    return "\(path): \(picture.width)x\(picture.height)"
  }
}

/// Files whose changes are noticed by modification time, size and identity.
struct WatchedFiles {
  /// Setting them takes what they are now as unchanged.
  var files: [URL] = [] {
    didSet { states = files.map(Self.state) }
  }
  private var states: [[Int]] = []

  /// Whether any file is another one than at the last call.
  mutating func haveChanged() -> Bool {
    let now = files.map(Self.state)
    defer { states = now }
    return now != states
  }

  /// Empty while there is no file.
  private static func state(_ url: URL) -> [Int] {
    var information = stat()
    guard stat(url.path, &information) == 0 else { return [] }
    return [
      Int(information.st_mtim.tv_sec), information.st_mtim.tv_nsec, Int(information.st_size), Int(information.st_ino),
    ]
  }
}
