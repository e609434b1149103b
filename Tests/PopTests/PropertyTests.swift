import Foundation
import StarmineCore
import StarmineGraphics
import StarmineLayers
import StarminePop
import StarmineTestSupport
import StarmineViews
import Testing

/// The table of properties: names and thresholds are POP's, published with the cases.
struct PropertyTests {
  /// Numbers that are written and read back, by count.
  private static let samples: [Int: [CGFloat]] = [1: [0.5], 2: [0.5, 0.75], 4: [0.25, 0.5, 0.75, 0.125]]

  private static func object(named owner: String) -> NSObject? {
    // Names that no constant has been asked for are not in the table yet.
    switch owner {
    case "CALayer": CALayer()
    case "CAShapeLayer": CAShapeLayer()
    case "UIView": kPOPViewAlpha.isEmpty ? nil : UIView()
    case "UILabel": kPOPLabelTextColor.isEmpty ? nil : UILabel()
    default: nil
    }
  }

  @Test func tableIsAsPublished() throws {
    var skipped: [String: Int] = [:]
    let summary = try ConformanceCases("pop").check("property_table") { item in
      let owner = item.fields["object"].string ?? ""
      guard let object = Self.object(named: owner) else {
        skipped[owner, default: 0] += 1
        return .skipped("there is no \(owner)")
      }
      let name = item.fields["name"].string ?? ""
      let count = Int(item.fields["components"].number ?? 0)
      guard let property = POPAnimatableProperty.property(withName: name) else {
        return .failed("\(name): no property")
      }
      guard Double(property.threshold) == item.fields["threshold"].number else {
        return .failed("\(name): threshold \(property.threshold)")
      }
      let sample = Self.samples[count] ?? []
      var slots = [CGFloat](repeating: 0, count: 4)
      property.readBlock?(object, &slots)
      guard Array(slots.prefix(count)) != sample else { return .failed("\(name) is the sample already") }
      property.writeBlock?(object, sample + [0, 0, 0])
      slots = [0, 0, 0, 0]
      property.readBlock?(object, &slots)
      let difference = zip(slots, sample + [0, 0, 0, 0].prefix(4 - count)).map { abs($0 - $1) }.max() ?? 1
      return difference < 1e-6 ? .passed : .failed("\(name): wrote \(sample), read \(slots)")
    }
    print("pop property_table skipped: \(skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    #expect(summary.failures == [])
    #expect(summary.passed == 47 && summary.skipped == 49)
  }

  @Test func constantsNameTheirProperties() {
    let layer = CALayer()
    func write(_ name: String, _ values: [CGFloat]) {
      POPAnimatableProperty.property(withName: name)?.writeBlock?(layer, values + [0, 0, 0])
    }
    write(kPOPLayerPositionX, [3])
    write(kPOPLayerPositionY, [4])
    #expect(layer.position == CGPoint(x: 3, y: 4))
    write(kPOPLayerSize, [30, 40])
    #expect(layer.bounds.size == CGSize(width: 30, height: 40))
    write(kPOPLayerSize, [-1, 40])
    #expect(layer.bounds.size == CGSize(width: 30, height: 40), "negative sizes are ignored")
    write(kPOPLayerTranslationXY, [5, 6])
    write(kPOPLayerTranslationZ, [7])
    #expect([layer.transform.m41, layer.transform.m42, layer.transform.m43] == [5, 6, 7])
    write(kPOPLayerSubtranslationX, [8])
    #expect(layer.sublayerTransform.m41 == 8 && layer.transform.m41 == 5)
    write(kPOPLayerOpacity, [0.5])
    #expect(layer.opacity == 0.5)
  }

  /// A scale of 0 could not be taken apart any more; POP writes a very small one.
  @Test func scalesOfNothingComeBack() {
    let layer = CALayer()
    let both = POPAnimatableProperty.property(withName: kPOPLayerScaleXY)
    both?.writeBlock?(layer, [0, 0, 0, 0])
    #expect(abs(layer.transform.m11 - 1e-6) < 1e-12 && abs(layer.transform.m22 - 1e-6) < 1e-12)
    both?.writeBlock?(layer, [2, 3, 0, 0])
    #expect(abs(layer.transform.m11 - 2) < 1e-9 && abs(layer.transform.m22 - 3) < 1e-9)
    let one = POPAnimatableProperty.property(withName: kPOPLayerScaleX)
    one?.writeBlock?(layer, [0, 0, 0, 0])
    #expect(abs(layer.transform.m11 - 1e-6) < 1e-12)
  }

  @Test func oneAxisOfRotationIsExact() {
    let layer = CALayer()
    for name in [kPOPLayerRotation, kPOPLayerRotationX, kPOPLayerRotationY] {
      layer.transform = CATransform3DIdentity
      let property = POPAnimatableProperty.property(withName: name)
      property?.writeBlock?(layer, [0.3, 0, 0, 0])
      var slots = [CGFloat](repeating: 0, count: 4)
      property?.readBlock?(layer, &slots)
      #expect(abs(slots[0] - 0.3) < 1e-12)
    }
    layer.transform = CATransform3DIdentity
    POPAnimatableProperty.property(withName: kPOPLayerRotation)?.writeBlock?(layer, [0.3, 0, 0, 0])
    #expect(
      CATransform3DEqualToTransform(layer.transform, CATransform3DMakeRotation(0.3, 0, 0, 1))
        || abs(layer.transform.m12 - sin(0.3)) < 1e-12)
  }

  @Test func ownPropertiesReadAndWrite() {
    let property = Disc.radiusProperty()
    #expect(property.name == "disc.radius" && property.threshold == 0.01)
    let disc = Disc(radius: 2)
    let animation = POPBasicAnimation()
    animation.property = property
    animation.toValue = 4
    let harness = Harness(disc)
    harness.add(animation)
    harness.render(duration: 1, step: 0.1)
    #expect(disc.radius == 4 && disc.writes.first == 2)
  }

  @Test func knownNamesKeepTheirBlocks() {
    let property = POPAnimatableProperty.property(withName: kPOPLayerOpacity) { $0?.threshold = 5 }
    #expect(property?.threshold == 0.01)
    #expect(POPAnimatableProperty.property(withName: "nothing") == nil)
    #expect(POPAnimatableProperty.property(withName: "new", initializer: nil)?.threshold == 1)
  }

  @Test func mutableCopiesCanBeChanged() throws {
    let property = try #require(POPAnimatableProperty.property(withName: kPOPLayerOpacity))
    let copy = try #require(property.mutableCopy() as? POPMutableAnimatableProperty)
    copy.threshold = 0.5
    #expect(property.threshold == 0.01 && (copy.copy() as? POPAnimatableProperty)?.threshold == 0.5)
    #expect(!(copy.copy() is POPMutableAnimatableProperty))
  }

  /// A name serves layers and views; an object of another class is left alone.
  @Test func oneNameServesSeveralClasses() {
    let (disc, view, layer) = (Disc(radius: 2), UIView(), CALayer())
    let property = POPAnimatableProperty.property(withName: kPOPLayerBounds)
    property?.writeBlock?(disc, [3, 0, 0, 0])
    property?.writeBlock?(view, [5, 6, 7, 8])
    property?.writeBlock?(layer, [1, 2, 3, 4])
    #expect(disc.radius == 2 && layer.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(view.bounds == CGRect(x: 5, y: 6, width: 7, height: 8))
  }
}
