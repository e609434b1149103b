import CStarmineFFmpeg
import StarmineGraphics
package import StarmineRaster

// Files in Display P3.

extension VideoFormat {
  package var isDisplayP3: Bool { color.primaries == AVCOL_PRI_SMPTE432 }

  /// The format in Display P3. Errors: a format that cannot store the colour space.
  package func inDisplayP3() throws(VideoError) -> VideoFormat {
    guard saysPrimaries else {
      throw .refusedFormat(
        name: key, reason: "\(name) has no label for Display P3",
        instead: VideoFormat.all.filter(\.saysPrimaries).map(\.key))
    }
    var result = self
    result.color = color.inDisplayP3
    return result
  }

  /// Whether the container stores primaries, or the file a profile as in PNG. Players of VP9 often ignore them.
  private var saysPrimaries: Bool {
    if isSequence { return encoder == "png" }
    return color.matrix != nil && [Container.mp4.muxer, Container.quickTime.muxer].contains(container.muxer)
  }
}

extension FrameColor {
  fileprivate var inDisplayP3: FrameColor {
    FrameColor(
      primaries: AVCOL_PRI_SMPTE432, transfer: transfer, space: space, range: range, chromaLocation: chromaLocation,
      matrix: matrix)
  }
}

/// Converts float tiles to Display P3, in temporary memory.
final class DisplayP3Tiles {
  private var memory = SampleMemory<DeepPixel>(repeating: .zero, count: 0)

  func convert(_ tile: DeepTile, _ body: (DeepTile) -> Void) {
    // The kernels read whole vectors.
    let stride = (tile.width + 15) & ~15
    memory.reserve(stride * tile.height + 16, .zero)
    for y in 0..<tile.height {
      let (row, target) = (tile.row(y), memory.row(from: y * stride))
      var (last, result) = (DeepPixel.zero, DeepPixel.zero)
      for x in 0..<tile.width {
        if row[x] != last { (last, result) = (row[x], row[x].inDisplayP3) }
        target[x] = result
      }
    }
    body(memory.tile(tile, stride: stride))
  }
}

extension DeepPixel {
  /// The pixel in Display P3. Covered parts are converted as straight colours.
  package var inDisplayP3: DeepPixel {
    if x == y, y == z { return self }
    let whole = w > 0 && w < 1 ? w : 1
    let light = SIMD3(LinearLight.of(z / whole), LinearLight.of(y / whole), LinearLight.of(x / whole))
    let component = { (row: SIMD3<Float>) in LinearLight.value(of: (row * light).sum()) * whole }
    return DeepPixel(component(Self.rows[2]), component(Self.rows[1]), component(Self.rows[0]), w)
  }

  private static let rows = ColorEncoding.toDisplayP3.map { SIMD3<Float>(Float($0.x), Float($0.y), Float($0.z)) }
}

/// The ICC profile of Display P3 (ICC.1:2022): three primaries with D50, and the curve of sRGB.
enum DisplayP3Profile {
  static let bytes: [UInt8] = {
    let powers: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve: [UInt8] = code("para") + number(0) + [0, 3, 0, 0] + powers.flatMap(fixed)
    let adaption: [Double] = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168]
    let tags: [(String, [UInt8])] = [
      ("desc", text("Display P3")), ("cprt", text("CC0")), ("wtpt", point(0.9642, 1, 0.8249)),
      ("chad", code("sf32") + number(0) + adaption.flatMap(fixed)),
      ("rXYZ", point(0.51512, 0.24120, -0.00105)), ("gXYZ", point(0.29198, 0.69225, 0.04189)),
      ("bXYZ", point(0.15710, 0.06657, 0.78407)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var (table, data) = (number(tags.count), [UInt8]())
    for (name, part) in tags {
      table += code(name) + number(128 + 4 + 12 * tags.count + data.count) + number(part.count)
      data += part + [UInt8](repeating: 0, count: -part.count & 3)
    }
    return header(length: 128 + table.count + data.count) + table + data
  }()

  private static func header(length: Int) -> [UInt8] {
    let date: [UInt8] = [0x07, 0xE6, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    var start: [UInt8] = number(length) + number(0) + [4, 0x40, 0, 0]
    start += code("mntr") + code("RGB ") + code("XYZ ") + date
    // Platform, flags, maker, model, attributes and intent are unspecified; then the illuminant D50.
    var middle: [UInt8] = code("acsp") + [UInt8](repeating: 0, count: 28)
    middle += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return start + middle + [UInt8](repeating: 0, count: 128 - start.count - middle.count)
  }

  private static func code(_ name: String) -> [UInt8] { Array(name.utf8) }
  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
  private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
  private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    let numbers: [UInt8] = fixed(x) + fixed(y) + fixed(z)
    return code("XYZ ") + number(0) + numbers
  }
  private static func text(_ text: String) -> [UInt8] {
    let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let head: [UInt8] = code("mluc") + number(0) + number(1) + number(12)
    return head + code("enUS") + number(letters.count) + number(28) + letters
  }
}
