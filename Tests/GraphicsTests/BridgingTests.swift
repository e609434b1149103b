import Foundation
import StarmineGraphics
import Testing

/// Casts that code written for Apple's platforms makes.
struct BridgingTests {
  @Test func numbersCast() {
    let number: Any = NSNumber(value: 2.5)
    #expect(number as? CGFloat == 2.5 && number as? Double == 2.5 && number as? Float == 2.5)
    let given: Any = CGFloat(2.5)
    #expect((given as? NSNumber)?.doubleValue == 2.5)
  }

  @Test func boxesCast() {
    let point: Any = NSValue(cgPoint: CGPoint(x: 1, y: 2))
    #expect(point as? CGPoint == CGPoint(x: 1, y: 2) && point as? CGSize == nil && point as? CGRect == nil)
    let rect: Any = NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(rect as? CGRect == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect((NSValue(cgSize: CGSize(width: 3, height: 4)) as Any) as? CGSize == CGSize(width: 3, height: 4))
    let transform: Any = NSValue(caTransform3D: CATransform3DMakeTranslation(1, 2, 3))
    #expect(transform as? CATransform3D == CATransform3DMakeTranslation(1, 2, 3))
    #expect(transform as? CGAffineTransform == nil && transform as? CGPoint == nil)
    let affine = NSValue(cgAffineTransform: CGAffineTransform(scaleX: 2, y: 3))
    #expect(affine.cgAffineTransformValue == CGAffineTransform(scaleX: 2, y: 3))
    #expect(affine.caTransform3DValue == CATransform3DIdentity && affine.cgPointValue == .zero)
    let box = (CGPoint(x: 5, y: 6) as Any) as? NSValue
    #expect(box?.cgPointValue == CGPoint(x: 5, y: 6))
    #expect((NSNumber(value: 1) as Any) as? CGPoint == nil)
  }
}
