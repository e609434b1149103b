import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarmineTuning
import Testing

@Suite struct SheetTests {
  private func movie(_ changes: String..., of preset: String = "confetti") throws -> Movie {
    let source = try PresetReference(preset).source(Movie.presetLoader)
    return Movie(try source.scene(applying: changes.map { text throws in try PropertyOverride(parsing: text) }))
  }

  private let cell = PixelSize(width: 48, height: 27)

  private func labelled(_ columns: Int, _ rows: Int) -> SheetLayout {
    var layout = SheetLayout(columns: columns, rows: rows, cell: cell)
    layout.title = "confetti"
    layout.columnHeads = (0..<columns).map { "\($0) s" }
    layout.rowHeads = (0..<rows).map { "row \($0)" }
    layout.captions = (0..<columns * rows).map { "#\($0)" }
    return layout
  }

  @Test func sheetsDoNotDependOnThreads() throws {
    let movie = try movie()
    let pictures = try (0..<12).map { try movie.frame(at: Double($0) * 0.5, FrameOptions(pixelSize: cell)) }
    let sheet = try ContactSheet(labelled(4, 3))
    let one = try sheet.draw(pictures, workers: 1).base.pixels
    for workers in [2, 3, 16] {
      let isSame = try sheet.draw(pictures, workers: workers).base.pixels == one
      #expect(isSame, "\(workers) workers")
    }
  }

  /// Each place holds the still of its time, and labels lie outside of the pictures.
  @Test func picturesLieWhereTheLayoutSays() throws {
    let movie = try movie()
    let layout = labelled(3, 2)
    let sheet = try ContactSheet(layout)
    let times = [0.5, 1, 1.5, 2, 2.5, 3]
    let image = try sheet.draw(try times.map { try movie.frame(at: $0, FrameOptions(pixelSize: cell)) }, workers: 2)
    #expect(image.width == layout.size.width && image.height == layout.size.height)
    for (index, time) in times.enumerated() {
      let place = layout.origin(of: index)
      let part = try #require(
        image.cropping(to: CGRect(x: place.x, y: place.y, width: cell.width, height: cell.height)))
      let still = try movie.still(at: time, pixelSize: cell, workers: 1)
      var isSame = true
      for y in 0..<cell.height { for x in 0..<cell.width { isSame = isSame && still[x, y] == part[x, y] } }
      #expect(isSame, "picture \(index)")
    }
  }

  @Test func labelsAreDrawn() throws {
    func bright(_ layout: SheetLayout, _ area: CGRect) throws -> Int {
      let image = try ContactSheet(layout).draw([], workers: 1)
      return try #require(image.cropping(to: area)).base.pixels.filter { $0 & 0xFF > 120 }.count
    }
    let layout = labelled(3, 2)
    let place = layout.origin(of: 4)
    let areas = [
      CGRect(x: 0, y: 0, width: 100, height: 20), CGRect(x: place.x, y: 22, width: cell.width, height: 18),
      CGRect(x: 0, y: place.y, width: 40, height: cell.height),
      CGRect(x: place.x, y: place.y + cell.height, width: cell.width, height: 18),
    ]
    for area in areas { #expect(try bright(layout, area) > 10, "\(area)") }
    // Without texts there is no room for them.
    #expect(SheetLayout(columns: 3, rows: 2, cell: cell).size == PixelSize(width: 144, height: 54))
  }

  @Test func aSheetIsStoppedAndRefused() throws {
    let sheet = try ContactSheet(labelled(1, 1))
    let picture = try movie().frame(at: 1, FrameOptions(pixelSize: cell))
    #expect(throws: MovieError.cancelled) { try sheet.draw([picture], workers: 1) { true } }
    let huge = SheetLayout(columns: 100, rows: 100, cell: PixelSize(width: 2000, height: 2000))
    #expect(throws: MovieError.self) { try ContactSheet(huge) }
  }
}
