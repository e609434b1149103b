import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

struct AffineTransformTests {
  let point = CGPoint(x: 3, y: 5)

  @Test func mapsByItsFormula() {
    let t = CGAffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    #expect(point.applying(t) == CGPoint(x: 2 * 3 + 5 * 5 + 11, y: 3 * 3 + 7 * 5 + 13))
    #expect(CGSize(width: 3, height: 5).applying(t) == CGSize(width: 31, height: 44))
    #expect(CGAffineTransform(2, 3, 5, 7, 11, 13) == t)
  }

  @Test func quarterTurnMovesXTowardsY() {
    let turned = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(areClose(turned, CGPoint(x: 0, y: 1)))
  }

  @Test func newOperationActsFirst() {
    let scaled = CGAffineTransform(scaleX: 2, y: 4)
    #expect(CGPoint.zero.applying(scaled.translatedBy(x: 10, y: 20)) == CGPoint(x: 20, y: 80))
    let moved = CGAffineTransform(translationX: 10, y: 20)
    #expect(point.applying(moved.scaledBy(x: 2, y: 4)) == CGPoint(x: 16, y: 40))
    #expect(areClose(point.applying(moved.rotated(by: .pi / 2)), CGPoint(x: 5, y: 23)))
    #expect(point.applying(moved.concatenating(scaled)) == CGPoint(x: 26, y: 100))
  }

  @Test func inverseUndoes() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<100 {
      let t = CGAffineTransform(
        random.number(), random.number(), random.number(), random.number(), random.number(), random.number())
      #expect(areClose(elements(t.concatenating(t.inverted())), elements(.identity), 1e-6))
    }
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func rectangleBecomesItsBounds() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.applying(CGAffineTransform(scaleX: -1, y: 2)) == CGRect(x: -4, y: 4, width: 3, height: 8))
    let turned = rect.applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(areClose(turned, CGRect(x: -6, y: 1, width: 4, height: 3)))
    let moved = CGAffineTransform(translationX: 1, y: 1)
    #expect(CGRect.null.applying(moved).isNull)
    #expect(CGRect.infinite.applying(moved).isInfinite)
  }

  @Test func identity() {
    #expect(CGAffineTransform().isIdentity && CGAffineTransform.identity.isIdentity)
    #expect(!CGAffineTransform(translationX: 1e-300, y: 0).isIdentity)
  }

  @Test func nothingTrapsOnAwkwardNumbers() {
    for a in awkward {
      for b in awkward {
        let t = CGAffineTransform(a: a, b: b, c: b, d: a, tx: a, ty: b)
        let inverse = t.inverted()
        #expect(inverse.isFinite || elements(inverse).description == elements(t).description)
        _ = t.rotated(by: a).scaledBy(x: b, y: a).translatedBy(x: a, y: b).concatenating(t)
        _ = CGPoint(x: a, y: b).applying(t)
        _ = CGRect(x: a, y: b, width: b, height: a).applying(t)
      }
    }
  }
}
