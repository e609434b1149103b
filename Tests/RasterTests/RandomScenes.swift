import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene

extension SplitMix64 {
  /// A pixel no component of which is above its alpha.
  mutating func premultiplied() -> UInt32 {
    let alpha = Bool.random(using: &self) ? 255 : UInt32.random(in: 0...255, using: &self)
    var pixel = alpha << 24
    for shift: UInt32 in [0, 8, 16] { pixel |= UInt32.random(in: 0...alpha, using: &self) << shift }
    return pixel
  }
}

extension PixelEnlargement {
  /// How a part of a row of pixels lies somewhere between two rows of blocks, and its length.
  static func random(
    across: Int32, down: Int32, blocks: Int, _ random: inout SplitMix64
  ) -> (PixelEnlargement, length: Int) {
    let width = blocks << Int(across)
    let first = Int.random(in: 0..<width, using: &random)
    let enlargement = PixelEnlargement(
      across: across, down: down, weight: .random(in: 0...(2 << down) - 1, using: &random),
      first: Int32(2 * first + 1 - 1 << Int(across)), blocks: blocks)
    return (enlargement, .random(in: 1...width - first, using: &random))
  }
}

/// Rows of pixels as kernels of blocks read them. Some are missing, as those above and below a picture are.
func withRows<P>(of pixels: [P], width: Int, _ random: inout SplitMix64, _ body: ([UnsafeRawPointer?]) -> Void) {
  pixels.withUnsafeBufferPointer { pixels in
    let rows = (0..<pixels.count / width).map { row in
      Int.random(in: 0...9, using: &random) > 0
        ? pixels.baseAddress.map { UnsafeRawPointer($0 + row * width) } : nil
    }
    body(rows)
  }
}

enum RandomScenes {
  /// A soft white dot.
  static func softDot(_ size: Int) -> CGImage {
    let center = Double(size) / 2
    let pixels = (0..<size * size).map { index -> UInt32 in
      let (x, y) = (Double(index % size) + 0.5 - center, Double(index / size) + 0.5 - center)
      let value = max(0, 1 - (x * x + y * y).squareRoot() / center)
      return UInt32((value * value * 255).rounded()) * 0x0101_0101
    }
    return CGImage(width: size, height: size, pixels: pixels)
  }

  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> CGImage {
    var random = SplitMix64(seed: seed)
    return CGImage(width: width, height: height, pixels: (0..<width * height).map { _ in random.premultiplied() })
  }

  static func batch(_ count: Int, _ width: Int, _ height: Int, seed: UInt64) -> ParticleBatch {
    var random = SplitMix64(seed: seed)
    let noise = noise(37, 21, seed: seed)
    var batch = ParticleBatch(
      blend: Bool.random(using: &random) ? .additive : .sourceOver,
      sprites: [
        .init(image: softDot(32), minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false),
        .init(image: noise, minU: 0.25, minV: 0.1, maxU: 0.7, maxV: 0.8, isNearest: false),
        .init(image: noise, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: true),
      ])
    batch.bounds = DeviceRect(minX: -20, minY: 3, maxX: width - 5, maxY: height + 40)
    for _ in 0..<count {
      let size = pow(2, Double.random(in: -2...7, using: &random))
      let ratio = Double.random(in: 0.3...1.5, using: &random)
      let angle = [0, 0, Double.random(in: 0...7, using: &random), .pi].randomElement(using: &random)!
      batch.append(
        x: Float.random(in: -30...Float(width + 30), using: &random),
        y: Float.random(in: -30...Float(height + 30), using: &random), width: size, height: size * ratio, angle: angle,
        tint: random.premultiplied(), sprite: UInt16.random(in: 0...2, using: &random))
    }
    return batch
  }

  static func transform(_ width: Int, _ height: Int, _ random: inout SplitMix64) -> PlaneTransform {
    var t = PlaneTransform()
    t.m31 = Double.random(in: 0...Double(width), using: &random)
    t.m32 = Double.random(in: 0...Double(height), using: &random)
    let kind = Int.random(in: 0...3, using: &random)
    if kind == 1 { (t.m11, t.m22) = (-0.7, 1.3) }
    if kind >= 2 {
      let angle = Double.random(in: 0...7, using: &random)
      (t.m11, t.m12, t.m21, t.m22) = (cos(angle), sin(angle), -sin(angle) * 1.4, cos(angle) * 0.8)
    }
    if kind == 3 { (t.m13, t.m23) = (0.004, -0.003) }
    return t
  }

