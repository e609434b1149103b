import StarmineGraphics
import Testing

@Suite struct VisibleTexelsTests {
  private func image(_ width: Int, _ height: Int, _ texels: [(x: Int, y: Int, pixel: UInt32)]) -> CGImage {
    var pixels = [UInt32](repeating: 0, count: width * height)
    for texel in texels { pixels[texel.y * width + texel.x] = texel.pixel }
    return CGImage(width: width, height: height, pixels: pixels)
  }

  @Test("the box and the disc hold what exceeds the limit, in any component")
  func boxes() {
    let visible = image(20, 10, [(3, 2, 0x0400_0400), (7, 5, 0x1E00_001E), (12, 8, 0x0100_0000)]).levels[0].visible
    #expect(visible.map(\.limit) == VisibleTexels.limits.map(UInt32.init))
    // Limit 0: all three. Limit 3: the first two. Limit 21: the one of 30.
    let boxes = [0, 3, 7].map { [visible[$0].minX, visible[$0].minY, visible[$0].maxX, visible[$0].maxY] }
    #expect(boxes[0] == [3, 2, 13, 9])
    #expect(boxes[1] == [3, 2, 8, 6])
    #expect(boxes[2] == [7, 5, 8, 6])
    #expect([visible[3].centerX, visible[3].centerY] == [5, 3.5])
    #expect(visible[3].radius == (4 + 1.5 * 1.5 as Float).squareRoot())
    #expect(visible[7].radius == 0)
  }

  @Test("an empty image shows nothing; large ones are not looked through")
  func bounds() {
    let empty = CGImage(width: 4, height: 4, pixels: Array(repeating: 0, count: 16)).levels[0].visible
    #expect(empty.allSatisfy { $0.minX >= $0.maxX })
    let large = CGImage(width: 300, height: 2, pixels: Array(repeating: .max, count: 600)).levels
    #expect(large[0].visible.isEmpty)
    #expect(large[1].visible.count == VisibleTexels.limits.count)
  }

  @Test("levels of one component know each texel with the one below, the one to the right and the one below that")
  func quads() {
    let white = image(3, 2, [(0, 0, 0x0101_0101), (1, 0, 0x0202_0202), (2, 1, 0x0909_0909)]).levels
    #expect(Array(white[0].quads) == [0x0002_0001, 0x0900_0002, 0x0900_0900, 0, 0x0909_0000, 0x0909_0909])
    #expect(white.allSatisfy { $0.quads.count == $0.width * $0.height })
    #expect(image(3, 2, [(0, 0, 0x0101_0102)]).levels[0].quads.isEmpty)
    #expect(CGImage(width: 300, height: 2, pixels: Array(repeating: .max, count: 600)).levels[0].quads.isEmpty)
  }
}
