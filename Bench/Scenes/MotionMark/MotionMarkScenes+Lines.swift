import Foundation
import StarmineGraphics
import StarminePresets

// MARK: Arcs

extension LayerStage {
  private static let greys = ["#101010", "#808080", "#c0c0c0"]
  private static let bright = ["#e01040", "#10c030", "#e05010"]

  /// Part of a ring, or a slice of a disc, in one of four rows. Its beginning runs, its end follows half as fast.
  mutating func arc() -> DocumentValue {
    let (width, height) = (stageWidth / 6, stageHeight / 4)
    let row = Int(value(0...4))
    let column = Int(value(0...Double(7 - row % 2)))
    let radius = 20 + pow(chance(), 5) * min(width, height) / 1.8
    let color = element(of: Self.greys + [Self.bright[(column + (row + 1) / 2) % 3]])
    // Radians in a second: the layer turns with the end, and what lies between shrinks as fast.
    let speed = max(0.06, value(0...9)) / 2
    let isClockwise = chance() < 0.5
    let turn = DocumentValue.turning(from: value(0...2 * .pi), seconds: 2 * .pi / speed, clockwise: isClockwise)
    let length = (seconds: 2 * .pi / speed, phase: chance())
    let arc: DocumentValue = [
      "class": "CAShapeLayer",
      "position": .numbers(width * (Double(column) + Double(row % 2) / 2), height * (Double(row) + 0.5)),
    ]
    guard value(0...4) < 3 else {
      let slices = (0...8).map { DocumentValue.text(Self.slice(radius, turn: 1 - Double($0) / 8, isClockwise)) }
      let shrink = DocumentValue.steps(of: "path", slices, seconds: length.seconds).with([
        "timeOffset": .number(length.phase * length.seconds)
      ])
      return arc.with(["fillColor": .text(color), "path": slices[0], "animations": ["turn": turn, "shrink": shrink]])
    }
    let shrink = DocumentValue.motion(
      of: "strokeEnd", from: 1, to: 0, seconds: length.seconds, phase: length.phase)
    return arc.with([
      "path": .text(Self.ring(radius, turn: 1, isClockwise)), "fillColor": nil, "strokeColor": .text(color),
      "lineWidth": .number(1 + 30 * pow(chance(), 5)), "animations": ["turn": turn, "shrink": shrink],
    ])
  }

  /// A part of a circle around the origin, from the right on, in four curves however long it is.
  private static func ring(_ radius: Double, turn: Double, _ isClockwise: Bool) -> String {
    let step = turn * .pi / 2
    // Control points of the cubic curve nearest to an arc.
    let pull = radius * 4 / 3 * tan(step / 4)
    let side = isClockwise ? 1.0 : -1
    func point(_ angle: Double, along tangent: Double) -> String {
      let (x, y) = (radius * cos(angle) - tangent * sin(angle), radius * sin(angle) + tangent * cos(angle))
      return String(format: "%.3f %.3f", x, y * side)
    }
    return (0..<4).reduce("M " + point(0, along: 0)) { text, index in
      let (from, to) = (Double(index) * step, Double(index + 1) * step)
      return "\(text) C \(point(from, along: pull)) \(point(to, along: -pull)) \(point(to, along: 0))"
    }
  }

  private static func slice(_ radius: Double, turn: Double, _ isClockwise: Bool) -> String {
    ring(radius, turn: turn, isClockwise) + " L 0 0 Z"
  }
}

// MARK: Lines

extension LayerStage {
  private static let discs: [(rim: String, fill: String, x: Double, y: Double)] = [
    ("#e01040", "#70051d", 5.5 / 32, 0.7), ("#10c030", "#016112", 12.5 / 32, 0.3),
    ("#744cba", "#2f0c6e", 19.5 / 32, 0.7), ("#e05010", "#702701", 26.5 / 32, 0.3),
  ]

  /// Four discs with a gradient of the whole frame over them, and lines that stand on their rims.
  mutating func rimmedDiscs(lines: Int) -> [DocumentValue] {
    let radius = stageWidth / 8 - 24
    let discs = Self.discs.flatMap { disc -> [DocumentValue] in
      let (x, y) = (disc.x * stageWidth, disc.y * stageHeight)
      let rim: DocumentValue = [
        "class": "CAShapeLayer", "path": ["ellipse": .numbers(x - radius, y - radius, 2 * radius, 2 * radius)],
        "fillColor": .text(disc.fill), "strokeColor": .text(disc.rim), "lineWidth": 15,
      ]
      return [rim, Self.shade(x: x, y: y, radius: radius)]
    }
    return discs + (0..<lines).map { _ in line(radius: radius) }
  }

  /// The part of a gradient across the frame that lies over a disc; its ends go round in 3 s.
  private static func shade(x: Double, y: Double, radius: Double) -> DocumentValue {
    func end(_ step: Int, _ sign: Double) -> DocumentValue {
      let (angle, reach) = (Double(step) * .pi / 12, sign * 0.4 * stageWidth)
      let place = CGPoint(x: stageWidth / 2 + reach * cos(angle), y: stageHeight / 2 + reach * sin(angle))
      return .numbers((place.x - x) / (2 * radius) + 0.5, (place.y - y) / (2 * radius) + 0.5)
    }
    let (blue, yellow): (DocumentValue, DocumentValue) = ("#30306066", "#60603066")
    return [
      "class": "CAGradientLayer", "bounds": .numbers(0, 0, 2 * radius, 2 * radius), "position": .numbers(x, y),
      "cornerRadius": .number(radius), "colors": [blue, blue, yellow, yellow], "locations": [0, 0.2, 0.8, 1],
      "animations": [
        "start": .steps(of: "startPoint", (0...24).map { end($0, 1) }, seconds: 3),
        "end": .steps(of: "endPoint", (0...24).map { end($0, -1) }, seconds: 3),
      ],
    ]
  }

