import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import Testing

@Suite struct CoverageTests {
  /// Alpha of an opaque white shape over nothing.
  func coverage(_ shape: RoundedRect, _ transform: PlaneTransform, _ width: Int = 120, _ height: Int = 100) -> [Int] {
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
    let list = DisplayList(
      width: width, height: height,
      commands: [.fill(FillCommand(bounds: bounds, shape: shape, transform: transform, color: .max))])
    return render(list).map { Int($0 >> 24) }
  }

  func rotation(_ angle: Double, x: Double, y: Double) -> PlaneTransform {
    var t = PlaneTransform()
    (t.m11, t.m12, t.m21, t.m22, t.m31, t.m32) = (cos(angle), sin(angle), -sin(angle), cos(angle), x, y)
    return t
  }

  @Test("upright rectangles cover exactly")
  func upright() {
    let values = coverage(RoundedRect(minX: 1.5, minY: 2, maxX: 4.25, maxY: 3.5), .identity, 6, 5)
    let expected = [
      [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 128, 255, 255, 64, 0], [0, 64, 128, 128, 32, 0], [0, 0, 0, 0, 0, 0],
    ]
    #expect(values == expected.flatMap { $0 })
  }

  @Test("the area of a rotated rectangle is the sum of its coverage", arguments: 0..<24)
  func rotatedArea(step: Int) {
    let shape = RoundedRect(minX: -31.3, minY: -12.7, maxX: 31.3, maxY: 12.7)
    let values = coverage(shape, rotation(Double(step) * 0.27, x: 60.2, y: 49.7))
    let area = Double(values.reduce(0, +)) / 255
    #expect(abs(area - 62.6 * 25.4) < 0.6, "8-bit rounding of some 180 edge pixels")
    #expect(values.max() == 255)
  }

  @Test("a circle made of corner radii has the area of a circle")
  func circle() {
    let shape = RoundedRect(minX: -30, minY: -30, maxX: 30, maxY: 30, cornerRadius: 30)
    for transform in [rotation(0, x: 50.3, y: 50.6), rotation(0.4, x: 50.3, y: 50.6)] {
      let area = Double(coverage(shape, transform).reduce(0, +)) / 255
      #expect(abs(area / (.pi * 900) - 1) < 0.004)
    }
  }

  @Test("a turned rounded rectangle lies in its bounds, which for a disc are those of its circle")
  func roundBounds() {
    var random = SplitMix64(seed: 21)
    let frame = DeviceRect(minX: 0, minY: 0, maxX: 120, maxY: 100)
    for _ in 0..<300 {
      let (width, height) = (Double.random(in: 1...40, using: &random), Double.random(in: 1...40, using: &random))
      let shape = RoundedRect(
        minX: -width, minY: -height, maxX: width, maxY: height,
        cornerRadius: Double.random(in: 0.1...40, using: &random))
      var transform = rotation(
        Double.random(in: 0...7, using: &random), x: Double.random(in: -9...129, using: &random),
        y: Double.random(in: -9...109, using: &random))
      transform.m11 *= Double.random(in: 0.1...2, using: &random)
      let bounds = shape.deviceBounds(transform, within: frame)
      let fill = FillCommand(bounds: bounds, shape: shape, transform: transform, color: .max)
      let pixels = render(DisplayList(width: 120, height: 100, commands: [.fill(fill)])).map { Int($0 >> 24) }
      #expect(pixels == coverage(shape, transform), "\(shape) by \(transform)")
    }
    let disc = RoundedRect(minX: -30, minY: -30, maxX: 30, maxY: 30, cornerRadius: 30)
    let bounds = disc.deviceBounds(rotation(0.7, x: 50.5, y: 50.5), within: frame)
    #expect(bounds == DeviceRect(minX: 20, minY: 20, maxX: 81, maxY: 81))
  }

  @Test("corners cover what their ellipses cover, pixel by pixel", arguments: [(4.0, 1.0), (9.3, 0.6), (25.1, 1.3)])
  func corners(radius: Double, scale: Double) {
    let shape = RoundedRect(minX: 3.3, minY: 2.6, maxX: 53.8, maxY: 60.4, cornerRadius: radius)
    var transform = PlaneTransform()
    (transform.m22, transform.m31) = (scale, 0.15)
    let samples = (0..<64).map { (Double($0) + 0.5) / 64 }
    let (width, height) = (60, 100)
    for (index, covered) in coverage(shape, transform, width, height).enumerated() {
      let inside = samples.map { down in
        samples.count { across in
          let (x, y) = (Double(index % width) + across - 0.15, (Double(index / width) + down) / scale)
          let dx = max(shape.minX + radius - x, x - shape.maxX + radius, 0)
          let dy = max(shape.minY + radius - y, y - shape.maxY + radius, 0)
          return dx * dx + dy * dy <= radius * radius
        }
      }
      // Sides lie on 1/256 pixel, and 64 samples a side are off by 1/100 of a pixel's area.
      #expect(abs(Double(inside.reduce(0, +)) / 4096 * 255 - Double(covered)) < 4, "pixel \(index)")
    }
  }

