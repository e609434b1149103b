import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineTuning

/// Draws variations of a preset side by side: a strip over time for each value of one sweep, a grid for two, otherwise
/// one picture each. As a video all of them are one picture each.
struct VariationSheet {
  let scene: SceneOptions
  let sheet: SheetOptions
  let name: String
  let variations: [Variation]
  /// Values of the sweeps; none for random variations.
  let sweeps: [[PropertyOverride]]

  private let clock = ContinuousClock()

  init(
    scene: SceneOptions, sheet: SheetOptions, name: String, variations: [Variation], sweeps: [[PropertyOverride]]
  ) {
    (self.scene, self.sheet, self.name) = (scene, sheet, name)
    (self.variations, self.sweeps) = (variations, sweeps)
  }

  func run() throws {
    let start = clock.now
    let path = try OutputPath.resolve(sheet.output, name: "\(name)-tune", extension: "png")
    let source = try scene.source()
    let loaded = try scene.request(source, size: sheet.size).scene()
    let first = loaded.movie()
    let cell = loaded.frameOptions.pixelSize ?? first.thumbnailSize(longerSide: 240)
    let times = times(first)
    let layout = try layout(cell: cell, times: times, seed: first.seed)
    let contact = try ContactSheet(layout)
    let interruption = Interruption()
    let request = interruption.request
    do {
      if sheet.isVideo {
        try writeVideo(contact, source, first, path, request)
      } else {
        try writePicture(contact, source, times, path, request)
      }
    } catch MovieError.cancelled {
      throw CommandError.interrupted("Interrupted; nothing was written to \(path).")
    }
    let manifest = SheetManifest(
      preset: scene.preset, name: name, seed: first.seed, layout: layout, times: sheet.isVideo ? [] : times,
      given: scene.changes.map(\.change.text), variations: variations)
    let manifestPath = URL(fileURLWithPath: path).deletingPathExtension().path + ".manifest.json"
    try OutputFile.write(JSONText.page(manifest), to: manifestPath, in: FileScope(beside: path))
    print(
      String(
        format: "%@: %@, %dx%d, in %.1f s", path, variations.count.counted("variation"), layout.size.width,
        layout.size.height,
        start.duration(to: clock.now) / .seconds(1)))
  }

  // MARK: Layout

  private var isStrip: Bool { sweeps.count == 1 && !sheet.isVideo }

  private func times(_ movie: Movie) -> [Double] {
    guard isStrip else { return [(sheet.at?.seconds ?? movie.length / 2) * movie.speed] }
    return sheet.times?.seconds.map { $0 * movie.speed } ?? (0..<6).map { movie.duration * (Double($0) + 0.5) / 6 }
  }

  private func layout(cell: PixelSize, times: [Double], seed: UInt32) throws -> SheetLayout {
    let columns = isStrip ? times.count : sweeps.count == 2 ? sweeps[0].count : freeColumns
    let rows = (variations.count * times.count + columns - 1) / columns
    guard columns * rows <= Sweep.limit else {
      throw CommandError.usage("the sheet has \(columns * rows) cells, more than the limit of \(Sweep.limit)")
    }
    var layout = SheetLayout(columns: columns, rows: rows, cell: cell)
    let moment = String(format: "%g s", times[0])
    // What is the same for all pictures first: the keys may be too long for the sheet.
    let keys = sweeps.compactMap { $0.first?.path }
    layout.title = ([name, "seed \(seed)"] + (isStrip || sheet.isVideo ? [] : ["at \(moment)"]) + keys)
      .joined(separator: "   ")
    if isStrip {
      layout.columnHeads = times.map { String(format: "%.3g s", $0) }
      layout.rowHeads = variations.map { "#\($0.index)  \($0.label)" }
      return layout
    }
    if sweeps.count == 2 {
      layout.columnHeads = sweeps[0].map(\.shortText)
      layout.rowHeads = sweeps[1].map(\.shortText)
      layout.captions = variations.map { "#\($0.index)" }
    } else {
      layout.captions = variations.map { "#\($0.index)  \($0.label)" }
    }
    return layout
  }

  /// About as many as rows.
  private var freeColumns: Int {
    min(variations.count, sheet.columns ?? Int(Double(variations.count).squareRoot().rounded(.up)))
  }

  // MARK: Drawing

  private func movie(of variation: Variation, _ source: PresetSource) throws -> Movie {
    var request = scene.request(source, size: sheet.size)
    request.changes += variation.changes
    return try request.scene().movie()
  }

  private func writePicture(
    _ contact: ContactSheet, _ source: PresetSource, _ times: [Double], _ path: String, _ request: Interruption.Request
  ) throws {
    var pictures: [MovieFrame] = []
    for variation in variations {
      guard !request.isMade else { throw MovieError.cancelled }
      let movie = try movie(of: variation, source)
      for time in times { pictures.append(try movie.frame(at: time, FrameOptions(pixelSize: contact.layout.cell))) }
    }
    let image = try SheetProgress(sheet.progress).draw(pictures, on: contact, workers: sheet.threads) { request.isMade }
    // A large sheet takes seconds to encode.
    let bytes = try ImageWriter.png(image)
    guard !request.isMade else { throw MovieError.cancelled }
    try OutputFile.write(bytes, to: path)
  }

  private func writeVideo(
    _ contact: ContactSheet, _ source: PresetSource, _ first: Movie, _ path: String, _ request: Interruption.Request
  ) throws {
    let count = first.frameCount
    var takes: [SheetTake] = []
    for variation in variations {
      guard !request.isMade else { throw MovieError.cancelled }
      takes.append(try movie(of: variation, source).take(frames: count, pixelSize: contact.layout.cell))
    }
    var reporter = ProgressReporter(style: sheet.progress)
    defer { reporter.finish() }
    _ = try contact.write(
      takes, framesPerSecond: first.framesPerSecond, to: path, workers: sheet.threads, isCancelled: { request.isMade }
    ) {
      reporter.update($0)
    }
  }
}

/// Contents of a sheet, as written beside it.
struct SheetManifest: Encodable {
  var preset: String
  var name: String
  var seed: UInt32
  var columns: Int
  var rows: Int
  var cell: [Int]
  /// Seconds; none for a video.
  var times: [Double]
  /// Changes of every cell, as `--set` takes them.
  var set: [String]
  var variations: [Entry]

  struct Entry: Encodable {
    var index: Int
    var label: String
    var values: [String: String]
    /// As `--set` takes them.
    var set: [String]
    /// Top left corners of its pictures on the sheet.
    var origins: [[Int]]
  }

  init(
    preset: String, name: String, seed: UInt32, layout: SheetLayout, times: [Double], given: [String],
    variations: [Variation]
  ) {
    (self.preset, self.name, self.seed, self.times, set) = (preset, name, seed, times, given)
    (columns, rows, cell) = (layout.columns, layout.rows, [layout.cell.width, layout.cell.height])
    let pictures = max(1, times.count)
    self.variations = variations.enumerated().map { place, variation in
      let origins = (0..<pictures).map { layout.origin(of: place * pictures + $0) }
      return Entry(
        index: variation.index, label: variation.label,
        values: Dictionary(variation.changes.map { ($0.path, $0.value) }, uniquingKeysWith: { _, last in last }),
        set: variation.changes.map(\.text), origins: origins.map { [$0.x, $0.y] })
    }
  }
}
