import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineTestSupport
import Testing

/// Cases of the web platform's canvas, drawn with our context. A canvas draws as Core Graphics does, but for what the
/// table below names.
@Suite struct CanvasCaseTests {
  /// What Core Graphics does otherwise, by the beginning of a case's name.
  private static let otherwise: [(name: String, reason: String)] = [
    ("2d.path.rect.winding", "a rectangle is standardised, so that all turn the same way"),
    ("2d.path.stroke.prune.", "a line of no length has its round caps"),
    ("2d.composite.uncovered.fill.", "a mode acts where something is drawn; a canvas clears all around it"),
    ("2d.composite.transparent.source-in", "exact for opaque sources only (CGBlendMode)"),
    ("2d.composite.transparent.source-out", "exact for opaque sources only (CGBlendMode)"),
    ("2d.composite.transparent.destination-atop", "exact for opaque sources only (CGBlendMode)"),
  ]

  @Test(arguments: ["path", "winding", "clip", "line", "shadow", "composite", "gradient"])
  func cases(area: String) throws {
    let summary = try ConformanceCases("web").check(area) { item in
      let reason = Self.otherwise.first { item.name.hasPrefix($0.name) }?.reason
      let problems = try Self.problems(of: item.fields)
      guard let reason else { return problems.isEmpty ? .passed : .failed(problems.joined(separator: ", ")) }
      return problems.isEmpty ? .failed("is as on the web, and listed as otherwise") : .skipped(reason)
    }
    #expect(summary.failures.isEmpty, "\(summary.failures.joined(separator: "\n"))")
  }

  /// Pixels that are not as the case says.
  private static func problems(of fields: JSONValue) throws -> [String] {
    let image = try #require(try drawn(fields))
    let tolerance = fields["tolerance"].number ?? 0
    return (fields["pixels"].array ?? []).compactMap { pixel in
      let numbers = pixel.numbers ?? []
      let (place, color) = (numbers.prefix(2).map { Int($0) }, numbers.dropFirst(2))
      let expected = color.isEmpty ? [0, 255, 0, 255] : Array(color)
      let shown = straight(image[place[0], place[1]])
      let isRight = zip(shown, expected).allSatisfy { abs($0 - $1) <= tolerance + 1e-9 }
      return isRight ? nil : "\(place): \(shown.map { $0.rounded() }) instead of \(expected)"
    }
  }

  /// Components 0...255 with straight alpha, as a canvas says them.
  private static func straight(_ pixel: UInt32) -> [Double] {
    let alpha = Double(pixel >> 24)
    return [16, 8, 0].map { alpha == 0 ? 0 : Double(pixel >> UInt32($0) & 255) * 255 / alpha } + [alpha]
  }

  private static func drawn(_ fields: JSONValue) throws -> CGImage? {
    let bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    let context = try #require(CGContext(size: bounds.size, scale: 1))
    if let ground = fields["ground"].string, !ground.isEmpty {
      context.setFillColor(try color([ground]))
      context.fill(bounds)
    }
    context.setFillColor(.black)
    context.beginPath()
    for step in fields["steps"].array?.compactMap(\.string) ?? [] {
      try draw(step.split(separator: " ").map(String.init), on: context)
    }
    return context.makeImage()
  }

  private static func color(_ words: some Collection<String>) throws -> CGColor {
    let names: [String: CGColor] = [
      "red": CGColor(red: 1, green: 0, blue: 0, alpha: 1), "green": CGColor(red: 0, green: 1, blue: 0, alpha: 1),
      "black": .black,
    ]
    if let name = words.first, let known = names[name] { return known }
    let numbers = words.compactMap(Double.init)
    try #require(numbers.count == 4)
    return CGColor(red: numbers[0] / 255, green: numbers[1] / 255, blue: numbers[2] / 255, alpha: numbers[3])
  }

  private static func draw(_ step: [String], on context: CGContext) throws {
    let (word, rest) = (step[0], step.dropFirst())
    let n = rest.compactMap(Double.init).map { CGFloat($0) }
    func point(_ index: Int) -> CGPoint { CGPoint(x: n[index], y: n[index + 1]) }
    switch word {
    case "begin": context.beginPath()
    case "move": context.move(to: point(0))
    case "line": context.addLine(to: point(0))
    case "quad": context.addQuadCurve(to: point(2), control: point(0))
    case "curve": context.addCurve(to: point(4), control1: point(0), control2: point(2))
    case "arcTo": context.addArc(tangent1End: point(0), tangent2End: point(2), radius: n[4])
    case "arc":
      context.addArc(
        center: point(0), radius: n[2], startAngle: n[3], endAngle: n[4], clockwise: rest.last == "true")
    case "rect": context.addRect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
    case "fillRect": context.fill(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
    case "close": context.closePath()
    case "fill": context.fillPath()
    case "stroke": context.strokePath()
    case "clip": context.clip()
    case "save": context.saveGState()
    case "restore": context.restoreGState()
    case "translate": context.translateBy(x: n[0], y: n[1])
    case "scale": context.scaleBy(x: n[0], y: n[1])
    case "rotate": context.rotate(by: n[0])
    case "alpha": context.setAlpha(n[0])
    case "width": context.setLineWidth(n[0])
    case "miter": context.setMiterLimit(n[0])
    default: try setStyle(word, Array(rest), n, on: context)
    }
  }

  private static func setStyle(_ word: String, _ rest: [String], _ n: [CGFloat], on context: CGContext) throws {
    switch word {
    case "color":
      context.setFillColor(try color(rest))
      context.setStrokeColor(try color(rest))
    case "cap": context.setLineCap(try #require(["butt": .butt, "round": .round, "square": .square][rest[0]]))
    case "join": context.setLineJoin(try #require(["bevel": .bevel, "round": .round, "miter": .miter][rest[0]]))
    case "shadow":
      let place = n.suffix(3)
      context.setShadow(
        offset: CGSize(width: place[place.startIndex], height: place[place.startIndex + 1]), blur: place.last ?? 0,
        color: try color(rest.dropLast(3)))
    case "mode": context.setBlendMode(try #require(modes[rest[0]]))
    case "gradient": try drawGradient(rest, on: context)
    default: Issue.record("no such step: \(word)")
    }
  }

  /// Two points, then stops: a place and a colour each.
  private static func drawGradient(_ words: [String], on context: CGContext) throws {
    let ends = words.prefix(4).compactMap(Double.init)
    var (rest, places, colors) = (words.dropFirst(4), [CGFloat](), [CGColor]())
    while let place = rest.popFirst().flatMap(Double.init) {
      places.append(place)
      let length = rest.first.flatMap(Double.init) == nil ? 1 : 4
      colors.append(try color(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    let gradient = try #require(
      CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: places))
    context.drawLinearGradient(
      gradient, start: CGPoint(x: ends[0], y: ends[1]), end: CGPoint(x: ends[2], y: ends[3]),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
  }

  private static let modes: [String: CGBlendMode] = [
    "source-over": .normal, "source-in": .sourceIn, "source-out": .sourceOut, "source-atop": .sourceAtop,
    "destination-over": .destinationOver, "destination-in": .destinationIn, "destination-out": .destinationOut,
    "destination-atop": .destinationAtop, "xor": .xor, "copy": .copy, "lighter": .plusLighter,
  ]
}
