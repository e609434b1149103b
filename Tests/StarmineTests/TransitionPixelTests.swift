import Foundation
import Starmine
import StarmineGraphics
import StarmineRaster
import Testing

/// Fades, pixel by pixel.
@Suite struct TransitionPixelTests {
  /// The pixels of a layer of 8 by 8 points that changes in a fade of one second, at a time of it.
  private func pixels(at time: Double, before: (CALayer) -> Void, after: (CALayer) -> Void) -> [UInt32] {
    MediaClock.time = 1000
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    before(layer)
    _ = layer.committedTree()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    after(layer)
    let fade = CATransition()
    fade.duration = 1
    layer.add(fade, forKey: nil)
    CATransaction.commit()
    let viewport = Viewport(width: 8, height: 8, background: CGColor(red: 0, green: 0.5, blue: 0, alpha: 1))
    let list = evaluate(layer.committedTree(), at: 1000 + time, in: viewport)
    var buffer = PixelBuffer(width: 8, height: 8)
    Renderer(workers: 1).render(list, into: &buffer)
    return StarmineTests.pixels(buffer)
  }

  @Test func opaquePicturesLetNothingThrough() {
    for time in stride(from: 0, through: 1, by: 1.0 / 16) {
      let seen = pixels(at: time, before: { $0.backgroundColor = .white }, after: { $0.backgroundColor = .black })
      let level = 255 - UInt32((time * 255).rounded())
      #expect(seen[27] == 0xFF00_0000 | level << 16 | level << 8 | level, "at \(time)")
    }
  }

  @Test func fadeThatChangesNothingChangesNoPixel() {
    func prepare(_ layer: CALayer) {
      layer.backgroundColor = CGColor(red: 0.3, green: 0.7, blue: 0.9, alpha: 0.6)
      (layer.cornerRadius, layer.borderWidth) = (3, 1)
    }
    // A group of its own rounds translucent edges once more, so the fade is compared with its own beginning.
    let still = pixels(at: 0, before: prepare, after: { _ in })
    #expect(Set(still).count > 4)
    for time in stride(from: 0, through: 1, by: 1.0 / 64) {
      let isSame = pixels(at: time, before: prepare, after: { _ in }) == still
      #expect(isSame, "at \(time)")
    }
  }
}
