import Foundation
import StarmineCore
import StarmineGraphics
import StarmineLayers
import StarminePop
import Testing

/// Values that a motion cannot follow: it ends, and the program does not.
@Suite(.serialized) struct AwkwardValueTests {
  /// The layer after some frames of an animation of its position.
  private func layer(after frames: Int = 8, _ animation: POPPropertyAnimation) -> (CALayer, finished: Bool?) {
    MediaClock.time = 1000
    // A movie may have left its own on this thread.
    MediaClock.frameGrid = FrameGrid()
    let layer = CALayer()
    var finished: Bool?
    animation.property = POPAnimatableProperty.property(withName: kPOPLayerPosition)
    animation.completionBlock = { finished = $1 }
    layer.pop_add(animation, forKey: "a")
    MediaClock.advance(to: 1000 + Double(frames) / 60)
    return (layer, finished)
  }

  @Test func notANumberIsPassedOver() {
    let spring = POPSpringAnimation()
    spring.toValue = CGPoint(x: 10, y: 20)
    spring.toValue = CGPoint(x: CGFloat.nan, y: 0)
    #expect(spring.toValue as? CGPoint == CGPoint(x: 10, y: 20))
    spring.velocity = NSNumber(value: Double.nan)
    #expect(spring.velocity == nil)
    let (layer, _) = layer(spring)
    #expect(layer.position.x > 0 && layer.position.x.isFinite)
  }

  @Test func anotherCountOfNumbersIsPassedOver() {
    let basic = POPBasicAnimation()
    basic.toValue = CGPoint(x: 10, y: 20)
    basic.fromValue = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(basic.fromValue == nil)
    basic.toValue = NSValue(cgPoint: CGPoint(x: 30, y: 40))
    #expect(basic.toValue as? CGPoint == CGPoint(x: 30, y: 40))
  }

  @Test func motionsOutOfBoundsEndAtTheirEnd() {
    let fast = POPSpringAnimation()
    fast.toValue = CGPoint(x: 10, y: 20)
    fast.velocity = CGPoint(x: CGFloat.infinity, y: 0)
    let weightless = POPSpringAnimation()
    weightless.toValue = CGPoint(x: 10, y: 20)
    weightless.dynamicsMass = 0
    for spring in [fast, weightless] {
      let (layer, finished) = layer(spring)
      #expect(layer.position == CGPoint(x: 10, y: 20) && finished == true)
    }
  }

  @Test func endlessDecaysWriteNothing() {
    let decay = POPDecayAnimation()
    decay.velocity = CGPoint(x: CGFloat.infinity, y: 0)
    let (layer, finished) = layer(decay)
    #expect(layer.position == .zero && finished == true)
  }

  /// POP raises an exception there.
  @Test func valuesThatCannotBeAnimatedSaySo() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      POPBasicAnimation().toValue = Date()
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("cannot be animated"))
  }

  /// POP reads behind the number.
  @Test func oneNumberForAPointSaysSo() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let layer = CALayer()
      let animation = POPBasicAnimation(propertyNamed: kPOPLayerScaleXY)
      animation?.toValue = 2
      layer.pop_add(animation, forKey: nil)
      let movie = Movie(rootLayer: layer, size: CGSize(width: 8, height: 8))
      _ = try? movie.still(at: 0.5)
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("scaleXY: a value has 1 number(s), and the property has 2. Use a value of its type."))
  }
}
