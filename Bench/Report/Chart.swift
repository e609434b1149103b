import Foundation
import StarmineGraphics

/// A picture of figures.
package struct Chart {
  private let canvas: ChartCanvas

  init(_ canvas: ChartCanvas) { self.canvas = canvas }

  /// Writes a PNG file. Call it on the thread that made the chart.
  package func write(to path: String) throws { try canvas.write(to: path) }

  private static let rowHeight: CGFloat = 20
  private static let labels: CGFloat = 250
  private static let plot: CGFloat = 560

  // MARK: Bars

  /// Milliseconds of the median frame on a logarithmic scale, with a line up to the 95th percentile; the baseline's in
  /// grey.
  package init(of report: BenchReport, baseline: BenchReport? = nil) {
    let rows = report.results.map { ($0, SceneFigures($0)) }
    let before = Dictionary((baseline?.results ?? []).map { ($0.key, SceneFigures($0)) }) { first, _ in first }
    let times = rows.flatMap { [$0.1.p50, $0.1.p95] } + before.values.map(\.p50)
    let scale = LogScale(times, from: Self.labels, length: Self.plot)
    canvas = ChartCanvas(
      size: CGSize(width: Self.labels + Self.plot + 90, height: 86 + Self.rowHeight * CGFloat(rows.count)))
    canvas.text(
      "Milliseconds per frame: median, line to the 95th percentile" + (baseline == nil ? "" : "; grey: the baseline"),
      at: CGPoint(x: 12, y: 20), size: 15)
    for tick in scale.ticks {
      canvas.line(
        [CGPoint(x: scale[tick], y: 44), CGPoint(x: scale[tick], y: canvas.size.height - 40)], ChartColor.faint)
      canvas.text(
        String(format: "%g", tick), at: CGPoint(x: scale[tick], y: canvas.size.height - 28), .center, size: 11)
    }
    canvas.text(
      "milliseconds, logarithmic", at: CGPoint(x: Self.labels + Self.plot / 2, y: canvas.size.height - 12), .center,
      size: 11, ChartColor.muted)
    for (index, (result, figures)) in rows.enumerated() {
      let y = 48 + Self.rowHeight * CGFloat(index)
      draw(result, figures, before[result.key], y, scale)
    }
  }

  private func draw(
    _ result: SceneResult, _ figures: SceneFigures, _ before: SceneFigures?, _ y: CGFloat, _ scale: LogScale
  ) {
    let middle = y + Self.rowHeight / 2
    let name = result.threads == 1 ? result.scene : result.key
    canvas.text(name, at: CGPoint(x: Self.labels - 8, y: middle), .right, size: 12)
    func bar(_ time: Double, _ top: CGFloat, _ height: CGFloat, _ color: CGColor) {
      canvas.rectangle(
        CGRect(x: Self.labels, y: top, width: max(1, scale[time] - Self.labels), height: height), color, radius: 2)
    }
    if let before {
      bar(before.p50, y + 2, 7, ChartColor.muted)
      bar(figures.p50, y + 10, 7, ChartColor.blue)
    } else {
      bar(figures.p50, y + 3, 14, ChartColor.blue)
    }
    canvas.line([CGPoint(x: scale[figures.p50], y: middle), CGPoint(x: scale[figures.p95], y: middle)], ChartColor.ink)
    canvas.text(
      ReportText.short(figures.p50), at: CGPoint(x: scale[max(figures.p95, before?.p50 ?? 0)] + 6, y: middle), size: 11)
  }

  // MARK: Ratios

  /// Round ratios; as many as fit the reach are shown.
  static let ratioTicks: [Double] = [
    0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 1.5, 2, 3, 5, 10,
  ]

  /// How far each scene's cost lies from the old one, with its interval.
  package init(of comparison: BenchComparison) {
    let rows = comparison.scenes
    canvas = ChartCanvas(
      size: CGSize(width: Self.labels + Self.plot + 40, height: 86 + Self.rowHeight * CGFloat(rows.count)))
    // Intervals may reach beyond the edges; the ratios do not.
    let reach = max(log(1.2), 1.3 * (rows.map { abs(log($0.ratio)) }.max() ?? 0))
    let center = Self.labels + Self.plot / 2
    func x(_ ratio: Double) -> CGFloat {
      center + CGFloat(max(-1, min(1, log(ratio) / reach))) * Self.plot / 2
    }
    canvas.text(
      String(format: "Cost of a frame, new to old, with %g %% interval", comparison.confidence * 100),
      at: CGPoint(x: 12, y: 20), size: 15)
    drawVerdicts()
    let band = x(1 / (1 + comparison.threshold))...x(1 + comparison.threshold)
    let height = Self.rowHeight * CGFloat(rows.count)
    canvas.rectangle(
      CGRect(x: band.lowerBound, y: 46, width: band.upperBound - band.lowerBound, height: height + 4), ChartColor.faint)
    for tick in Self.ratioTicks where abs(log(tick)) <= reach {
      canvas.line([CGPoint(x: x(tick), y: 46), CGPoint(x: x(tick), y: 50 + height)], ChartColor.faint)
      canvas.text(
        String(format: "%g", tick), at: CGPoint(x: x(tick), y: canvas.size.height - 26), .center, size: 11)
    }
    canvas.text(
      "new / old, logarithmic; right is slower", at: CGPoint(x: center, y: canvas.size.height - 10), .center, size: 11,
      ChartColor.muted)
    for (index, scene) in rows.enumerated() {
      let y = 48 + Self.rowHeight * CGFloat(index)
      let middle = y + Self.rowHeight / 2
      let ends = (min(x(1), x(scene.ratio)), max(x(1), x(scene.ratio)))
      canvas.text(scene.scene, at: CGPoint(x: Self.labels - 8, y: middle), .right, size: 12)
      canvas.rectangle(
        CGRect(x: ends.0, y: y + 4, width: max(1, ends.1 - ends.0), height: 12), scene.verdict.color, radius: 2)
      canvas.line(
        [CGPoint(x: x(scene.low), y: middle), CGPoint(x: x(scene.high), y: middle)], ChartColor.ink, width: 1.5)
    }
    canvas.line([CGPoint(x: center, y: 46), CGPoint(x: center, y: 50 + height)], ChartColor.ink)
  }

  /// Meaning of the colours.
  private func drawVerdicts() {
    for (index, verdict) in [BenchVerdict.slower, .faster, .noChange, .inconclusive].enumerated() {
      let x = canvas.size.width - 400 + CGFloat(index) * 98
      canvas.rectangle(CGRect(x: x, y: 14, width: 12, height: 12), verdict.color, radius: 2)
      canvas.text(verdict.rawValue, at: CGPoint(x: x + 17, y: 20), size: 12)
    }
  }
}

extension BenchVerdict {
  fileprivate var color: CGColor {
    switch self {
    case .faster: ChartColor.green
    case .slower: ChartColor.red
    case .noChange: ChartColor.blue
    case .inconclusive: ChartColor.orange
    }
  }
}

/// Positions of positive numbers by their logarithm.
private struct LogScale {
  let ticks: [Double]
  private let low: Double
  private let high: Double
  private let start: CGFloat
  private let length: CGFloat

  init(_ numbers: [Double], from start: CGFloat, length: CGFloat) {
    let positive = numbers.filter { $0 > 0 }
    let least = log10(positive.min() ?? 1).rounded(.down)
    low = least
    high = max(least + 1, log10(positive.max() ?? 10))
    let top = high
    ticks = (Int(least)...Int(high.rounded(.down))).flatMap { power in
      [1, 2, 5].map { $0 * pow(10, Double(power)) }
    }.filter { log10($0) <= top }
    (self.start, self.length) = (start, length)
  }

  subscript(number: Double) -> CGFloat {
    start + CGFloat((log10(max(number, pow(10, low))) - low) / (high - low)) * length
  }
}
