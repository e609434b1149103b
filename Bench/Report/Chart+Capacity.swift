import Foundation
import StarmineGraphics

extension Chart {
  /// One plot for each scene: every frame as a dot, the curve, the target, and where they meet.
  package init(of report: CapacityReport) {
    let columns = min(3, max(1, report.results.count))
    let lines = (report.results.count + columns - 1) / columns
    let canvas = ChartCanvas(
      size: CGSize(width: CGFloat(columns) * CapacityPlot.size.width, height: CGFloat(lines) * CapacityPlot.size.height)
    )
    for (index, result) in report.results.enumerated() {
      let origin = CGPoint(
        x: CGFloat(index % columns) * CapacityPlot.size.width, y: CGFloat(index / columns) * CapacityPlot.size.height)
      CapacityPlot(result, origin: origin).draw(on: canvas)
    }
    self.init(canvas)
  }
}

/// Time of a frame over what it holds.
private struct CapacityPlot {
  static let size = CGSize(width: 420, height: 300)
  private let result: CapacityResult
  /// The inside of the axes.
  private let area: CGRect
  private let most: Double
  private let longest: Double

  init(_ result: CapacityResult, origin: CGPoint) {
    self.result = result
    area = CGRect(x: origin.x + 56, y: origin.y + 52, width: 340, height: 200)
    most = (result.steps.map(\.count).max() ?? 1) * 1.05
    longest = 2 / result.framesPerSecond
  }

  private func point(_ count: Double, _ seconds: Double) -> CGPoint {
    CGPoint(
      x: area.minX + CGFloat(count / most) * area.width,
      y: area.maxY - CGFloat(min(1, max(0, seconds / longest))) * area.height)
  }

  func draw(on canvas: ChartCanvas) {
    let target = 1 / result.framesPerSecond
    canvas.text(
      "\(result.scene): \(Self.short(result.p50.value)) \(result.unit) at "
        + "\(String(format: "%g", result.framesPerSecond)) fps",
      at: CGPoint(x: area.minX, y: area.minY - 34), size: 14)
    canvas.text(
      "\(Self.short(result.p50.low)) to \(Self.short(result.p50.high)); 95 % of the frames: "
        + "\(Self.short(result.p95.value))",
      at: CGPoint(x: area.minX, y: area.minY - 15), size: 11, ChartColor.muted)
    drawAxes(on: canvas)
    let (left, right) = (point(result.p50.low, 0), point(result.p50.high, 0))
    canvas.rectangle(
      CGRect(x: left.x, y: area.minY, width: max(1, right.x - left.x), height: area.height), ChartColor.paleBlue)
    canvas.dots(
      result.steps.flatMap { step in step.seconds.filter { $0 < longest }.map { point(step.count, $0) } },
      ChartColor.faint, radius: 2)
    let counts = (0...60).map { most * Double($0) / 60 }.filter { result.curve.seconds(for: $0) <= longest }
    canvas.line(counts.map { point($0, result.curve.seconds(for: $0)) }, ChartColor.blue, width: 2)
    canvas.line([point(0, target), point(most, target)], ChartColor.red, width: 1, dashes: [5, 4])
    canvas.line([point(result.p50.value, 0), point(result.p50.value, target)], ChartColor.blue)
    canvas.line([point(result.p95.value, 0), point(result.p95.value, target)], ChartColor.orange)
  }

  private func drawAxes(on canvas: ChartCanvas) {
    for share in [0, 0.25, 0.5, 0.75, 1] {
      let y = point(0, longest * share).y
      canvas.line([CGPoint(x: area.minX, y: y), CGPoint(x: area.maxX, y: y)], ChartColor.faint)
      canvas.text(
        String(format: "%.1f ms", longest * share * 1000), at: CGPoint(x: area.minX - 6, y: y), .right, size: 10)
      let x = point(most * share, 0).x
      canvas.text(Self.short(most * share), at: CGPoint(x: x, y: area.maxY + 14), .center, size: 10)
    }
    canvas.line(
      [CGPoint(x: area.minX, y: area.minY), CGPoint(x: area.minX, y: area.maxY), CGPoint(x: area.maxX, y: area.maxY)],
      ChartColor.ink)
  }

  private static func short(_ number: Double) -> String {
    switch number {
    case 1e6...: String(format: "%.3gM", number / 1e6)
    case 1e3...: String(format: "%.3gk", number / 1e3)
    default: String(format: "%.0f", number)
    }
  }
}
