import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

struct Transform3DTests {
  private func random(_ generator: inout SplitMix64) -> CATransform3D {
    var t = CATransform3DMakeTranslation(generator.number(), generator.number(), generator.number())
    t = CATransform3DRotate(t, generator.number(), generator.number(), generator.number(), generator.number())
    t = CATransform3DScale(t, generator.number(0.2...3), generator.number(0.2...3), generator.number(-3 ... -0.2))
    var shear = CATransform3D()
    (shear.m21, shear.m31, shear.m32) = (generator.number(), generator.number(), generator.number())
    return CATransform3DConcat(shear, t)
  }

  @Test func elementsInOrder() {
    let t = CATransform3D(
      m11: 1, m12: 2, m13: 3, m14: 4, m21: 5, m22: 6, m23: 7, m24: 8, m31: 9, m32: 10, m33: 11, m34: 12, m41: 13,
      m42: 14, m43: 15, m44: 16)
    #expect(elements(t) == (1...16).map { Double($0) })
    #expect(CATransform3DEqualToTransform(t, t) && !CATransform3DEqualToTransform(t, CATransform3DIdentity))
    #expect(CATransform3DIsIdentity(CATransform3D()) && !CATransform3DIsIdentity(t))
  }

  @Test func concatIsTheMatrixProduct() {
    var generator = SplitMix64(seed: 2)
    let (a, b) = (random(&generator), random(&generator))
    let (left, right) = (elements(a), elements(b))
    let product = (0..<16).map { (index: Int) -> Double in
      let (row, column) = (index / 4 * 4, index % 4)
      return (0..<4).reduce(0.0) { $0 + left[row + $1] * right[$1 * 4 + column] }
    }
    #expect(areClose(elements(CATransform3DConcat(a, b)), product))
  }

  @Test func rotationAboutEachAxis() {
    let angle = 0.3
    let (s, c) = (sin(angle), cos(angle))
    let x = CATransform3DMakeRotation(angle, 5, 0, 0)
    #expect(areClose([x.m11, x.m22, x.m23, x.m32, x.m33], [1, c, s, -s, c]))
    let y = CATransform3DMakeRotation(angle, 0, 1e-200, 0)
    #expect(areClose([y.m11, y.m13, y.m22, y.m31, y.m33], [c, -s, 1, s, c]))
    let z = CATransform3DMakeRotation(angle, 0, 0, 1e200)
    #expect(areClose([z.m11, z.m12, z.m21, z.m22, z.m33], [c, s, -s, c, 1]))
  }

  @Test func rotationAboutADiagonalPermutesTheAxes() {
    let t = CATransform3DMakeRotation(2 * .pi / 3, 1, 1, 1)
    #expect(areClose(elements(t), [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]))
  }

  @Test func inverseUndoesWithPerspective() {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<200 {
      var t = random(&generator)
      (t.m14, t.m24, t.m34) = (generator.number(-0.1...0.1), generator.number(-0.1...0.1), -0.002)
      guard let inverse = t.inverse else { continue }
      #expect(areClose(elements(CATransform3DConcat(t, inverse)), elements(CATransform3DIdentity), 1e-6))
      #expect(areClose(elements(CATransform3DConcat(inverse, t)), elements(CATransform3DIdentity), 1e-6))
    }
    // Documented: a singular transform comes back as it is.
    let flat = CATransform3DMakeScale(0, 1, 1)
    #expect(CATransform3DInvert(flat) == flat && flat.inverse == nil)
  }

  @Test func affinePart() {
    let m = CGAffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    let t = CATransform3DMakeAffineTransform(m)
    #expect(CATransform3DIsAffine(t) && CATransform3DGetAffineTransform(t) == m)
    #expect(elements(t) == [2, 3, 0, 0, 5, 7, 0, 0, 0, 0, 1, 0, 11, 13, 0, 1])
    #expect(!CATransform3DIsAffine(CATransform3DMakeTranslation(0, 0, 1)))
    #expect(!CATransform3DIsAffine(CATransform3DMakeScale(1, 1, 2)))
    var perspective = CATransform3D()
    perspective.m34 = -1 / 500
    #expect(!CATransform3DIsAffine(perspective))
  }

  @Test func componentsComeBackTogether() throws {
    var generator = SplitMix64(seed: 4)
    for index in 0..<200 {
      var t = random(&generator)
      if index % 2 == 0 { t = CATransform3DConcat(t, try TransformText.parse("identity m34=-0.01 m14=0.02")) }
      let components = try #require(TransformComponents(t))
      let scaled = elements(t).map { $0 / Double(t.m44) }
      #expect(areClose(elements(components.matrix), scaled, 1e-7))
      #expect(!components.isSingular)
    }
  }

