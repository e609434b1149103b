import Starmine
import StarmineTestSupport

extension CaseWorld {
  static let animationWords: [String: Word] = [
    "addanimation": act { try $0.layer(0).add($0.object(1, CAAnimation.self), forKey: $0.text(2)) },
    "animation": { try $0.layer(0).animation(forKey: $0.text(1)) },
    "animationkeys": { try $0.layer(0).animationKeys() },
    "removeallanimations": act { try $0.layer(0).removeAllAnimations() },
    "animations": act { step in
      try step.object(0, CAAnimationGroup.self).animations = step.json(1).array?.compactMap {
        step.world.objects[$0.string ?? ""] as? CAAnimation
      }
    },
    "animationsof": { try $0.object(0, CAAnimationGroup.self).animations },
    "controlpoints": { try $0.value(0) },
    "timingequals": { step in
      let given = try step.world.ask(step.json(0)) as? CAMediaTimingFunction
      return try given == step.value(1) as? CAMediaTimingFunction
    },
    "valuefunction": { CAValueFunction(name: CAValueFunctionName(rawValue: try $0.text(0))) },
    "samefunction": { step in
      let names = [try step.text(0), try step.text(1)].map(CAValueFunctionName.init(rawValue:))
      return CAValueFunction(name: names[0]) == CAValueFunction(name: names[1])
    },
    "ease": { step in
      guard let function = try step.value(0) as? CAMediaTimingFunction else { throw UnknownError("no function") }
      return progress(function, at: try step.number(1))
    },
  ]

  /// How far an animation of one second from 0 to 1 has come.
  private static func progress(_ function: CAMediaTimingFunction, at time: Double) -> CGFloat? {
    let layer = CALayer()
    let movie = Movie(rootLayer: layer, size: CGSize(width: 1, height: 1))
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
    (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false)
    animation.timingFunction = function
    layer.add(animation, forKey: nil)
    _ = movie.snapshot(at: 0)
    _ = movie.snapshot(at: time)
    MediaClock.time = Movie.startTime + time
    return layer.presentation()?.position.x
  }

  static let transactionWords: [String: Word] = [
    "begin": act { step in
      CATransaction.begin()
      step.world.counts["open", default: 0] += 1
    },
    "commit": act { step in
      CATransaction.commit()
      step.world.counts["open", default: 0] -= 1
    },
    "flush": act { _ in CATransaction.flush() },
    "lock": act { _ in CATransaction.lock() },
    "unlock": act { _ in CATransaction.unlock() },
    "turn": act { $0.world.turn() },
    "transaction": { step in
      switch try step.text(0) {
      case "animationDuration": CATransaction.animationDuration()
      case "disableActions": CATransaction.disableActions()
      default: CATransaction.animationTimingFunction()
      }
    },
    "settransaction": act { step in
      let value = try step.value(1)
      switch try step.text(0) {
      case "animationDuration": CATransaction.setAnimationDuration((value as? NSNumber)?.doubleValue ?? 0)
      case "disableActions": CATransaction.setDisableActions(value as? Bool ?? false)
      default: CATransaction.setAnimationTimingFunction(value as? CAMediaTimingFunction)
      }
    },
    "transactionvalue": { CATransaction.value(forKey: try $0.text(0)) },
    "settransactionvalue": act { try CATransaction.setValue($0.value(1), forKey: $0.text(0)) },
    "completion": act { step in
      // The movie whose turns call it: made later, it would not have what another movie's thread was asked for.
      _ = step.world.movie
      guard let name = step.json(0).string else {
        CATransaction.setCompletionBlock(nil)
        return
      }
      let world = step.world
      CATransaction.setCompletionBlock { world.counts[name, default: 0] += 1 }
    },
    "hascompletion": { _ in CATransaction.completionBlock() != nil },
    "counted": { $0.world.counts[try $0.text(0)] ?? 0 },
    "mediatime": { _ in CACurrentMediaTime() },
    "mediatimebackwards": { step in
      let times = (0..<Int(try step.number(0))).map { _ in CACurrentMediaTime() }
      return zip(times, times.dropFirst()).count { $0 > $1 }
    },
    "mediatimesleptbelow": { step in
      let start = CACurrentMediaTime()
      step.world.turn()
      return CACurrentMediaTime() - start < (try step.number(1))
    },
  ]

  static let transformWords: [String: Word] = [
    "transform": { try transform($0.json(0)) },
    "isidentity": { CATransform3DIsIdentity(try transform($0.json(0))) },
    "equaltransform": { CATransform3DEqualToTransform(try transform($0.json(0)), try transform($0.json(1))) },
    "isaffine": { CATransform3DIsAffine(try transform($0.json(0))) },
    "getaffine": { CATransform3DGetAffineTransform(try transform($0.json(0))) },
  ]

  /// A transform as an expression says it.
  static func transform(_ json: JSONValue) throws -> CATransform3D {
    let parts = json.array ?? []
    let n = parts.dropFirst().map { CGFloat($0.number ?? .nan) }
    switch (parts.first?.string, n.count) {
    case ("identity", _): return CATransform3DIdentity
    case ("translation", 3): return CATransform3DMakeTranslation(n[0], n[1], n[2])
    case ("scale", 3): return CATransform3DMakeScale(n[0], n[1], n[2])
    case ("rotation", 4): return CATransform3DMakeRotation(n[0], n[1], n[2], n[3])
    case ("affine", 6):
      return CATransform3DMakeAffineTransform(CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
    case ("concat", 2): return CATransform3DConcat(try transform(parts[1]), try transform(parts[2]))
    case ("thentranslate", 4): return CATransform3DTranslate(try transform(parts[1]), n[1], n[2], n[3])
    case ("thenscale", 4): return CATransform3DScale(try transform(parts[1]), n[1], n[2], n[3])
    case ("invert", 1): return CATransform3DInvert(try transform(parts[1]))
    case ("with", 3):
      var result = try transform(parts[1])
      guard parts[2].string == "m34" else { throw UnknownError("there is no component \(parts[2].text)") }
      result.m34 = n[2]
      return result
    default: throw UnknownError("there is no transform \(json.text)")
    }
  }
}
