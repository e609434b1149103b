import Foundation
import StarmineGraphics
import StarminePresets
import StarmineScene

/// Ten of MotionMark's tests by their rules, with a fixed number of elements, as documents of ours.
///
/// `Documentation/league.md 2.1` says what each shows and where it departs from its model.
extension BenchScene {
  static let motionMarkScenes: [BenchScene] = [
    motionMark("multiply-2k", "2,000 turning tiles of 15 px, of which corners are round, in a spiral") { stage in
      stage.tiles(2_000)
    },
    motionMark("leaves-1k", "1,000 pictures of 20 to 50 px that fall, turn and fade", background: "#ffffff") { stage in
      (0..<1_000).map { stage.leaf(index: $0) }
    },
    motionMark("suits-500", "500 hearts, clubs, spades and diamonds with gradients, thrown", background: "#ffffff") {
      stage in (0..<500).map { stage.suit(index: $0) }
    },
    motionMark("arcs-1k", "1,000 arcs and slices of discs whose angles run", background: "#ffffff") { stage in
      (0..<1_000).map { _ in stage.arc() }
    },
    motionMark("lines-2k", "four discs under a gradient, 2,000 lines at their rims that grow", background: "#ffffff") {
      stage in stage.rimmedDiscs(lines: 2_000)
    },
    motionMark("paths-2k", "a walk of 2,000 lines and curves, cut into strokes", background: "#ffffff") { stage in
      stage.walk(steps: 2_000)
    },
    motionMark("focus-100", "100 discs of 30 to 50 px out of focus, blurred by 1 to 10 px") { stage in
      stage.discsInFocus(100)
    },
    motionMark("design-20", "12 words of 52 pt, each 20 times in a row that swings", background: "#313534") { stage in
      stage.words(copies: 20)
    },
    motionMark("clipped-1k", "1,000 squares of 40 px clipped to stars, bouncing", background: "#ffffff") { stage in
      (0..<1_000).map { _ in stage.star() }
    },
    motionMark("blend-300", "300 discs of 80 px that blend in twelve modes, bouncing", background: "#ffffff") { stage in
      (0..<300).map { _ in stage.blendedDisc() }
    },
  ]

  private static func motionMark(
    _ name: String, _ summary: String, background: String = "#000000",
    _ layers: @escaping @Sendable (inout LayerStage) -> [DocumentValue]
  ) -> BenchScene {
    var scene = document(named: "motionmark-\(name)", .motionmark, summary, background: background, layers)
    scene.setsText = true
    return scene
  }
}

/// Width and height of the frame, points.
let (stageWidth, stageHeight) = (Double(BenchScene.viewport.width), Double(BenchScene.viewport.height))

extension LayerStage {
  mutating func chance() -> Double { value(0...1) }

  mutating func element<Item>(of items: [Item]) -> Item {
    items[min(items.count - 1, Int(value(0...Double(items.count))))]
  }

  /// Neither dark nor pale.
  mutating func middleColor() -> DocumentValue {
    let parts = (0..<3).map { _ in String(format: "%02x", Int(value(32...224))) }
    return .text("#" + parts.joined())
  }

  /// Motion of a box that moves straight on and bounces off the sides of the frame, turning all the while.
  ///
  /// Each coordinate goes to and fro between two sides.
  mutating func bounce(side: Double) -> DocumentValue {
    let (angle, velocity) = (value(0...2 * .pi), value(62.5...500))
    func way(_ keyPath: String, _ length: Double, _ part: Double) -> DocumentValue {
      let speed = max(1, abs(part) * velocity)
      return .motion(
        of: keyPath, from: .number(side / 2), to: .number(length - side / 2), seconds: (length - side) / speed,
        phase: chance(), returns: true)
    }
    return [
      "x": way("position.x", stageWidth, cos(angle)), "y": way("position.y", stageHeight, sin(angle)),
      "turn": .turning(from: value(0...2 * .pi), seconds: value(1...10)),
    ]
  }
}

// MARK: Bouncing

extension LayerStage {
  fileprivate mutating func star() -> DocumentValue {
    [
      "bounds": .numbers(0, 0, 40, 40), "backgroundColor": middleColor(),
      "mask": ["class": "CAShapeLayer", "path": .text(Self.starPath)], "animations": bounce(side: 40),
    ]
  }

  /// Five points in a square of 40, every second corner halfway in.
  private static let starPath: String = {
    let points = (0..<10).map { index -> String in
      let (angle, radius) = (Double(index) * .pi / 5, index % 2 == 0 ? 20.0 : 8.0)
      return String(format: "%.2f %.2f", 20 + radius * sin(angle), 20 - radius * cos(angle))
    }
    return "M " + points.joined(separator: " L ") + " Z"
  }()