  @Test("a ring covers what its outlines differ by", arguments: [0.0, 0.5])
  func ring(angle: Double) {
    let outer = RoundedRect(minX: -40, minY: -30, maxX: 40, maxY: 30, cornerRadius: 12)
    let inner = RoundedRect(minX: -35, minY: -25, maxX: 35, maxY: 25, cornerRadius: 7)
    let transform = rotation(angle, x: 60.2, y: 50.4)
    let list = DisplayList(
      width: 120, height: 100,
      commands: [
        .fill(
          FillCommand(
            bounds: DeviceRect(minX: 0, minY: 0, maxX: 120, maxY: 100), shape: .ring(outer, inner: inner),
            transform: transform, paint: .solid(.max)))
      ])
    let (whole, hole) = (coverage(outer, transform), coverage(inner, transform))
    for (index, pixel) in render(list).enumerated() {
      #expect(abs(Int(pixel >> 24) - (whole[index] - hole[index])) <= 1)
    }
  }

  @Test("square corners of a mask are square, the others round")
  func maskedCorners() {
    var shape = RoundedRect(minX: 0, minY: 0, maxX: 40, maxY: 30, cornerRadius: 10)
    let round = coverage(shape, .identity, 40, 30)
    for (index, corner) in [0, 39, 29 * 40, 29 * 40 + 39].enumerated() {
      shape.corners = CACornerMask(rawValue: 1 << UInt(index))
      let one = coverage(shape, .identity, 40, 30)
      for other in [0, 39, 29 * 40, 29 * 40 + 39] { #expect(one[other] == (other == corner ? 0 : 255)) }
      #expect(one.reduce(0, +) > round.reduce(0, +))
    }
    shape.corners = .all
    #expect(coverage(shape, .identity, 40, 30) == round)
  }

  @Test("continuous corners leave the edge where the table says, and become circles for want of room")
  func continuousCorners() {
    var shape = RoundedRect(minX: 0, minY: 0, maxX: 200, maxY: 180, cornerRadius: 50)
    let circular = coverage(shape, .identity, 200, 180)
    shape.curve = .continuous
    let values = coverage(shape, .identity, 200, 180)
    // 1.528665 radii are 76.4 pixels; there the edge is straight, a little before it is not.
    #expect(values[80] == 255 && values[60] < 255 && circular[60] == 255)
    #expect(values[100 * 200] == 255 && values[99 * 200 + 199] == 255)
    // Through (0.16905956, 0.37282383)-(0.37282383, 0.16905956), near 0.2708 radii on the diagonal.
    #expect(values[11 * 200 + 11] == 0 && values[16 * 200 + 16] == 255)
    let disc = RoundedRect(minX: 0, minY: 0, maxX: 60, maxY: 60, cornerRadius: 30)
    var tight = disc
    tight.curve = .continuous
    let pairs = zip(coverage(disc, .identity, 60, 60), coverage(tight, .identity, 60, 60))
    #expect(pairs.allSatisfy { abs($0 - $1) <= 12 }, "chords of the two differ a little")
  }

  @Test("upright and polygon coverage agree")
  func boxAgainstPolygon() {
    let shape = RoundedRect(minX: 3.3, minY: 4.7, maxX: 50.9, maxY: 33.2)
    var quarter = PlaneTransform()
    (quarter.m11, quarter.m12, quarter.m21, quarter.m22) = (0, 1, 1, 0)
    let turned = coverage(shape, quarter, 60, 60)
    let upright = coverage(shape, .identity, 60, 60)
    for y in 0..<60 {
      for x in 0..<60 where upright[y * 60 + x] != turned[x * 60 + y] { Issue.record("differs at \(x), \(y)") }
    }
  }

  @Test("what is behind the eye is not drawn; the rest is")
  func perspective() {
    var t = PlaneTransform()
    (t.m13, t.m31, t.m32) = (0.02, 60, 50)
    let values = coverage(RoundedRect(minX: -200, minY: -10, maxX: 30, maxY: 10), t)
    #expect(values.contains(255))
    let behind = coverage(RoundedRect(minX: -200, minY: -10, maxX: -60, maxY: 10), t)
    #expect(behind.allSatisfy { $0 == 0 })
  }

  @Test("a perspective image is sampled with equal steps in its own plane, not on the screen")
  func perspectiveImage() {
    // Left half black, right half white; w doubles from left to right, so the middle lies at 2/3 of the width.
    let image = CGImage(
      width: 64, height: 1, pixels: (0..<64).map { $0 < 32 ? 0xFF00_0000 : 0xFFFF_FFFF })
    var t = PlaneTransform()
    (t.m11, t.m13, t.m22) = (2, 0.01, 1)
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: 100, maxY: 10)
    let destination = RoundedRect(minX: 0, minY: 0, maxX: 100, maxY: 20)
    let list = DisplayList(
      width: 100, height: 10,
      commands: [
        .image(
          ImageCommand(
            bounds: bounds, image: image, destination: destination, transform: t, filter: .nearest, alpha: 255))
      ])
    let row = render(list)[500..<600].map { $0 & 255 }
    #expect(row.firstIndex(of: 255) == 567 - 500 || row.firstIndex(of: 255) == 566 - 500)
  }
}
