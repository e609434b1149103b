import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

/// The `transform3D.*` and `valueFunction.transform` cases: measured or peer-tested, as each case says.
struct Transform3DConformanceTests {
  let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  private func vector(_ value: JSONValue) throws -> (CGFloat, CGFloat, CGFloat) {
    let numbers = try #require(value.numbers)
    try #require(numbers.count == 3)
    return (numbers[0], numbers[1], numbers[2])
  }

  private func transform(_ value: JSONValue) throws -> CATransform3D {
    try TransformText.parse(try #require(value.string))
  }

  private func check(_ kind: String, _ make: (JSONValue) throws -> CATransform3D) {
    let summary = cases.check(kind) {
      try TransformText.compare(try make($0.inputs), with: $0.expected, tolerance: $0.tolerance)
    }
    #expect(summary.failures == [])
    #expect(summary.skipped == 0)
  }

  @Test func translate() {
    check("transform3D.translate") {
      let by = try vector($0["by"])
      return CATransform3DTranslate(try transform($0["base"]), by.0, by.1, by.2)
    }
  }

  @Test func scale() {
    check("transform3D.scale") {
      let by = try vector($0["by"])
      return CATransform3DScale(try transform($0["base"]), by.0, by.1, by.2)
    }
  }

  @Test func rotate() {
    check("transform3D.rotate") {
      let axis = try vector($0["axis"])
      return CATransform3DRotate(
        try transform($0["base"]), try #require($0["angle"].number), axis.0, axis.1, axis.2)
    }
  }

  @Test func makeRotation() {
    check("transform3D.makeRotation") {
      let axis = try vector($0["axis"])
      return CATransform3DMakeRotation(try #require($0["angle"].number), axis.0, axis.1, axis.2)
    }
  }

  @Test func concat() {
    check("transform3D.concat") { CATransform3DConcat(try transform($0["a"]), try transform($0["b"])) }
  }

  @Test func invert() {
    check("transform3D.invert") { CATransform3DInvert(try transform($0["m"])) }
  }

  @Test func isAffine() {
    let summary = cases.check("transform3D.isAffine") {
      let actual = CATransform3DIsAffine(try transform($0.inputs["m"]))
      return actual == $0.expected.bool ? .passed : .failed("\(actual)")
    }
    #expect(summary.failures == [])
  }

  @Test func decomposeRoundTrip() {
    check("transform3D.decomposeRoundTrip") {
      try #require(TransformComponents(try transform($0["m"]))).matrix
    }
  }

  @Test func interpolate() {
    check("transform3D.interpolate") {
      let from = try #require(TransformComponents(try transform($0["from"])))
      let to = try #require(TransformComponents(try transform($0["to"])))
      return from.interpolated(to: to, progress: try #require($0["progress"].number)).matrix
    }
  }

  @Test func translationValue() {
    check("valueFunction.transform") {
      let value = try vector($0["value"])
      return CATransform3DMakeTranslation(value.0, value.1, value.2)
    }
  }
}
