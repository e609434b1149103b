import Foundation
import StarmineGraphics
import StarmineScene

/// How the sprites of a case lie and blend; the cases of other engines' measurements.
enum SpriteManner: String, CaseIterable {
  /// Pixel on pixel.
  case plain
  case plainAdditive = "plain-additive"
  case plainTinted = "plain-tinted"
  /// Stretched from 32x32, between whole pixels.
  case scaled
  case scaledAdditive = "scaled-additive"
  case scaledTinted = "scaled-tinted"
  /// Stretched and turned by any angle.
  case rotated

  fileprivate var isPlain: Bool { self == .plain || self == .plainAdditive || self == .plainTinted }
  fileprivate var isTinted: Bool { self == .plainTinted || self == .scaledTinted }
  fileprivate var blend: BlendMode { self == .plainAdditive || self == .scaledAdditive ? .additive : .sourceOver }

  fileprivate var summary: String {
    switch self {
    case .plain: "pixel on pixel"
    case .plainAdditive: "pixel on pixel, additive"
    case .plainTinted: "pixel on pixel, each with a tint"
    case .scaled: "scaled from 32x32, sub-pixel"
    case .scaledAdditive: "scaled from 32x32, sub-pixel, additive"
    case .scaledTinted: "scaled from 32x32, sub-pixel, each with a tint"
    case .rotated: "scaled from 32x32, turned by any angle"
    }
  }
}

extension BenchScene {
  /// Every size in every manner. Nothing moves and nothing is evaluated, so that other engines can draw the same.
  static let spriteScenes: [BenchScene] =
    [emptyFrame] + [2, 4, 8, 16, 32, 64].flatMap { size in SpriteManner.allCases.map { sprites(size: size, $0) } }

  /// Cost that every frame has.
  private static let emptyFrame = BenchScene(
    name: "empty-frame", group: .sprites, summary: "nothing: the frame is cleared", cycle: 8
  ) { settings in
    let viewport = Self.viewport
    return ListPlayer(
      DisplayList(width: viewport.width, height: viewport.height, background: 0xFF00_0000), settings)
  }

  static func sprites(size: Int, _ manner: SpriteManner) -> BenchScene {
    let count = size > 16 ? 5_000 : 20_000
    return BenchScene(
      name: "sprites-\(size)px-\(manner.rawValue)", group: .sprites,
      summary: "\(count) soft dots of \(size) px, \(manner.summary)", cycle: 2
    ) { settings in
      let viewport = Self.viewport
      let batch = ParticleBatch(size: size, manner, count: count, width: viewport.width, height: viewport.height)
      return ListPlayer(
        DisplayList(
          width: viewport.width, height: viewport.height, background: 0xFF00_0000, commands: [.particles(batch)]),
        settings)
    }
  }

  /// A white dot whose alpha falls off smoothly to the rim.
  static func softDot(side: Int) -> CGImage {
    let radius = Double(side) / 2
    let pixels = (0..<side * side).map { index -> UInt32 in
      let x = Double(index % side) + 0.5 - radius
      let y = Double(index / side) + 0.5 - radius
      let distance = (x * x + y * y).squareRoot() / radius
      let alpha = UInt32(max(0, 1 - distance * distance) * 255 + 0.5)
      return alpha * 0x0101_0101
    }
    return CGImage(width: side, height: side, pixels: pixels)
  }
}

extension ParticleBatch {
  /// Sprites all over a frame, wholly inside it.
  fileprivate init(size: Int, _ manner: SpriteManner, count: Int, width: Int, height: Int) {
    let image = BenchScene.softDot(side: manner.isPlain ? size : 32)
    self.init(
      blend: manner.blend,
      sprites: [Sprite(image: image, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)])
    var random = SplitMix64(seed: 1)
    let side = Double(size)
    for _ in 0..<count {
      // A turned sprite reaches farther than its side.
      let margin = manner == .rotated ? side : side / 2
      var (centerX, centerY) = (
        random.value(margin...Double(width) - margin), random.value(margin...Double(height) - margin)
      )
      if manner.isPlain {
        (centerX, centerY) = ((centerX - margin).rounded(.down) + margin, (centerY - margin).rounded(.down) + margin)
      }
      let angle = manner == .rotated ? random.value(0...2 * .pi) : 0
      let (cosine, sine) = (Float(side * cos(angle)), Float(side * sin(angle)))
      append(
        (Float(centerX), Float(centerY)), width: (cosine, sine), height: (-sine, cosine),
        tint: manner.isTinted ? random.tint() : .max)
    }
    bounds = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
  }

  private mutating func append(
    _ center: (Float, Float), width: (Float, Float), height: (Float, Float), tint color: UInt32
  ) {
    x.append(center.0)
    y.append(center.1)
    widthX.append(width.0)
    widthY.append(width.1)
    heightX.append(height.0)
    heightY.append(height.1)
    tint.append(color)
    sprite.append(0)
    count += 1
  }
}

extension SplitMix64 {
  /// Any colour, at least a quarter opaque, premultiplied.
  fileprivate mutating func tint() -> UInt32 {
    let alpha = UInt8(value(64...255))
    return CGImage.premultiplied(
      red: UInt8(value(0...255)), green: UInt8(value(0...255)), blue: UInt8(value(0...255)), alpha: alpha)
  }
}
