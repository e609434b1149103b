import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import Testing

/// Blurs that are made on a coarser grid. Truth: the Gaussian.
@Suite struct WideBlurTests {
  private static let (width, height) = (300, 260)
  private let frame = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)

  /// A square through a blur.
  private func blurred(_ place: DeviceRect, _ sigmaX: Double, _ sigmaY: Double, color: UInt32 = .max) -> [UInt32] {
    let fill = FillCommand(bounds: place, shape: RoundedRect(place), transform: .identity, color: color)
    let command = OffscreenCommand(
      bounds: frame, commands: [.fill(fill)], source: place, filters: [.blur(sigmaX: sigmaX, sigmaY: sigmaY)])
    return render(DisplayList(width: Self.width, height: Self.height, commands: [.offscreen(command)]))
  }

  /// The share of a pixel's surroundings between two borders.
  private func share(_ pixel: Int, _ from: Int, _ to: Int, _ sigma: Double) -> Double {
    let middle = Double(pixel) + 0.5
    return
      (erf((Double(to) - middle) / (sigma * 2.squareRoot())) - erf((Double(from) - middle) / (sigma * 2.squareRoot())))
      / 2
  }

  @Test(arguments: [(6.0, 7.0), (9.5, 31), (12, 1), (1, 17), (20, 20), (33, 45)])
  func wideBlursAreGaussians(sigmaX: Double, sigmaY: Double) {
    let place = DeviceRect(minX: 103, minY: 91, maxX: 182, maxY: 158)
    let pixels = blurred(place, sigmaX, sigmaY)
    var worst = 0.0
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let expected = 255 * share(x, place.minX, place.maxX, sigmaX) * share(y, place.minY, place.maxY, sigmaY)
        worst = max(worst, abs(expected - Double(pixels[y * Self.width + x] & 255)))
      }
    }
    // Three boxes, rounded to bytes between: under 3 % of the step.
    #expect(worst < 7)
  }

  /// The grid stands still while the picture moves over it.
  @Test func blursDoNotDependOnWholePixelOffsets() {
    let place = DeviceRect(minX: 120, minY: 100, maxX: 180, maxY: 150)
    let first = blurred(place, 18, 18, color: 0xFF80_C0FF)
    var worst = 0
    for step in 1...8 {
      let moved = DeviceRect(minX: 120 + step, minY: 100, maxX: 180 + step, maxY: 150)
      let second = blurred(moved, 18, 18, color: 0xFF80_C0FF)
      for y in 0..<Self.height {
        for x in 0..<Self.width - step {
          let (a, b) = (first[y * Self.width + x], second[y * Self.width + x + step])
          worst = max(worst, difference(a, b))
        }
      }
    }
    #expect(worst <= 2)
  }

  /// The largest difference of a component.
  private func difference(_ a: UInt32, _ b: UInt32) -> Int {
    stride(from: UInt32(0), to: 32, by: 8).reduce(0) { worst, shift in
      max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
    }
  }

  /// One colour stays one colour up to the border where edges are repeated, and no component outgrows alpha.
  @Test func colourIsKept() {
    let fill = FillCommand(bounds: frame, shape: RoundedRect(frame), transform: .identity, color: 0x8040_2080)
    let backdrop = BackdropCommand(
      bounds: frame, filters: [.blur(sigmaX: 30, sigmaY: 11)], shape: RoundedRect(frame), transform: .identity)
    #expect(
      render(DisplayList(width: Self.width, height: Self.height, commands: [.fill(fill), .backdrop(backdrop)]))
        .allSatisfy { $0 == 0x8040_2080 })
    let cut = blurred(DeviceRect(minX: 50, minY: 60, maxX: 77, maxY: 200), 16, 16, color: 0x8040_2080)
    let outgrown = cut.filter { pixel in
      let alpha = pixel >> 24
      return max(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255) > alpha
    }
    #expect(outgrown.isEmpty)
  }
}
