package import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene

/// A scene in a form that small programs over other engines read (Bench/Peers): the same places, colours and picture.
///
/// Little-endian: the text `SMCASE1` and a zero byte; then 32-bit numbers: width, height, background, kind (0 images,
/// 1 rounded rectangles), blend (0 source-over, 1 additive), width and height of the image, count; then the image's
/// pixels; then for each item six floats of its parallelogram (corner, vector along the width, along the height), the
/// corner radius, and its colour or tint. Colours are premultiplied `0xAARRGGBB`.
package struct PeerCase: Sendable {
  /// Why a scene has no such form.
  package struct Unsupported: Error, CustomStringConvertible {
    package var description: String
  }

  private var width: Int
  private var height: Int
  private var background: UInt32
  private var blend = BlendMode.sourceOver
  private var image: CGImage?
  private var items: [Item] = []

  private struct Item {
    var x, y, widthX, widthY, heightX, heightY, radius: Float
    var color: UInt32
  }

  /// The first frame of a scene, which must be of one image or of rounded rectangles.
  package init(of scene: BenchScene) throws {
    self = try onFreshThread {
      let player = try scene.makePlayer(BenchScene.Settings())
      var watch = Stopwatch()
      try player.draw(frame: 0, &watch)
      guard let list = player.displayList else {
        throw Unsupported(description: "\(scene.name) is not a scene of commands that other engines know")
      }
      return try PeerCase(list, name: scene.name)
    }
  }

  private init(_ list: DisplayList, name: String) throws {
    (width, height, background) = (list.width, list.height, list.background)
    let refusal = Unsupported(description: "\(name) is of more than one image or of rounded rectangles")
    for command in list.commands {
      switch command {
      case .particles(let batch):
        guard list.commands.count == 1, batch.sprites.count == 1 else { throw refusal }
        blend = batch.blend
        append(batch)
      case .image(let command):
        guard command.transform.isAffine, image == nil || image == command.image else { throw refusal }
        image = command.image
        append(command.destination, command.transform, color: UInt32(command.alpha) &* 0x0101_0101)
      case .fill(let fill):
        guard case .roundedRect(let rect) = fill.shape, case .solid(let color) = fill.paint, fill.transform.isAffine
        else { throw refusal }
        append(rect, fill.transform, color: color)
      default: throw refusal
      }
    }
    let images = list.commands.count { if case .image = $0 { true } else { false } }
    guard images == 0 || images == list.commands.count else { throw refusal }
  }

  private mutating func append(_ batch: ParticleBatch) {
    image = batch.sprites[0].image
    for index in 0..<batch.count {
      let (widthX, widthY) = (batch.widthX[index], batch.widthY[index])
      let (heightX, heightY) = (batch.heightX[index], batch.heightY[index])
      items.append(
        Item(
          x: batch.x[index] - (widthX + heightX) / 2, y: batch.y[index] - (widthY + heightY) / 2, widthX: widthX,
          widthY: widthY, heightX: heightX, heightY: heightY, radius: 0, color: batch.tint[index]))
    }
  }

  private mutating func append(_ rect: RoundedRect, _ t: PlaneTransform, color: UInt32) {
    let corner = t.apply(rect.minX, rect.minY)
    let (width, height) = (rect.maxX - rect.minX, rect.maxY - rect.minY)
    items.append(
      Item(
        x: Float(corner.x), y: Float(corner.y), widthX: Float(t.m11 * width), widthY: Float(t.m12 * width),
        heightX: Float(t.m21 * height), heightY: Float(t.m22 * height),
        radius: Float(rect.cornerRadius * (t.m11 * t.m11 + t.m12 * t.m12).squareRoot()), color: color))
  }

  /// The bytes of the file.
  package var data: Data {
    var data = Data("SMCASE1\0".utf8)
    func add(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
    for number in [
      UInt32(width), UInt32(height), background, image == nil ? 1 : 0, blend == .additive ? 1 : 0,
      UInt32(image?.width ?? 0), UInt32(image?.height ?? 0), UInt32(items.count),
    ] { add(number) }
    if let image { for pixel in image.base.pixels { add(pixel) } }
    for item in items {
      for number in [
        item.x, item.y, item.widthX, item.widthY, item.heightX, item.heightY, item.radius,
      ] { add(number.bitPattern) }
      add(item.color)
    }
    return data
  }
}

extension BenchScene {
  /// The picture of the scene's first frame as a PPM file: what other engines' pictures are compared with.
  package func firstFrame() throws -> Data {
    try onFreshThread {
      let player = try makePlayer(Settings())
      var watch = Stopwatch()
      try player.draw(frame: 0, &watch)
      guard let list = player.displayList else {
        throw PeerCase.Unsupported(description: "\(name) has no picture")
      }
      var buffer = PixelBuffer(width: list.width, height: list.height)
      Renderer().render(list, into: &buffer)
      var data = Data("P6\n\(list.width) \(list.height)\n255\n".utf8)
      for y in 0..<list.height {
        for x in 0..<list.width {
          let pixel = buffer[x, y]
          data.append(contentsOf: [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)])
        }
      }
      return data
    }
  }
}