  /// Those modes of the test that every engine could have; it has four more, which mix hues.
  private static let modes = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight",
    "softLight", "difference", "exclusion",
  ]

  fileprivate mutating func blendedDisc() -> DocumentValue {
    [
      "bounds": .numbers(0, 0, 80, 80), "cornerRadius": 40, "backgroundColor": middleColor(),
      "compositingFilter": .text(element(of: Self.modes) + "BlendMode"), "animations": bounce(side: 80),
    ]
  }
}

// MARK: Multiply

extension LayerStage {
  /// Tiles around the middle, fainter the farther they are away, all of a hue that runs through the rainbow.
  fileprivate mutating func tiles(_ count: Int) -> [DocumentValue] {
    let side = 15.0
    let reach = 1.5 / Double(count).squareRoot()
    var (x, y, direction, left, length) = (0.0, 0.0, 0, 1, 1)
    return (0..<count).map { index in
      defer {
        (x, y) = (x + [side, 0, -side, 0][direction], y + [0, -side, 0, side][direction])
        left -= 1
        if left == 0 {
          direction = (direction + 1) % 4
          if direction % 2 == 0 { length += 1 }
          left = length
        }
      }
      let distance = hypot(x, y) / side
      return tile(x: x, y: y, side: side, distance: distance, influence: max(0.01, 1 - distance * reach))
    }
  }

  /// Corners with a radius of a whole side, as `maskedCorners` counts them, and the outline of such a square of 15.
  private static let corners: [(corners: Int, path: String?)] = [
    (1, "M 0 15 A 15 15 0 0 1 15 0 L 15 15 Z"), (2, "M 0 0 A 15 15 0 0 1 15 15 L 0 15 Z"),
    (4, "M 15 15 A 15 15 0 0 1 0 0 L 15 0 Z"), (8, "M 15 0 A 15 15 0 0 1 0 15 L 0 0 Z"),
    (6, "M 0 0 A 15 15 0 0 1 15 15 A 15 15 0 0 1 0 0 Z"), (9, "M 0 15 A 15 15 0 0 1 15 0 A 15 15 0 0 1 0 15 Z"),
    (0, nil),
  ]

  /// A shape, because corners of layers have at most a radius of half a side.
  private mutating func tile(
    x: Double, y: Double, side: Double, distance: Double, influence: Double
  ) -> DocumentValue {
    let (corners, path) = element(of: Self.corners)
    // Degrees in a sixtieth of a second.
    let step = max(3, distance / 1.5)
    let colors = (0...24).map { index -> DocumentValue in
      let progress = Double(index) / 24
      let lightness = (20 + 30 * sin(2 * abs(0.5 - progress))) * tan(influence / 1.25)
      return .hue(progress * 360, saturation: 1, lightness: lightness / 100, alpha: influence)
    }
    let key = path == nil ? "backgroundColor" : "fillColor"
    let tile: DocumentValue = [
      "bounds": .numbers(0, 0, side, side), "position": .numbers(stageWidth / 2 + x, stageHeight / 2 + y),
      "animations": [
        "turn": .turning(from: value(0...2 * .pi), seconds: 360 / step / 60),
        "color": .steps(of: key, colors, seconds: 10),
      ],
    ]
    guard let path else { return tile.with([key: colors[0]]) }
    // The name says to the page in a browser what a box of its own would be.
    return tile.with([
      "class": "CAShapeLayer", "name": .text("corners \(corners)"), "path": .text(path), key: colors[0],
    ])
  }
}

// MARK: Leaves

extension LayerStage {
  private static let pictures: [DocumentValue] = [
    ("leaf", "#3a8f3a"), ("petal", "#d1495b"), ("heart", "#c0304a"), ("snowflake", "#3f7cf4"), ("ring", "#8e5cf7"),
    ("ribbon", "#c9822b"), ("bubble", "#1b998b"), ("square", "#606870"), ("dot", "#e0a030"),
  ].map { ["sprite": .text($0.0), "width": 100, "height": 100, "color": .text($0.1)] }

  /// Falls while it comes and goes, and is then where it was. The first ones show every picture.
  fileprivate mutating func leaf(index: Int) -> DocumentValue {
    let side = (20 + 30 * pow(chance(), 4)).rounded()
    // Steps of opacity and of points in a sixtieth of a second; the wind is what it is on average.
    let life = 2 / (0.02 * value(1...6)) / 60
    let velocity = CGPoint(x: (value(-6...(-2)) + 4) * 60, y: (0.1 * side + value(-1...1)) * 60)
    let start = CGPoint(x: value(0...stageWidth), y: value(-side...stageHeight))
    let phase = chance()
    return [
      "bounds": .numbers(0, 0, side, side),
      "contents": index < Self.pictures.count ? Self.pictures[index] : element(of: Self.pictures),
      "animations": [
        "fall": .motion(
          of: "position", from: .numbers(start.x, start.y),
          to: .numbers(start.x + velocity.x * life, start.y + velocity.y * life), seconds: life, phase: phase),
        "fade": .motion(of: "opacity", from: 0.01, to: 1, seconds: life / 2, phase: phase, returns: true),
        "turn": .turning(from: value(0...2 * .pi), seconds: value(1...10)),
      ],
    ]
  }
}

