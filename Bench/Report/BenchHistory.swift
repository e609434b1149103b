import Foundation
import StarmineGraphics

/// Costs of scenes over several reports.
package struct BenchHistory: Encodable, Sendable {
  package struct Line: Encodable, Sendable {
    package var scene: String
    /// CPU milliseconds of an undisturbed frame, by report; nil where the report has no such scene.
    package var milliseconds: [Double?]
  }

  /// Names of the reports, oldest first.
  package let reports: [String]
  package let dates: [String]
  package let lines: [Line]

  /// - Parameter isWanted: which results count.
  package init(_ reports: [(name: String, report: BenchReport)], where isWanted: (SceneResult) -> Bool) {
    let ordered = reports.sorted { ($0.report.date, $0.name) < ($1.report.date, $1.name) }
    (self.reports, dates) = (ordered.map(\.name), ordered.map(\.report.date))
    var (keys, costs) = ([String](), [String: [Int: Double]]())
    for (place, entry) in ordered.enumerated() {
      for result in entry.report.results where isWanted(result) {
        let key = result.threads == 1 ? result.scene : result.key
        if costs[key] == nil { keys.append(key) }
        costs[key, default: [:]][place] = result.minimumCost(.cpu).value * 1000
      }
    }
    lines = keys.map { key in Line(scene: key, milliseconds: ordered.indices.map { costs[key]?[$0] }) }
  }

  /// The first and last cost of each scene, the change, and all of them as a row of bars.
  package var table: TextTable {
    var table = TextTable(heading: ["scene", "first", "last", "change", "course"], textColumns: [0, 4])
    table.rows = lines.map { line in
      let known = line.milliseconds.compactMap { $0 }
      guard let first = known.first, let last = known.last else { return [line.scene, "-", "-", "-", ""] }
      let change = first > 0 ? String(format: "%+.1f %%", (last / first - 1) * 100) : "-"
      return [
        line.scene, ReportText.short(first) + " ms", ReportText.short(last) + " ms", change,
        Self.bars(line.milliseconds),
      ]
    }
    return table
  }

  /// One block for each report, from the least to the greatest.
  private static func bars(_ numbers: [Double?]) -> String {
    let known = numbers.compactMap { $0 }
    let (least, most) = (known.min() ?? 0, known.max() ?? 0)
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(
      numbers.map { number in
        guard let number else { return Character(" ") }
        let share = most > least * 1.001 ? (number - least) / (most - least) : 0.5
        return blocks[min(blocks.count - 1, Int(share * Double(blocks.count)))]
      })
  }
}

extension Chart {
  /// Costs over reports, relative to the first one: a line for each scene.
  package init(of history: BenchHistory) {
    let (left, top, width, height): (CGFloat, CGFloat, CGFloat, CGFloat) = (64, 44, 620, 360)
    let canvas = ChartCanvas(size: CGSize(width: left + width + 230, height: top + height + 64))
    canvas.text("Cost of a frame over saved reports; 1 is the first", at: CGPoint(x: 12, y: 20), size: 15)
    let lines = history.lines.prefix(12).map { ($0.scene, Self.relative($0.milliseconds)) }
    let all = lines.flatMap { $0.1.compactMap { $0 } }
    let reach = max(log(1.1), (all.map { abs(log($0)) }.max() ?? 0) * 1.05)
    func point(_ place: Int, _ ratio: Double) -> CGPoint {
      let x = history.reports.count > 1 ? CGFloat(place) / CGFloat(history.reports.count - 1) : 0.5
      return CGPoint(x: left + x * width, y: top + height / 2 - CGFloat(log(ratio) / reach) * height / 2)
    }
    for tick in Chart.ratioTicks where abs(log(tick)) <= reach {
      canvas.line([point(0, tick), CGPoint(x: left + width, y: point(0, tick).y)], ChartColor.faint)
      canvas.text(String(format: "%g", tick), at: CGPoint(x: left - 8, y: point(0, tick).y), .right, size: 11)
    }
    let step = max(1, history.reports.count / 6)
    for (place, name) in history.reports.enumerated() where place % step == 0 {
      canvas.text(name, at: CGPoint(x: point(place, 1).x, y: top + height + 16), .center, size: 11)
    }
    canvas.text(
      "report, by date; cost to the first, logarithmic", at: CGPoint(x: left + width / 2, y: top + height + 40),
      .center,
      size: 11, ChartColor.muted)
    let colors = [
      ChartColor.blue, ChartColor.red, ChartColor.green, ChartColor.orange, ChartColor.ink, ChartColor.muted,
    ]
    for (index, (scene, ratios)) in lines.enumerated() {
      let color = colors[index % colors.count]
      let points = ratios.enumerated().compactMap { place, ratio in ratio.map { point(place, $0) } }
      canvas.line(points, color, width: 2)
      canvas.dots(points, color, radius: 3)
      canvas.text(scene, at: CGPoint(x: left + width + 14, y: top + 10 + CGFloat(index) * 18), size: 11, color)
    }
    self.init(canvas)
  }

  private static func relative(_ numbers: [Double?]) -> [Double?] {
    guard let first = numbers.compactMap({ $0 }).first, first > 0 else { return numbers.map { _ in nil } }
    return numbers.map { $0.flatMap { $0 > 0 ? $0 / first : nil } }
  }
}
