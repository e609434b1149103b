import Foundation
import StarmineBench
import StarmineGraphics
import StarmineMedia
import Testing

struct ChartTests {
  /// Draws a chart and gives its pixels.
  private func picture(_ chart: Chart) throws -> Picture {
    let path = FileManager.default.temporaryDirectory.appending(path: "chart-\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try chart.write(to: path)
    let image = try ImageReader.image(atPath: path)
    return Picture(width: image.width, height: image.height, pixels: Array(image.base.pixels))
  }

  private struct Picture {
    var width: Int
    var height: Int
    var pixels: [UInt32]

    /// How many pixels have about that colour, 0xRRGGBB.
    func count(of color: UInt32) -> Int {
      pixels.count { pixel in
        [0, 8, 16].allSatisfy { abs(Int(pixel >> $0 & 255) - Int(color >> $0 & 255)) <= 3 }
      }
    }
  }

  private static let blue: UInt32 = 0x296BC7
  private static let grey: UInt32 = 0x737A8C
  private static let red: UInt32 = 0xD13B33

  @Test func barsGrowWithTheTime() throws {
    let fast = report([result("a", cost: 0.002), result("b", cost: 0.001)])
    let slow = report([result("a", cost: 0.009), result("b", cost: 0.001)])
    let pictures = try [Chart(of: fast), Chart(of: slow)].map(picture)
    #expect(pictures[0].width == 1800 && pictures[0].height == 252)
    #expect(pictures[0].count(of: Self.blue) > 5000)
    // On a logarithmic scale of 1 to 10 ms: 0.30 and 0.95 of its length; the other bar has none.
    #expect(2.5...3.5 ~= Double(pictures[1].count(of: Self.blue)) / Double(pictures[0].count(of: Self.blue)))
    // No bar: the words below the axis alone.
    #expect(pictures[0].count(of: Self.grey) < 600)
  }

  @Test func baselinesAreBesideIt() throws {
    let new = report([result("a", cost: 0.002)])
    let old = report([result("a", cost: 0.010)])
    let picture = try picture(Chart(of: new, baseline: old))
    #expect(picture.count(of: Self.grey) > 2 * picture.count(of: Self.blue) && picture.count(of: Self.blue) > 500)
  }

  @Test func ratiosShowTheirVerdict() throws {
    let old = report([result("a", cost: 1), result("b", cost: 1)])
    let same = try picture(Chart(of: BenchComparison(old, old)))
    let slower = try picture(Chart(of: BenchComparison(old, report([result("a", cost: 1.5), result("b", cost: 1)]))))
    // The legend has a patch of 24 by 24 pixels.
    #expect(same.count(of: Self.red) <= 576 && slower.count(of: Self.red) > 5000)
  }
}
