import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import Testing

/// Every property of every class: set by key, read by key; and its accessor reads and writes the value of its row.
@Suite struct EveryPropertyTests {
  @Test(arguments: LayerRegistry().names) func layers(name: String) throws {
    let entry = try #require(LayerRegistry()[name])
    for key in entry.make().keys {
      let (layer, given) = (entry.make(), sample(for: try #require(entry.make().info(forKey: key))))
      layer.setValue(given, forKey: key)
      #expect(parts(layer.value(forKey: key)) == parts(given), "\(name).\(key)")
    }
  }

  @Test func cells() throws {
    for key in CAEmitterCell().keys {
      let (cell, given) = (CAEmitterCell(), sample(for: try #require(CAEmitterCell().info(forKey: key))))
      cell.setValue(given, forKey: key)
      #expect(parts(cell.value(forKey: key)) == parts(given), "\(key)")
    }
  }

  /// Sources of accessors by name, one for each class that declares it; longer ones have no text.
  private static func accessors() throws -> [String: [(read: String, write: String)]] {
    var found: [String: [(read: String, write: String)]] = [:]
    let folders = ["Sources/Layers/Layer", "Sources/Layers/Time"]
    for path in folders.flatMap({ Checkout.files(under: $0, extensions: ["swift"]) }) {
      let text = try Checkout.text(of: path)
      let accessor = /(?:open|public final) var (\w+): [^\n{]*\{\n(?:\s+get \{ ([^\n]*) \}\n\s+set \{ ([^\n]*) \}\n)?/
      for match in text.matches(of: accessor) {
        found[String(match.1), default: []].append((String(match.2 ?? ""), String(match.3 ?? "")))
      }
    }
    return found
  }

  /// The field that a row stores, by key: the last part of its path.
  private static func fields() throws -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for path in Checkout.files(under: "Sources/Layers", extensions: ["swift"]) where path.contains("/Rows/") {
      let text = try Checkout.text(of: path)
      for match in text.matches(of: /Property(?:<\w+>)?\(\s*"(\w+)", \\\.(?:\w+\.)*(\w+)/) {
        found[String(match.1), default: [String(match.1)]].insert(String(match.2))
      }
    }
    return found
  }

  /// A row without an accessor, and an accessor of another value than its row's.
  @Test func accessorsHaveTheValuesOfTheirRows() throws {
    let (accessors, fields) = (try Self.accessors(), try Self.fields())
    // Stored as what was asked for.
    let stored = ["wantsExtendedDynamicRangeContent", "preferredDynamicRange"]
    let objects: [any PropertyContainer] =
      LayerRegistry().names.compactMap { LayerRegistry()[$0]?.make() } + [CAEmitterCell()]
    let rows = objects.flatMap { object in object.keys.compactMap { object.info(forKey: $0) } }
    for row in rows where row.origin != .undeclared && !row.isDerived {
      let names = [row.key, "is" + row.key.prefix(1).uppercased() + row.key.dropFirst()]
      let found = names.flatMap { accessors[$0] ?? [] }
      #expect(!found.isEmpty, "\(row.key) has no accessor")
      for (read, write) in found where !read.isEmpty {
        let meant = fields[row.key] ?? [row.key]
        func has(_ text: String) -> Bool { text.split { !$0.isLetter }.contains { meant.contains(String($0)) } }
        #expect(has(read) && (has(write) || stored.contains(row.key)), "\(row.key): \(read), \(write)")
      }
    }
  }

  @Test func linkedObjectsOfLayers() {
    let (layer, parent, listener, manager) = (CALayer(), CALayer(), Listener(), CAConstraintLayoutManager())
    parent.addSublayer(layer)
    layer.setValue(["opacity": CABasicAnimation()], forKey: "actions")
    #expect(layer.actions?.count == 1 && (layer.value(forKey: "actions") as? [String: Any])?.count == 1)
    layer.setValue(listener, forKey: "delegate")
    #expect(layer.delegate === listener && layer.value(forKey: "delegate") as? Listener === listener)
    layer.setValue(manager, forKey: "layoutManager")
    #expect(layer.layoutManager is CAConstraintLayoutManager && layer.value(forKey: "layoutManager") != nil)
    layer.setValue(["width": 3], forKey: "style")
    #expect(layer.style?.count == 1)
    #expect(layer.value(forKey: "superlayer") as? CALayer === parent)
    layer.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.value(forKey: "visibleRect") as? CGRect == layer.bounds)
    for key in ["actions", "delegate", "layoutManager"] { layer.setValue(nil, forKey: key) }
    #expect(layer.actions == nil && layer.delegate == nil && layer.layoutManager == nil)
  }

  @Test func settingReadOnlyPropertiesEndsTheProgram() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().setValue(CALayer(), forKey: "superlayer")
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("superlayer: read-only"))
  }

  /// By key as by property: what is not a filter is kept, and changes nothing.
  @Test func foreignFilterObjectsAreStored() throws {
    let (byKey, byProperty) = (CALayer(), CALayer())
    for list in [["one"], ["one", CAFilter(type: "colorInvert")]] as [[Any]] {
      for key in ["filters", "backgroundFilters"] { byKey.setValue(list, forKey: key) }
      (byProperty.filters, byProperty.backgroundFilters) = (list, list)
      for layer in [byKey, byProperty] {
        #expect(layer.filters?.count == list.count && layer.backgroundFilters?.first as? String == "one")
        #expect(layer.state.effects.filters?.count == list.count - 1)
      }
      #expect((byKey.value(forKey: "filters") as? [Any])?.count == list.count)
    }
    byKey.setValue("none", forKey: "filters")
    #expect(byKey.filters == nil)
    // A filter that has changed since is read as it is.
    let named = CAFilter(type: "gaussianBlur")
    named.name = "blur"
    byProperty.filters = ["one", named]
    byProperty.setValue(4, forKeyPath: "filters.blur.inputRadius")
    #expect((byProperty.filters as? [CAFilter])?.first?.value(forKey: "inputRadius") as? CGFloat == 4)
  }
}

private final class Listener: CALayerDelegate {}

extension EveryPropertyTests {
  private typealias Samples = [String: (AnyKeyPath, Any)]

  private static var animations: [(CAAnimation, Samples)] {
    [
      (CAAnimation(), common), (CABasicAnimation(), basic), (CAKeyframeAnimation(), keyframe),
      (CASpringAnimation(), spring),
      (CAAnimationGroup(), ["animations": (\CAAnimationGroup.animations, [CABasicAnimation()])]),
      (CATransition(), transition),
    ]
  }

  private static var common: Samples {
    [
      "beginTime": (\CAAnimation.beginTime, 2.5), "timeOffset": (\CAAnimation.timeOffset, 2.5),
      "speed": (\CAAnimation.speed, 2.5), "duration": (\CAAnimation.duration, 2.5),
      "repeatCount": (\CAAnimation.repeatCount, 2.5), "repeatDuration": (\CAAnimation.repeatDuration, 2.5),
      "autoreverses": (\CAAnimation.autoreverses, true), "fillMode": (\CAAnimation.fillMode, "both"),
      "removedOnCompletion": (\CAAnimation.isRemovedOnCompletion, false),
      "timingFunction": (\CAAnimation.timingFunction, timing), "delegate": (\CAAnimation.delegate, Watcher()),
    ]
  }

  private static var basic: Samples {
    [
      "keyPath": (\CABasicAnimation.keyPath, "opacity"), "additive": (\CABasicAnimation.isAdditive, true),
      "cumulative": (\CABasicAnimation.isCumulative, true), "fromValue": (\CABasicAnimation.fromValue, 1.5),
      "toValue": (\CABasicAnimation.toValue, 1.5), "byValue": (\CABasicAnimation.byValue, 1.5),
      "valueFunction": (\CABasicAnimation.valueFunction, CAValueFunction(name: .rotateZ) as Any),
    ]
  }

  private static var keyframe: Samples {
    let path = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
    return [
      "values": (\CAKeyframeAnimation.values, [1.5, 2.5]), "path": (\CAKeyframeAnimation.path, path),
      "keyTimes": (\CAKeyframeAnimation.keyTimes, [0, 0.5]),
      "timingFunctions": (\CAKeyframeAnimation.timingFunctions, [timing]),
      "calculationMode": (\CAKeyframeAnimation.calculationMode, "cubic"),
      "rotationMode": (\CAKeyframeAnimation.rotationMode, "auto"),
      "tensionValues": (\CAKeyframeAnimation.tensionValues, [0.5]),
      "continuityValues": (\CAKeyframeAnimation.continuityValues, [0.5]),
      "biasValues": (\CAKeyframeAnimation.biasValues, [0.5]),
    ]
  }

  private static var spring: Samples {
    [
      "mass": (\CASpringAnimation.mass, 2.5), "stiffness": (\CASpringAnimation.stiffness, 2.5),
      "damping": (\CASpringAnimation.damping, 2.5),
      "initialVelocity": (\CASpringAnimation.initialVelocity, 2.5),
      "allowsOverdamping": (\CASpringAnimation.allowsOverdamping, true),
    ]
  }

  private static var transition: Samples {
    [
      "type": (\CATransition.type, "push"), "subtype": (\CATransition.subtype, "fromTop"),
      "startProgress": (\CATransition.startProgress, 0.5), "endProgress": (\CATransition.endProgress, 0.5),
      "filter": (\CATransition.filter, Watcher()),
    ]
  }

  private static var timing: CAMediaTimingFunction { CAMediaTimingFunction(name: .easeIn) }

  @Test func animations() {
    for (animation, properties) in Self.animations {
      for (key, (path, given)) in properties {
        animation.setValue(given, forKey: key)
        #expect(parts(animation.value(forKey: key)) == parts(given), "\(type(of: animation)).\(key) by key")
        #expect(parts(animation[keyPath: path]) == parts(given), "\(type(of: animation)).\(key) by accessor")
      }
      let rows = type(of: animation).keys.filter { properties[$0] == nil }
      let inherited = Self.animations.prefix(2).flatMap { $0.1.keys }
      #expect(rows.allSatisfy { inherited.contains($0) }, "\(type(of: animation)): \(rows)")
    }
    let spring = CASpringAnimation()
    for (key, value) in [
      ("settlingDuration", spring.settlingDuration), ("perceptualDuration", spring.perceptualDuration),
      ("bounce", Double(spring.bounce)),
    ] {
      #expect(spring.value(forKey: key) as? Double == value)
    }
    // A key that the class does not have is a tag.
    let basic = CABasicAnimation()
    basic.setValue("mine", forKey: "animations")
    #expect(basic.value(forKey: "animations") as? String == "mine")
  }
}

private final class Watcher: NSObject, CAAnimationDelegate {}

/// What a value consists of: numbers, names and objects, so that one that is boxed and one that is not compare.
private func parts(_ value: Any?) -> [AnyHashable] {
  guard let value else { return [] }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional { return parts(mirror.children.first?.value) }
  switch value {
  case let path as CGPath: return parts(path.boundingBox)
  case let layer as CALayer: return [ObjectIdentifier(layer)]
  case let cell as CAEmitterCell: return [ObjectIdentifier(cell)]
  case let filter as CAFilter: return [filter.type]
  case let behavior as CAEmitterBehavior: return [behavior.type]
  case let animator as CATextAnimator: return [animator]
  case let list as [Any]: return list.flatMap(parts)
  case let text as String: return [text]
  case let raw as any RawRepresentable: return parts(raw.rawValue)
  default:
    let numbers = CaseValues.numbers(value)
    return numbers.isEmpty ? [(value as? AnyHashable) ?? AnyHashable("\(value)")] : numbers.map { AnyHashable($0) }
  }
}