  /// The identity is not taken apart; what is found of its neighbours says that its parts are these.
  @Test func componentsOfTheIdentity() throws {
    #expect(TransformComponents(CATransform3DIdentity) == TransformComponents())
    var moved = try #require(TransformComponents(CATransform3DMakeTranslation(5, 0, 0)))
    moved.translation.x = 0
    #expect(moved == TransformComponents())
  }

  @Test func componentsOfASimpleTransform() throws {
    let t = CATransform3DScale(CATransform3DRotate(CATransform3DMakeTranslation(1, 2, 3), 0.5, 0, 0, 1), 2, 3, 4)
    let components = try #require(TransformComponents(t))
    #expect(areClose([components.scale.x, components.scale.y, components.scale.z], [2, 3, 4]))
    #expect(areClose([components.skew.x, components.skew.y, components.skew.z], [0, 0, 0]))
    #expect(components.translation == SIMD3(1, 2, 3))
    #expect(areClose(components.rotation.eulerAngles.z, 0.5))
    // Mirrored: the sign of every factor flips (behavior.md 2.9).
    let mirrored = try #require(TransformComponents(CATransform3DMakeScale(-2, 3, 4)))
    #expect(mirrored.scale == SIMD3(-2, -3, -4))
  }

  private func areClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }
  private func areClose(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-9) -> Bool {
    GraphicsTests.areClose(a, b, tolerance)
  }

  @Test func singularTransformsStillComeApart() throws {
    for text in ["scale(0,0,0)", "scale(0,2,3)*Rz(.4)", "scale(2,0,3)*Rx(.4)", "scale(2,3,0)", "scale(0,0,2)"] {
      let t = try TransformText.parse(text)
      let components = try #require(TransformComponents(t))
      #expect(components.isSingular)
      #expect(areClose(elements(components.matrix), elements(t)), "\(text)")
    }
    #expect(TransformComponents(try TransformText.parse("identity m44=0")) == nil)
    #expect(TransformComponents(try TransformText.parse("identity m12=0.1 m21=10")) == nil)
    #expect(TransformComponents(try TransformText.parse("scale(0,1,1) m34=1")) == nil)
  }

  @Test func slerpTakesTheShorterWay() {
    let from = Quaternion(eulerAngles: SIMD3(0, 0, -3))
    let to = Quaternion(eulerAngles: SIMD3(0, 0, 3))
    let middle = from.slerp(to: to, progress: 0.5).eulerAngles.z
    #expect(abs(abs(middle) - .pi) < 1e-9)
    #expect(abs(from.slerp(to: from, progress: 0.3).z - from.z) < 1e-12)
  }

  @Test func eulerAnglesTurnAboutXThenYThenZ() throws {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<100 {
      let angles = SIMD3(
        Double(generator.number(-3...3)), Double(generator.number(-1.5...1.5)), Double(generator.number(-3...3)))
      var expected = CATransform3DMakeRotation(angles.x, 1, 0, 0)
      expected = CATransform3DConcat(expected, CATransform3DMakeRotation(angles.y, 0, 1, 0))
      expected = CATransform3DConcat(expected, CATransform3DMakeRotation(angles.z, 0, 0, 1))
      var components = TransformComponents()
      components.rotation = Quaternion(eulerAngles: angles)
      #expect(areClose(elements(components.matrix), elements(expected)))
      let back = try #require(TransformComponents(expected)).rotation.eulerAngles
      #expect(areClose([back.x, back.y, back.z], [angles.x, angles.y, angles.z], 1e-6))
    }
  }

  @Test func eulerAnglesWhereTwoAxesFallTogether() {
    let angles = Quaternion(eulerAngles: SIMD3(0.4, .pi / 2, 0.3)).eulerAngles
    var components = TransformComponents()
    components.rotation = Quaternion(eulerAngles: angles)
    var original = TransformComponents()
    original.rotation = Quaternion(eulerAngles: SIMD3(0.4, .pi / 2, 0.3))
    #expect(areClose(elements(components.matrix), elements(original.matrix), 1e-6))
  }

  @Test func nothingTrapsOnAwkwardNumbers() {
    for a in awkward {
      for b in awkward {
        var t = CATransform3DRotate(CATransform3DMakeScale(a, b, a), a, b, a, b)
        t = CATransform3DTranslate(t, a, b, a)
        t.m34 = b
        let inverse = CATransform3DInvert(t)
        #expect(inverse.isFinite || !t.isFinite)
        if let components = TransformComponents(t) {
          #expect(components.matrix.isFinite)
          _ = components.interpolated(to: TransformComponents(), progress: Double(a)).matrix
          _ = components.rotation.eulerAngles
        }
      }
    }
  }
}