  static func shape(_ random: inout SplitMix64) -> RoundedRect {
    let (x, y) = (Double.random(in: -60...20, using: &random), Double.random(in: -60...20, using: &random))
    let (w, h) = (Double.random(in: 0.2...120, using: &random), Double.random(in: 0.2...120, using: &random))
    let radius = Bool.random(using: &random) ? 0 : Double.random(in: 0...min(w, h) / 2, using: &random)
    var shape = RoundedRect(minX: x, minY: y, maxX: x + w, maxY: y + h, cornerRadius: radius)
    shape.corners = CACornerMask(rawValue: UInt.random(in: 0...15, using: &random))
    shape.curve = Bool.random(using: &random) ? .circular : .continuous
    return shape
  }

  private static func group(
    _ width: Int, _ height: Int, _ transform: PlaneTransform, _ random: inout SplitMix64
  ) -> GroupCommand {
    let x = Int.random(in: -20...width, using: &random)
    let y = Int.random(in: -20...height, using: &random)
    let clip = Bool.random(using: &random) ? (shape: shape(&random), transform: transform) : nil
    var group = GroupCommand(
      bounds: DeviceRect(minX: x, minY: y, maxX: x + 120, maxY: y + 90),
      alpha: UInt8.random(in: 0...255, using: &random), clip: clip)
    if Bool.random(using: &random) { group.filter = CompositingFilter.allCases.randomElement(using: &random)! }
    return group
  }

  /// Fills, images, particles and nested groups at random.
  static func list(_ width: Int, _ height: Int, seed: UInt64) -> DisplayList {
    var random = SplitMix64(seed: seed)
    var list = DisplayList(width: width, height: height, background: random.premultiplied())
    let everywhere = DeviceRect(minX: -100, minY: -100, maxX: width + 100, maxY: height + 100)
    var depth = 0
    for index in 0..<40 {
      let transform = transform(width, height, &random)
      switch Int.random(in: 0...5, using: &random) {
      case 0, 1:
        list.commands.append(
          .fill(
            FillCommand(
              bounds: everywhere, shape: shape(&random), transform: transform, color: random.premultiplied())))
      case 2:
        let filter = SamplingFilter.allCases.randomElement(using: &random)!
        list.commands.append(
          .image(
            ImageCommand(
              bounds: everywhere, image: noise(50, 33, seed: seed), destination: shape(&random), transform: transform,
              filter: filter, alpha: UInt8.random(in: 0...255, using: &random))))
      case 3: list.commands.append(.particles(batch(60, width, height, seed: seed &* 99 &+ UInt64(index))))
      case 4 where depth < 4:
        list.commands.append(.pushGroup(group(width, height, transform, &random)))
        depth += 1
      default:
        if depth > 0 {
          list.commands.append(.popGroup)
          depth -= 1
        }
      }
    }
    list.commands += Array(repeating: .popGroup, count: depth)
    return list
  }
}

extension ParticleBatch {
  mutating func append(
    x: Float, y: Float, width: Double, height: Double, angle: Double = 0, tint: UInt32 = .max, sprite: UInt16 = 0
  ) {
    count += 1
    self.x.append(x)
    self.y.append(y)
    widthX.append(Float(cos(angle) * width))
    widthY.append(angle == 0 ? 0 : Float(sin(angle) * width))
    heightX.append(angle == 0 ? 0 : Float(-sin(angle) * height))
    heightY.append(Float(cos(angle) * height))
    self.tint.append(tint)
    self.sprite.append(sprite)
  }
}

/// Draws a list and returns its pixels without padding.
func render(
  _ list: DisplayList, tileSize: Int = 64, workers: Int = 1, kernels: KernelLevel = .reference
) -> [UInt32] {
  let renderer = Renderer(tileSize: tileSize, workers: workers, kernels: kernels.table)
  return render(list, with: renderer)
}

func render(_ list: DisplayList, with renderer: Renderer) -> [UInt32] {
  var buffer = PixelBuffer(width: list.width, height: list.height)
  renderer.render(list, into: &buffer)
  return (0..<list.width * list.height).map { buffer[$0 % list.width, $0 / list.width] }
}
