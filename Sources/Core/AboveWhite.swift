/// Paints what lies above white, for eyes that see no difference there: the rest of a picture stays.
struct AboveWhite {
  private var memory: [DeepPixel] = []

  /// Blue, green, red, alpha: a magenta that hardly any scene has.
  private static let paint = DeepPixel(1, 0, 1, 1)

  /// Calls a closure with a painted copy of a tile.
  mutating func withPainted(_ tile: DeepTile, _ body: (DeepTile) -> Void) {
    let stride = (tile.width + 15) & ~15
    let count = stride * tile.height + 16
    if memory.count < count { memory = [DeepPixel](repeating: .zero, count: count) }
    unsafe memory.withUnsafeMutableBufferPointer { memory in
      guard let base = memory.baseAddress else { return }
      for y in 0..<tile.height {
        let row = unsafe tile.pixels + y * tile.stride
        for x in 0..<tile.width {
          let pixel = unsafe row[x]
          unsafe memory[y * stride + x] = max(pixel.x, pixel.y, pixel.z) > 1 ? Self.paint : pixel
        }
      }
      unsafe body(
        DeepTile(
          x: tile.x, y: tile.y, width: tile.width, height: tile.height, pixels: UnsafePointer(base), stride: stride))
    }
  }
}
