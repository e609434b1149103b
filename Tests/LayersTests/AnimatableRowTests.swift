import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Every animatable row of every class is animated from one value to another: half-way the layer shows the middle of
/// the two, or one of them where there is none.
@Suite struct AnimatableRowTests {
  static let classes = LayerRegistry().names

  @Test(arguments: classes) func everyRowOfALayer(name: String) throws {
    let entry = try #require(LayerRegistry()[name])
    var count = 0
    for row in entry.properties.flatMap(\.withParts) where row.isAnimatable {
      let layer = entry.make()
      layer.setValue(
        Ends(whole(row.key, in: entry.properties).kind)?.from, forKey: whole(row.key, in: entry.properties).key)
      try check(row.info, on: layer, keyPath: row.key)
      count += 1
    }
    #expect(count > 50)
  }

  @Test func everyRowOfACell() throws {
    for row in CAEmitterCell.properties.flatMap(\.withParts) where row.isAnimatable {
      let layer = CAEmitterLayer()
      let (outer, inner) = (CAEmitterCell(), CAEmitterCell())
      (outer.name, inner.name, outer.emitterCells) = ("outer", "inner", [inner])
      layer.emitterCells = [CAEmitterCell(), outer]
      try check(row.info, on: layer, keyPath: "emitterCells.outer.\(row.key)")
      try check(row.info, on: layer, keyPath: "emitterCells.outer.emitterCells.inner.\(row.key)")
    }
  }

  /// The row that a key is a part of.
  private func whole(_ key: String, in rows: [Property<LayerState>]) -> PropertyInfo {
    let first = String(key.prefix { $0 != "." })
    return rows.first { $0.key == key || $0.key == first }?.info ?? rows[0].info
  }

  private func check(_ info: PropertyInfo, on layer: CALayer, keyPath: String) throws {
    let ends = try #require(Ends(info.kind), "\(keyPath): \(info.kind) has no values to animate between")
    MediaClock.time = 1000
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (ends.from, ends.to, 1)
    #expect(layer.problems(with: animation, forKey: nil) == [], "\(keyPath)")
    layer.add(animation, forKey: nil)
    _ = layer.committedTree()
    MediaClock.time = 1000.5
    let shown = try #require(layer.presentation()).value(forKeyPath: keyPath)
    // A set of corners has nothing between.
    let middle = keyPath == "maskedCorners" ? components(ends.to) : ends.middle
    let actual = components(shown)
    let isMiddle = actual.count == middle.count && zip(actual, middle).allSatisfy { abs($0 - $1) < 1e-4 }
    #expect(isMiddle, "\(type(of: layer)).\(keyPath): \(actual) instead of \(middle)")
    MediaClock.time = 1001.5
    let model = try #require(layer.presentation()).value(forKeyPath: keyPath)
    #expect(components(model) == components(layer.value(forKeyPath: keyPath)), "\(keyPath) after the end")
  }
}

extension Property {
  fileprivate var withParts: [Property] { [self] + components.flatMap(\.withParts) }
}

/// Two values of a kind with the components of what lies between.
private struct Ends {
  var from: Any
  var to: Any
  var middle: [Double]

  init?(_ kind: ValueKind) {
    let red = CGColor(red: 0.5, green: 0.25, blue: 0, alpha: 1)
    let blue = CGColor(red: 0, green: 0.25, blue: 1, alpha: 0.5)
    switch kind {
    case .number: (from, to, middle) = (0.25, 0.75, [0.5])
    case .integer: (from, to, middle) = (2, 6, [4])
    case .boolean: (from, to, middle) = (false, true, [1])
    case .point: (from, to, middle) = (CGPoint(x: 0, y: 8), CGPoint(x: 4, y: 16), [2, 12])
    case .size: (from, to, middle) = (CGSize(width: 0, height: 8), CGSize(width: 4, height: 16), [2, 12])
    case .rect:
      (from, to) = (CGRect(x: 0, y: 0, width: 1, height: 2), CGRect(x: 1, y: 2, width: 3, height: 4))
      middle = [0.5, 1, 2, 3]
    case .color: (from, to, middle) = (red, blue, [0.25, 0.25, 0.5, 0.75])
    case .transform:
      (from, to) = (CATransform3DMakeScale(2, 2, 1), CATransform3DMakeScale(4, 4, 1))
      middle = elements(CATransform3DMakeScale(3, 3, 1))
    case .colors: (from, to, middle) = ([red, blue], [blue, blue], [0.25, 0.25, 0.5, 0.75, 0, 0.25, 1, 0.5])
    case .numbers: (from, to, middle) = ([0.0, 0.5], [0.5, 1.0], [0.25, 0.75])
    case .image, .contents:
      let images = [3, 5].map { CGImage(width: $0, height: 1, pixels: [UInt32](repeating: .max, count: $0)) }
      (from, to, middle) = (images[0], images[1], [5])
    case .path:
      // The example of behavior.md 1.6: two rectangles of the same structure.
      let (small, large) = (CGMutablePath(), CGMutablePath())
      small.addRect(CGRect(x: 0, y: 0, width: 20, height: 30))
      large.addRect(CGRect(x: 40, y: 50, width: 80, height: 100))
      (from, to, middle) = (small as CGPath, large as CGPath, [20, 25, 50, 65])
    case .string: (from, to, middle) = ("a", "bc", [2])
    case .enumeration(let names):
      guard let first = names.first, let last = names.last else { return nil }
      (from, to, middle) = (first, last, [Double(last.count)])
    case .cells, .layers, .layer, .filters, .behaviors, .animators: return nil
    }
  }
}

private func elements(_ t: CATransform3D) -> [Double] {
  [t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44]
    .map { Double($0) }
}

/// The numbers in a value; the width of an image, the bounding box of a path, the length of a text.
private func components(_ value: Any?) -> [Double] {
  switch value {
  case let number as NSNumber: [number.doubleValue]
  case let point as CGPoint: [point.x, point.y]
  case let size as CGSize: [size.width, size.height]
  case let rect as CGRect: [rect.minX, rect.minY, rect.width, rect.height]
  case let color as CGColor: [color.red, color.green, color.blue, color.alpha]
  case let transform as CATransform3D: elements(transform)
  case let image as CGImage: [Double(image.width)]
  case let path as CGPath: components(path.boundingBox)
  case let text as String: [Double(text.count)]
  case let list as [Any]: list.flatMap(components)
  default: []
  }
}