// MARK: Suits

extension LayerStage {
  /// Hearts, clubs, spades and diamonds in a square of side 1.
  private static let suits = [
    "M .5 .95 C .3 .7 0 .6 0 .3 C 0 .05 .4 0 .5 .25 C .6 0 1 .05 1 .3 C 1 .6 .7 .7 .5 .95 Z",
    "M .46 .6 C .4 .85 .05 .85 .05 .58 C .05 .35 .25 .32 .36 .4 C .2 .25 .3 .03 .5 .03 C .7 .03 .8 .25 .64 .4 "
      + "C .75 .32 .95 .35 .95 .58 C .95 .85 .6 .85 .54 .6 C .54 .8 .6 .9 .7 .97 L .3 .97 C .4 .9 .46 .8 .46 .6 Z",
    "M .5 .03 C .6 .3 .95 .4 .95 .62 C .95 .85 .6 .85 .54 .65 C .54 .82 .6 .9 .7 .97 L .3 .97 "
      + "C .4 .9 .46 .82 .46 .65 C .4 .85 .05 .85 .05 .62 C .05 .4 .4 .3 .5 .03 Z",
    "M .5 0 C .58 .18 .75 .38 .88 .5 C .75 .62 .58 .82 .5 1 C .42 .82 .25 .62 .12 .5 C .25 .38 .42 .18 .5 0 Z",
  ]

  /// Thrown up or down from one of three places, until it has fallen out of the frame.
  fileprivate mutating func suit(index: Int) -> DocumentValue {
    let side = (30 + 40 * pow(chance(), 4)).rounded()
    let start = element(of: [(0.25, 1 / 3.0), (0.5, 0.25), (0.75, 1 / 3.0)])
    // Points in a second; the throws go in five directions, more and more turned.
    let (speed, direction) = (value(125...625), Double(Int(value(0...5))) * 0.4 * .pi)
    let (x, y) = (start.0 * stageWidth, start.1 * stageHeight)
    let (phase, hue) = (chance(), Double(index) / 2 + 200)
    let (rise, gravity, fall) = (speed * cos(direction + speed / 250), 450.0, stageHeight + side - y)
    let flight = ((rise * rise + 2 * gravity * fall).squareRoot() - rise) / gravity
    // A throw is a curve of degree 2: over even time its heights are those of a cubic curve with these control points.
    let bend = rise * flight / 2 / fall
    let curve = DocumentValue.list(
      [1 / 3.0, bend * 2 / 3, 2 / 3.0, (bend * 2 + 1) / 3].map { DocumentValue(.number($0)) })
    let turn = value(0...2 * .pi)
    return [
      "class": "CAGradientLayer", "bounds": .numbers(0, 0, side, side),
      "colors": [
        .hue(hue, saturation: 0.7, lightness: 0.45), .hue(hue + value(50...100), saturation: 0.7, lightness: 0.65),
      ],
      "startPoint": .numbers(0.5 - cos(turn) / 2, 0.5 - sin(turn) / 2),
      "endPoint": .numbers(0.5 + cos(turn) / 2, 0.5 + sin(turn) / 2),
      "mask": [
        "class": "CAShapeLayer", "path": .text(Self.suits[Int(value(0...4)) % 4]),
        "transform": .text("scale(\(Int(side)))"),
      ],
      "animations": [
        "x": .motion(
          of: "position.x", from: .number(x), to: .number(x + speed * sin(direction + speed / 250) * flight),
          seconds: flight, phase: phase),
        "y": .motion(
          of: "position.y", from: .number(y), to: .number(y + fall), seconds: flight, phase: phase, curve: curve),
        "turn": .turning(from: value(0...2 * .pi), seconds: value(1...10)),
      ],
    ]
  }
}

extension DocumentValue {
  /// A colour by hue in degrees, saturation and lightness.
  static func hue(_ hue: Double, saturation: Double, lightness: Double, alpha: Double = 1) -> DocumentValue {
    let light = min(1, max(0, lightness))
    let reach = saturation * min(light, 1 - light)
    let parts = [0.0, 8, 4].map { offset -> Double in
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return light - reach * max(-1, min(place - 3, 9 - place, 1))
    }
    return .numbers(parts[0], parts[1], parts[2], alpha)
  }
}
