import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineTuning

/// Draws variations of a preset side by side: a strip over time for each value of one sweep, a grid for two, otherwise
/// one picture each.
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
      try write(contact, source, times, path, request)
    } catch MovieError.cancelled {
      throw CommandError.interrupted("Interrupted. \(path) was not written.")
    }
    print(
      String(
        format: "%@: %@, %dx%d, in %.1f s", path, variations.count.counted("variation"), layout.size.width,
        layout.size.height,
        start.duration(to: clock.now) / .seconds(1)))
  }

  // MARK: Layout

  private var isStrip: Bool { sweeps.count == 1 }

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
    layout.title = ([name, "seed \(seed)"] + (isStrip ? [] : ["at \(moment)"]) + keys)
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

  private func write(
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
}
