import Starmine
import StarmineTestSupport

extension CaseWorld {
  /// Making objects, and questions about them.
  static let objectWords: [String: Word] = [
    "new": { step in
      step.world.objects[try step.text(1)] = try make(step.text(0))
      return nil
    },
    "newwithkeypath": { step in
      guard let type = animationClasses[try step.text(0)] as? CAPropertyAnimation.Type else { return nil }
      let animation = type.init()
      animation.keyPath = try step.text(2)
      step.world.objects[try step.text(1)] = animation
      return nil
    },
    "copy": { step in
      step.world.objects[try step.text(1)] = try step.object(0, CAAnimation.self).copy()
      return nil
    },
    "object": { step in
      let name = try step.text(0)
      return step.world.objects[name] ?? step.world.canvases[name].map(\.context)
    },
    "isa": { step in
      let object: Any = try step.object(0)
      guard let test = superclasses[try step.text(1)] else { throw UnknownError("\(step.json(1).text): no class") }
      return test(object)
    },
    "same": { step in
      let (first, second): (AnyObject, AnyObject) = (try step.object(0), try step.object(1))
      return first === second
    },
    "calls": { step in try step.object(0, CaseLayoutManager.self).calls },
    "forgetcalls": { step in
      try step.object(0, CaseLayoutManager.self).calls = []
      return nil
    },
    "delegateof": { step in try step.object(0, CAAnimation.self).delegate },
    "layoutmanagerof": { step in try step.layer(0).layoutManager },
  ]

  /// Properties, by key and by themselves.
  static let propertyWords: [String: Word] = [
    "set": { step in
      let (key, value) = (try step.text(1), try step.value(2))
      switch try step.object(0, Any.self) {
      case let layer as CALayer: layer.setValue(value, forKey: key)
      case let cell as CAEmitterCell: cell.setValue(value, forKey: key)
      case let animation as CAAnimation: animation.setValue(value, forKey: key)
      default: throw UnknownError("\(step.json(0).text) has no keys")
      }
      return nil
    },
    "get": { step in
      let key = try step.text(1)
      switch try step.object(0, Any.self) {
      case let layer as CALayer: return layer.value(forKey: key)
      case let cell as CAEmitterCell: return cell.value(forKey: key)
      case let animation as CAAnimation: return animation.value(forKey: key)
      default: throw UnknownError("\(step.json(0).text) has no keys")
      }
    },
    "property": { step in
      let (name, value) = (try step.text(1), try step.value(2))
      guard let write = writers[name] else { throw UnknownError("there is no property \(name)") }
      try write(step, value)
      return nil
    },
    "propertyof": { step in
      guard let read = readers[try step.text(1)] else { throw UnknownError("no property \(step.json(1).text)") }
      return try read(step)
    },
  ]

  private static let writers: [String: @Sendable (Step, Any?) throws -> Void] = [
    "compositingFilter": { try $0.layer(0).compositingFilter = $1 },
    "opacity": { try $0.layer(0).opacity = ($1 as? NSNumber)?.floatValue ?? 0 },
    "filters": { try $0.layer(0).filters = $1 as? [Any] },
    "actions": { try $0.layer(0).actions = ($1 as? [String: Any])?.compactMapValues { $0 as? any CAAction } },
    "layoutManager": { try $0.layer(0).layoutManager = $1 as? any CALayoutManager },
    "valueFunction": { try $0.object(0, CAPropertyAnimation.self).valueFunction = $1 as? CAValueFunction },
    "timingFunction": { try $0.object(0, CAAnimation.self).timingFunction = $1 as? CAMediaTimingFunction },
    "delegate": { step, value in
      if let animation = step.world.objects[try step.text(0)] as? CAAnimation {
        animation.delegate = value as? any CAAnimationDelegate
      } else {
        try step.layer(0).delegate = value as? any CALayerDelegate
      }
    },
  ]

  private static let readers: [String: @Sendable (Step) throws -> Any?] = [
    "compositingFilter": { try $0.layer(0).compositingFilter },
    "filters": { try $0.layer(0).filters },
    "backgroundFilters": { try $0.layer(0).backgroundFilters },
    "valueFunction": { try $0.object(0, CAPropertyAnimation.self).valueFunction },
    "timingFunction": { try $0.object(0, CAAnimation.self).timingFunction },
    "values": { try $0.object(0, CAKeyframeAnimation.self).values },
    "keyTimes": { try $0.object(0, CAKeyframeAnimation.self).keyTimes },
  ]

  /// Questions to classes.
  static let classWords: [String: Word] = [
    "default": { step in
      let (name, key) = (try step.text(0), try step.text(1))
      if let known = layerClasses[name] { return known.type.defaultValue(forKey: key) }
      if let type = animationClasses[name] { return type.defaultValue(forKey: key) }
      return CAEmitterCell.defaultValue(forKey: key)
    },
    "archives": { step in
      let key = try step.text(1)
      switch try step.object(0, Any.self) {
      case let layer as CALayer: return layer.shouldArchiveValue(forKey: key)
      case let cell as CAEmitterCell: return cell.shouldArchiveValue(forKey: key)
      case let animation as CAAnimation: return animation.shouldArchiveValue(forKey: key)
      default: throw UnknownError("\(step.json(0).text) has no keys")
      }
    },
    "needsdisplayforkey": { step in try layerClasses[step.text(0)]?.type.needsDisplay(forKey: step.text(1)) },
    "expansion": { step in
      CALayer.cornerCurveExpansionFactor(CALayerCornerCurve(rawValue: try step.text(0)))
    },
    "fadeduration": { _ in CATiledLayer.fadeDuration() },
    "constant": { step in
      guard let value = constants[try step.text(0)] else { throw UnknownError("there is no \(step.json(0).text)") }
      return value
    },
    "defaultaction": { step in try layerClasses[step.text(0)]?.type.defaultAction(forKey: step.text(1)) },
    "action": { step in try step.layer(0).action(forKey: step.text(1)) },
    "delegateanswer": { step in
      let name = try step.text(1)
      let delegate = CaseDelegate(name == "null" ? NSNull() : try step.object(1, CAAnimation.self))
      step.world.delegates.append(delegate)
      try step.layer(0).delegate = delegate
      return nil
    },
  ]
}
