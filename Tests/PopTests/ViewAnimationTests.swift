import Foundation
import StarmineCore
import StarmineGraphics
import StarmineLayers
import StarminePop
import StarmineViews
import Testing

/// POP animates views by their names.
@Suite struct ViewAnimationTests {
  @Test func constantsAreTheNames() {
    #expect(
      [kPOPViewAlpha, kPOPViewBackgroundColor, kPOPViewBounds, kPOPViewCenter, kPOPViewFrame, kPOPViewSize] == [
        "view.alpha", "view.backgroundColor", "bounds", "view.center", "view.frame", "size",
      ])
    #expect(
      [kPOPViewScaleX, kPOPViewScaleXY, kPOPViewScaleY, kPOPViewTintColor, kPOPLabelTextColor] == [
        "view.scaleX", "view.scaleXY", "view.scaleY", "view.tintColor", "label.textColor",
      ])
  }

  @Test func springsMoveViews() throws {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let spring = try #require(POPSpringAnimation(propertyNamed: kPOPViewCenter) as POPSpringAnimation?)
    spring.toValue = CGPoint(x: 105, y: 5)
    let harness = Harness(view)
    harness.add(spring)
    harness.render(duration: 0.2, step: 1.0 / 60)
    #expect(view.center.x > 5 && view.center.x != 105 && view.center.y == 5)
    harness.render(from: 0.2, duration: 3, step: 1.0 / 60)
    #expect(view.center == CGPoint(x: 105, y: 5) && harness.stops == [true])
  }

  @Test func coloursOfViewsAreValues() throws {
    let label = UILabel(frame: .zero)
    label.backgroundColor = .black
    for name in [kPOPViewBackgroundColor, kPOPLabelTextColor] {
      let basic = try #require(POPBasicAnimation(propertyNamed: name) as POPBasicAnimation?)
      (basic.toValue, basic.duration) = (UIColor.red, 1)
      let harness = Harness(label)
      harness.add(basic)
      harness.render(duration: 2, step: 0.1)
    }
    #expect(label.backgroundColor == .red && label.textColor == .red)
  }

  @Test func sizesOfViewsAndLayersShareTheirName() throws {
    // Naming a property of views makes all of them known.
    #expect(kPOPViewSize == kPOPLayerSize)
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let basic = try #require(POPBasicAnimation(propertyNamed: kPOPLayerSize) as POPBasicAnimation?)
    (basic.toValue, basic.duration) = (CGSize(width: 40, height: 50), 1)
    let harness = Harness(view)
    harness.add(basic)
    harness.render(duration: 2, step: 0.1)
    #expect(view.bounds.size == CGSize(width: 40, height: 50))
  }
}