  /// From a rim inwards or outwards. It grows and shrinks by a sine, the slower the farther.
  private mutating func line(radius: Double) -> DocumentValue {
    let (disc, angle) = (element(of: Self.discs), value(0...2 * .pi))
    let start = CGPoint(x: disc.x * stageWidth + radius * cos(angle), y: disc.y * stageHeight + radius * sin(angle))
    let rate = value(0.2...3.2)
    let least = 20 + 40 * pow(chance(), 8)
    let length = (least + 12 / rate) * (chance() < 0.5 ? -1 : 1)
    let end = CGPoint(x: start.x + length * cos(angle), y: start.y + length * sin(angle))
    return [
      "class": "CAShapeLayer", "strokeColor": .text(disc.rim), "fillColor": nil,
      "path": .text(String(format: "M %.3f %.3f L %.3f %.3f", start.x, start.y, end.x, end.y)),
      "lineWidth": .number(3 + 20 * pow(chance(), 12)),
      "animations": [
        "grow": .motion(
          of: "strokeEnd", from: .number(least / abs(length)), to: 1, seconds: .pi / (10 * rate), phase: chance(),
          returns: true, curve: "easeInEaseOut")
      ],
    ]
  }
}

// MARK: Paths

extension LayerStage {
  /// One step of the walk: a line or a curve of degree 2 or 3 to the last point.
  private struct Step {
    var points: [CGPoint]
    var color: String
    var width: Double
    /// Whether a stroke of its own begins here, in each frame of a fifth of a second.
    var begins: [Bool]

    var text: String {
      ["", "L", "Q", "C"][points.count] + points.map { String(format: " %.2f %.2f", $0.x, $0.y) }.joined()
    }
  }

  /// Frames after which the walk is cut as before.
  private static let cuts = 12

  /// A walk over a grid from the middle of the frame. In every frame one of 200 steps begins or ends a stroke of its
  /// own, and all of it drifts, so that no line lies where it lay.
  mutating func walk(steps count: Int) -> [DocumentValue] {
    let steps = walkSteps(count)
    let starts = [CGPoint(x: stageWidth / 2, y: stageHeight / 2)] + steps.compactMap(\.points.last)
    let strokes = steps.indices.compactMap { index -> DocumentValue? in
      guard steps[index].begins.contains(true) else { return nil }
      let paths = (0..<Self.cuts).map { Self.stroke(from: index, steps, starts, frame: $0) }
      return stroke(steps[index], paths)
    }
    let drift = DocumentValue.motion(
      of: "position", from: .numbers(0, 0), to: .numbers(9, 5), seconds: 1.7, returns: true)
    return [["sublayers": .list(strokes), "animations": ["drift": drift]]]
  }

  private mutating func walkSteps(_ count: Int) -> [Step] {
    let moves = [(-4, 0), (2, 0), (1, -2), (1, 2)]
    var (column, row) = (40, 20)
    return (0..<count).map { index in
      let points = (0..<Int(value(1...4))).map { _ -> CGPoint in
        let (x, y) = element(of: moves)
        column += (0...80).contains(column + x) ? x : -x
        row += (0...40).contains(row + y) ? y : -y
        return CGPoint(x: (Double(column) + 0.5) * stageWidth / 81, y: (Double(row) + 0.5) * stageHeight / 41)
      }
      let color = element(of: Self.greys + Self.greys + ["#e01040"])
      var isCut = index == 0 || chance() < 0.5
      let begins = (0..<Self.cuts).map { _ -> Bool in
        defer { if index > 0, chance() > 0.995 { isCut.toggle() } }
        return isCut
      }
      return Step(points: points, color: color, width: 1 + 20 * pow(chance(), 5), begins: begins)
    }
  }

  /// The path from a step to the next one that begins; empty where the step does not begin one.
  private static func stroke(from index: Int, _ steps: [Step], _ starts: [CGPoint], frame: Int) -> String? {
    guard steps[index].begins[frame] else { return nil }
    let end = steps[(index + 1)...].firstIndex { $0.begins[frame] } ?? steps.count
    let start = String(format: "M %.2f %.2f ", starts[index].x, starts[index].y)
    return start + steps[index..<end].map(\.text).joined(separator: " ")
  }

  /// - Parameter paths: one for each frame.
  private func stroke(_ step: Step, _ paths: [String?]) -> DocumentValue {
    let texts = paths.map { DocumentValue.text($0 ?? "M 0 0") }
    let layer: DocumentValue = [
      "class": "CAShapeLayer", "path": texts[0], "fillColor": nil, "strokeColor": .text(step.color),
      "lineWidth": .number(step.width), "lineJoin": "bevel",
    ]
    guard Set(paths).count > 1 else { return layer }
    let cut = DocumentValue.steps(of: "path", texts, seconds: Double(Self.cuts) / 60, jumps: true)
    return layer.with(["animations": ["cut": cut]])
  }
}
