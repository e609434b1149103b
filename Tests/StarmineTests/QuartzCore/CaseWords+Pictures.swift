import Starmine
import StarmineTestSupport

/// A bitmap that cases draw into, in the coordinates of the layer that is drawn.
struct CaseCanvas {
  let context: CGContext
  let width: Int
  let height: Int
  private var drawn: [UInt32]?

  init?(width: Int, height: Int) {
    guard let context = CGContext(size: CGSize(width: width, height: height), scale: 1) else { return nil }
    (self.context, self.width, self.height) = (context, width, height)
  }

  mutating func draw(_ layer: CALayer) {
    layer.render(in: context)
    drawn = nil
  }

  /// Premultiplied, row by row.
  mutating func pixels() -> [UInt32] {
    if let drawn { return drawn }
    let pixels = context.makeImage().map { Array($0.base.pixels) } ?? []
    drawn = pixels
    return pixels
  }

  /// Red, green, blue and alpha, 0...255; nothing outside.
  mutating func pixel(_ x: Int, _ y: Int) -> [Int] {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return [0, 0, 0, 0] }
    return Self.components(pixels()[y * width + x])
  }

  static func components(_ pixel: UInt32) -> [Int] { [16, 8, 0, 24].map { Int(pixel >> $0 & 255) } }

  /// First and last column and row with anything painted; nil without.
  mutating func box() -> (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
    let pixels = pixels()
    let painted = pixels.indices.filter { pixels[$0] != 0 }
    guard let first = painted.first, let last = painted.last else { return nil }
    let columns = painted.map { $0 % width }
    return (columns.min() ?? 0, first / width, columns.max() ?? 0, last / width)
  }

  mutating func paintedCount() -> Int { pixels().count { $0 != 0 } }

  /// Whether components of a pixel compare as a text says: `r>g and r>b`, `g<r or g<b`.
  static func holds(_ relation: String, _ pixel: [Int]) -> Bool {
    func holds(_ term: Substring) -> Bool {
      let letters = Array("rgba")
      let parts = Array(term.filter { $0 != " " })
      guard parts.count == 3, let left = letters.firstIndex(of: parts[0]), let right = letters.firstIndex(of: parts[2])
      else { return false }
      return parts[1] == ">" ? pixel[left] > pixel[right] : pixel[left] < pixel[right]
    }
    return relation.split(separator: " or ").contains { $0.split(separator: " and ").allSatisfy(holds) }
  }
}

extension CaseWorld {
  static let canvasWords: [String: Word] = [
    "canvas": act { step in
      step.world.canvases[try step.text(0)] = CaseCanvas(
        width: Int(try step.number(1)), height: Int(try step.number(2)))
    },
    "translate": act { step in
      try step.canvas(0).context.translateBy(x: CGFloat(step.number(1)), y: CGFloat(step.number(2)))
    },
    "render": act { step in
      var canvas = try step.canvas(1)
      canvas.draw(try step.layer(0))
      step.world.canvases[try step.text(1)] = canvas
    },
  ]

  static let pictureWords: [String: Word] = [
    "painted": { try $0.pixel().contains { $0 > 0 } },
    "pixel": { try $0.pixel() },
    "channels": { CaseCanvas.holds(try $0.text(3), try $0.pixel()) },
    "paintedcount": { try $0.read { $0.paintedCount() } },
    "box": { try $0.read { canvas in canvas.box().map { [$0.minX, $0.minY, $0.maxX, $0.maxY] } } },
    "exactbox": { step in
      try step.read { canvas in
        guard let box = canvas.box() else { return [] }
        let isFull = canvas.paintedCount() == (box.maxX - box.minX + 1) * (box.maxY - box.minY + 1)
        return isFull ? [box.minX, box.minY, box.maxX + 1, box.maxY + 1] : "with gaps"
      }
    },
    "maxbyte": { try $0.read { $0.pixels().flatMap(CaseCanvas.components).max() } },
    "anypixel": { step in
      let relation = try step.text(1)
      return try step.read { canvas in
        canvas.pixels().contains { $0 != 0 && CaseCanvas.holds(relation, CaseCanvas.components($0)) }
      }
    },
    "monotonic": { step in
      let (x, low, high) = (Int(try step.number(1)), Int(try step.number(2)), Int(try step.number(3)))
      let steps = stride(from: low, through: high, by: Int(try step.number(4)))
      return try step.read { canvas in
        let colors = steps.map { canvas.pixel(x, $0) }
        return zip(colors, colors.dropFirst()).allSatisfy { $0[0] >= $1[0] && $0[2] <= $1[2] }
          && colors[0] != colors.last
      }
    },
    "differs": { step in
      var (first, second) = (try step.canvas(0), try step.canvas(1))
      return first.pixels().map { $0 != 0 } != second.pixels().map { $0 != 0 }
    },
  ]
}

extension CaseWorld.Step {
  fileprivate func canvas(_ index: Int) throws -> CaseCanvas {
    guard let canvas = world.canvases[try text(index)] else {
      throw CaseWorld.UnknownError("there is no canvas \(json(index).text)")
    }
    return canvas
  }

  fileprivate func read(_ body: (inout CaseCanvas) -> Any?) throws -> Any? {
    var canvas = try canvas(0)
    return body(&canvas)
  }

  fileprivate func pixel() throws -> [Int] {
    var canvas = try canvas(0)
    return canvas.pixel(Int(try number(1)), Int(try number(2)))
  }
}
