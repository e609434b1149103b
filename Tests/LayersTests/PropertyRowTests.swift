import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Every row of every class, walked: a new property is tested by having a row.
@Suite struct PropertyRowTests {
  /// Every class of the registry, with the rows that it adds to those of `CALayer`.
  static let classes = LayerRegistry().names.compactMap { LayerRegistry()[$0] }
  static let layerRows = CALayer.properties + classes.flatMap { ownRows(of: $0) }
  static let cellRows = CAEmitterCell.properties

  /// Their defaults limit light too, once they are asked for.
  private static let askingKeys: Set = ["preferredDynamicRange", "wantsExtendedDynamicRangeContent"]

  private static func ownRows(of entry: LayerRegistry.Entry) -> [Property<LayerState>] {
    let inherited = Set(CALayer.properties.map(\.key))
    return entry.type == CALayer.self ? [] : entry.properties.filter { !inherited.contains($0.key) }
  }

  @Test(arguments: classes) func classRows(entry: LayerRegistry.Entry) {
    #expect(Set(entry.properties.map(\.key)).count == entry.properties.count, "\(entry.name)")
    #expect(Set(CALayer.properties.map(\.key)).isSubset(of: entry.properties.map(\.key)))
    for row in CALayer.properties + Self.ownRows(of: entry) { check(row, fresh: entry.type.defaultState) }
  }

  @Test(arguments: cellRows) func cellRow(row: Property<EmitterCellState>) {
    check(row, fresh: EmitterCellState())
  }

  /// The rows of the objects of a layer: read nil or nothing on a fresh layer, and take what they read.
  @Test(arguments: classes) func objectRows(entry: LayerRegistry.Entry) {
    let layer = entry.make()
    for key in layer.keys where entry.type.propertyTable[key] == nil {
      #expect(layer.info(forKey: key)?.summary.isEmpty == false, "\(entry.name) \(key)")
      #expect(layer.writeProperty(layer.readProperty(key), key), "\(entry.name) \(key)")
      #expect(!layer.writeProperty(Unrelated(), key), "\(entry.name) \(key)")
    }
  }

  /// Keys that are said to have elements have them, in the order of all keys.
  @Test func listKeys() {
    var containers: [any PropertyContainer] = Self.classes.map { $0.make() }
    containers += [CAEmitterCell(), CAFilter(type: "blur")]
    for container in containers {
      #expect(container.listKeys == container.keys.filter { container.elements($0) != nil }, "\(container.className)")
    }
  }

  /// Sets a value other than the default, reads it back, refuses a wrong kind, and leaves other rows alone.
  private func check<Root: Equatable>(_ row: Property<Root>, fresh: Root) {
    #expect(!row.summary.isEmpty && !row.key.isEmpty)
    var root = fresh
    let sample = differentSample(for: row, fresh: fresh)
    #expect(row.write(&root, sample))
    #expect(root != fresh, "\(row): the sample must differ from the default")
    #expect(same(row.read(root), sample), "\(row): wrote \(sample), read \(String(describing: row.read(root)))")
    let before = root
    #expect(!row.write(&root, Unrelated()))
    #expect(root == before)
    #expect(row.write(&root, row.read(fresh)))
    if Self.askingKeys.contains(row.key) {
      #expect(same(row.read(root), row.read(fresh)))
    } else {
      #expect(root == fresh, "\(row): writing the default back restores the state")
    }
    for component in row.components where row.read(fresh) != nil { check(component, fresh: fresh) }
  }

  /// A value that is not the default of this class.
  private func differentSample<Root>(for row: Property<Root>, fresh: Root) -> Any {
    let sample = sample(for: row.info, component: row.key.contains("."))
    if row.info.kind == .boolean, let present = row.read(fresh) as? Bool { return !present }
    if case .enumeration(let names) = row.info.kind, same(row.read(fresh), sample) { return names[0] }
    return sample
  }

  @Test func keysOfCellsAreUnique() {
    #expect(Set(Self.cellRows.map(\.key)).count == Self.cellRows.count)
  }

  @Test func rangesHoldDefaults() {
    for row in Self.layerRows {
      guard let range = row.range, let value = row.read(LayerState()) as? NSNumber else { continue }
      #expect(range.contains(value.doubleValue) || value.doubleValue.isInfinite, "\(row)")
    }
  }

  @Test func componentsInheritWhatTheyDoNotSay() throws {
    let x = try #require(CALayer.propertyTable["position.x"])
    #expect(x.info.kind == .number && x.unit == .points && x.action == .basic && x.summary.contains("anchor"))
    let width = try #require(CALayer.propertyTable["bounds.size.width"])
    #expect(width.info.kind == .number && width.unit == .points)
    #expect(try #require(CAEmitterLayer.propertyTable["emitterSize.height"]).kind == .number)
    #expect(CAEmitterCell.propertyTable["color.red"]?.range == 0...1)
    #expect(CALayer.propertyTable["emitterSize"] == nil)
  }
}

private struct Unrelated {}

/// A value of the row's kind that is not its default.
func sample(for info: PropertyInfo, component: Bool = false) -> Any {
  switch info.kind {
  case .number: component ? 0.375 : 3.5
  case .integer: 7
  case .boolean: !["enabled", "doubleSided", "allowsGroupOpacity", "allowsEdgeAntialiasing"].contains(info.key)
  case .string: "sparks"
  case .point: CGPoint(x: 3, y: 4)
  case .size: CGSize(width: 5, height: 6)
  case .rect: CGRect(x: 1, y: 2, width: 30, height: 40)
  case .color: CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
  case .transform: turned
  case .image, .contents: CGImage(width: 1, height: 1, pixels: [0xffff_ffff])
  case .enumeration(let names): ["fillMode", "emitterMode"].contains(info.key) ? names[1] : names.last ?? ""
  case .cells: [CAEmitterCell()]
  case .layers: [CALayer()]
  case .path: CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
  case .colors: [CGColor.white, CGColor.black]
  case .numbers: info.key == "emitterRects" ? [1, 2, 3, 4] : [0.25, 0.75]
  case .layer: CALayer()
  case .filters: [CAFilter(type: "colorInvert")]
  case .behaviors: [CAEmitterBehavior(type: "wave")]
  case .animators: [CATextAnimator()]
  }
}

private var turned: CATransform3D {
  var transform = CATransform3D()
  (transform.m11, transform.m22, transform.m41) = (2, 3, 4)
  return transform
}

func same(_ left: Any?, _ right: Any?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left as CGImage, let right as CGImage): left === right
  case (let left as [CGColor], let right as [CGColor]): left == right
  case (let left as [NSNumber], let right as [NSNumber]): left == right
  case (let left as String, let right as String): left == right
  case (let left as NSNumber, let right as NSNumber):
    left.doubleValue == right.doubleValue || abs(left.doubleValue - right.doubleValue) < 1e-12
  case (let left as AnyHashable, let right as AnyHashable): left == right
  default: false
  }
}
