/// Reads the `animations` of a layer: objects by key, each with a class name and the properties of that class.
package struct AnimationReader {
  let problems: ProblemList
  let values: ValueReader
  /// Whether animations may have no values: states set them when they are entered.
  let takesValues: Bool

  package init(problems: ProblemList, values: ValueReader, takesValues: Bool = false) {
    (self.problems, self.values, self.takesValues) = (problems, values, takesValues)
  }

  /// Creates an animation of each class, by its name in documents.
  package static let classes: [String: @Sendable () -> CAAnimation] = [
    "CABasicAnimation": { CABasicAnimation() }, "CAKeyframeAnimation": { CAKeyframeAnimation() },
    "CASpringAnimation": { CASpringAnimation() }, "CAAnimationGroup": { CAAnimationGroup() },
    "CATransition": { CATransition() },
  ]
  private static func make(_ name: String?) -> CAAnimation? {
    // Fast path for the most frequent class.
    guard let name, name != "CABasicAnimation" else { return CABasicAnimation() }
    return classes[name]?()
  }

  package static func className(of animation: CAAnimation) -> String {
    classes.first { type(of: $0.value()) == type(of: animation) }?.key ?? "CABasicAnimation"
  }

  /// Keys that accept `infinity`.
  private static let endlessKeys: Set = ["repeatCount", "repeatDuration"]
  /// Keys without a property declaration, by class.
  private static let ends = ["fromValue", "toValue", "byValue"]
  private static let everyKey = ["class", "timingFunction", "delay"]
  private static let basicKeys = ends + ["valueFunction"]
  private static let keyframeKeys = [
    "keyTimes", "tensionValues", "continuityValues", "biasValues", "values", "path", "timingFunctions", "valueFunction",
  ]

  package static let exclusive = ["delay": "beginTime", "beginTime": "delay"]

  /// Maximum number of animations of an emitter, because each is evaluated at every step of its history.
  private static let mostOfEmitter = 4000

  func animations(
    _ member: DocumentMember, of layer: CALayer, path: DocumentPath
  ) -> [(key: String, animation: CAAnimation)] {
    var result: [(key: String, animation: CAAnimation)] = []
    read(member, of: layer, path: path) { key, animation in
      result.append((key, animation))
      return layer.problems(with: animation, forKey: key)
    }
    return result
  }

  func addAnimations(_ member: DocumentMember, to layer: CALayer, path: DocumentPath) {
    read(member, of: layer, path: path) { layer.adopt($1, forKey: $0) }
  }

  /// - Parameter take: called for each animation; returns why it has no effect.
  private func read(
    _ member: DocumentMember, of layer: CALayer, path: DocumentPath,
    _ take: (_ key: String, _ animation: CAAnimation) -> [AnimationError]
  ) {
    guard let object = ObjectReader(member.value, path: path, problems: problems) else { return }
    if layer is CAEmitterLayer, object.members.count > Self.mostOfEmitter {
      problems.fatal(
        "an emitter has at most \(Self.mostOfEmitter) animations, found \(object.members.count)",
        at: member.location, path: path)
      return
    }
    for place in object.members.indices {
      let (key, value) = (object.members[place].key, object.members[place].value)
      let path = object.path(to: key)
      guard let animation = animation(value, path: path, of: layer, key: key) else { continue }
      for problem in take(key, animation) {
        if takesValues, case .nothingToDo = problem { continue }
        if let keyPath = problem.keyPath, UnsupportedFeatures.cover(keyPath) {
          problems.unsupported("ignored", at: value.location, path: path)
        } else {
          problems.error("\(problem)".excerpt(200), at: value.location, path: path)
        }
      }
    }
  }

  /// - Parameter key: the key path if the animation has none.
  private func animation(_ value: DocumentValue, path: DocumentPath, of layer: CALayer, key: String?) -> CAAnimation? {
    guard let object = ObjectReader(value, path: path, problems: problems),
      problems.use(TreeReader.partMemory, at: value.location, path: path)
    else { return nil }
    let name = object.string("class")
    guard let animation = Self.make(name) else {
      let alternatives = name?.alternatives(among: Self.classes.keys.sorted()) ?? ""
      object.error("unknown class \"\(name?.excerpt() ?? "")\"\(alternatives)", at: object.location, key: "class")
      return nil
    }
    if let delay = object.member("delay"), object.has("beginTime") {
      object.error("delay and beginTime cannot be combined", at: delay.location, key: "delay")
    }
    let info = layer.info(atKeyPath: object.string("keyPath") ?? key ?? "")
    let target = Target(info: info, object, layer: layer, isInGroup: key == nil)
    let rows = type(of: animation).rows
    // By index: a copy of a member retains its content.
    for place in object.members.indices {
      let key = object.members[place].key
      if key == "class" { continue }
      if let row = rows[key] {
        set(row, of: animation, object, toMemberAt: place)
      } else if !set(key, of: animation, toMemberAt: place, object, target) {
        let location = object.members[place].location
        object.error("unknown key\(key.alternatives(among: Self.keys(of: animation)))", at: location, key: key)
      }
    }
    return animation
  }

  private struct Target {
    /// Nil if the key path does not exist.
    let kind: ValueKind?
    let unit: PropertyUnit
    let hasFunction: Bool
    let layer: CALayer
    let isInGroup: Bool

    init(info: PropertyInfo?, _ object: ObjectReader, layer: CALayer, isInGroup: Bool) {
      (kind, unit, self.isInGroup) = (info?.kind, info?.unit ?? .none, isInGroup)
      (self.layer, hasFunction) = (layer, object.has("valueFunction"))
    }
  }

  package static func keys(of animation: CAAnimation) -> [String] {
    type(of: animation).keys + everyKey + otherKeys(animation)
  }

  /// Keys without a property declaration, except the timing function.
  package static func otherKeys(_ animation: CAAnimation) -> [String] {
    switch animation {
    case is CABasicAnimation: basicKeys
    case is CAKeyframeAnimation: keyframeKeys
    case is CAAnimationGroup: ["animations"]
    default: []
    }
  }

  /// Sets a value as in a document; nil resets it. Errors are added to the list of problems.
  /// - Parameter isInGroup: whether the animation is a child of a group.
  package func change(
    _ key: String, to value: DocumentValue?, of animation: CAAnimation, target: PropertyInfo?, layer: CALayer,
    isInGroup: Bool
  ) {
    var members = value.map { [DocumentMember(key, $0)] } ?? []
    // The form of values depends on the value function.
    let hasFunction = (animation as? CAPropertyAnimation)?.valueFunction != nil
    if hasFunction, key != "valueFunction" { members.append(DocumentMember("valueFunction", DocumentValue(.null))) }
    let whole = DocumentValue(.object(members))
    guard let object = ObjectReader(whole, path: .root, problems: problems) else { return }
    if key == "beginTime" { values.moments.note(nil, of: animation) }
    if value == nil, type(of: animation).rows[key] != nil { return animation.setValue(nil, forKey: key) }
    let place = object.place(of: key)
    if let place, let row = type(of: animation).rows[key] {
      return set(row, of: animation, object, toMemberAt: place)
    }
    let reading = Target(info: target, object, layer: layer, isInGroup: isInGroup)
    if !set(key, of: animation, toMemberAt: place, object, reading) {
      object.error("unknown key\(key.alternatives(among: Self.keys(of: animation)))", at: whole.location, key: key)
    }
  }

  private func set(
    _ property: AnimationProperty, of animation: CAAnimation, _ object: ObjectReader, toMemberAt place: Int
  ) {
    if case .string("infinity") = object.members[place].value.content,
      Self.endlessKeys.contains(object.members[place].key)
    {
      _ = animation.set(NSNumber(value: Double.infinity), property)
      return
    }
    let isTaken = object.read(at: place) { given throws(ValueMismatchError) in
      animation.set(try values.passing(given, kind: property.kind, unit: property.unit), property)
    }
    if isTaken == false {
      let member = object.members[place]
      object.error("not a value for \(member.key): \(member.value.quoted)", at: member.location, key: member.key)
    }
    if object.members[place].key == "beginTime" {
      values.moments.note(values.beginMoment(object.members[place].value), of: animation)
    }
  }

  /// Sets the seconds from when the animation is added, for any clock of its layer; in a group, from the start of the
  /// group.
  /// - Parameter place: nil for an animation without a delay.
  private func setDelay(
    of animation: CAAnimation, toMemberAt place: Int?, _ object: ObjectReader, isInGroup: Bool
  ) {
    let delay = place.flatMap {
      object.read(at: $0) { given throws(ValueMismatchError) in
        guard values.beginMoment(given) == nil else {
          throw ValueMismatchError("expected seconds, found \(given.quoted); use beginTime for this value")
        }
        return try values.number(given, unit: .seconds)
      }
    }
    let moment = delay.map { values.clock + $0 }
    animation.beginTime = (isInGroup ? delay : moment) ?? 0
    values.moments.note(isInGroup ? nil : moment, of: animation)
  }

  /// Sets a key without a property declaration. Returns false for a key that the class does not have.
  /// - Parameter place: index of the member; nil resets the value.
  private func set(
    _ key: String, of animation: CAAnimation, toMemberAt place: Int?, _ object: ObjectReader, _ target: Target
  ) -> Bool {
    if let basic = animation as? CABasicAnimation, Self.ends.contains(key) {
      let isRead: Void? = place.flatMap {
        object.read(at: $0) { given throws(ValueMismatchError) in
          basic.setEnd(key, try value(given, target, isBoxed: true))
        }
      }
      if isRead == nil { basic.setEnd(key, nil) }
      return true
    }
    if key == "timingFunction" {
      animation.timingFunction = place.flatMap { object.read(at: $0, timingFunction) }
      return true
    }
    if key == "delay" {
      setDelay(of: animation, toMemberAt: place, object, isInGroup: target.isInGroup)
      return true
    }
    guard Self.otherKeys(animation).contains(key) else { return false }
    if let property = animation as? CAPropertyAnimation, key == "valueFunction" {
      property.valueFunction = place.flatMap { object.read(at: $0, valueFunction) }
    } else if let keyframes = animation as? CAKeyframeAnimation {
      setList(key, of: keyframes, object, target)
    } else if let group = animation as? CAAnimationGroup {
      group.animations = object.array(key).enumerated().compactMap { index, child in
        self.animation(child, path: object.path(to: key, index), of: target.layer, key: nil)
      }
    }
    return true
  }

  private func setList(_ key: String, of animation: CAKeyframeAnimation, _ object: ObjectReader, _ target: Target) {
    func list<Item>(_ read: (DocumentValue) throws(ValueMismatchError) -> Item) -> [Item]? {
      object.read(key) { given throws(ValueMismatchError) in
        guard case .array(let items) = given.content else {
          throw ValueMismatchError("expected an array, found \(given.quoted)")
        }
        var result: [Item] = []
        for item in items { result.append(try read(item)) }
        return result
      }
    }
    func numbers() -> [NSNumber]? {
      list { item throws(ValueMismatchError) in NSNumber(value: try values.number(item, unit: .none)) }
    }
    switch key {
    case "values":
      animation.values = list { item throws(ValueMismatchError) in try value(item, target) }?.compactMap { $0 }
    case "path": animation.path = object.read(key, PathReader(values: values).read)
    case "timingFunctions": animation.timingFunctions = list(timingFunction)
    case "keyTimes": animation.keyTimes = numbers()
    case "tensionValues": animation.tensionValues = numbers()
    case "continuityValues": animation.continuityValues = numbers()
    default: animation.biasValues = numbers()
    }
  }

  /// A value of the animated property; with a value function, a number or three.
  /// - Parameter isBoxed: whether the value is returned as an object.
  private func value(
    _ given: DocumentValue, _ target: Target, isBoxed: Bool = false
  ) throws(ValueMismatchError) -> Any? {
    if target.hasFunction {
      if case .array = given.content {
        return try values.numbers(given, count: 3, unit: .none, example: "three numbers")
      }
      return NSNumber(value: try values.number(given, unit: .radians))
    }
    // An unknown property is reported with the animation.
    guard let kind = target.kind else { return nil }
    return isBoxed
      ? try values.passing(given, kind: kind, unit: target.unit) : try values.read(given, kind: kind, unit: target.unit)
  }

  func timingFunction(_ given: DocumentValue) throws(ValueMismatchError) -> CAMediaTimingFunction {
    if case .string(let text) = given.content {
      let name = Self.curvesOfCSS[text] ?? text
      if Self.curves.contains(name) { return CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name)) }
      if let match = text.wholeMatch(of: /\s*cubic-bezier\(([^()]*)\)\s*/) {
        let n = match.1.split(separator: ",").compactMap { Float($0.trimmingCharacters(in: .whitespaces)) }
        if n.count == 4, n.allSatisfy({ abs($0) < 1000 }), (0...1).contains(n[0]), (0...1).contains(n[2]) {
          return CAMediaTimingFunction(controlPoints: n[0], n[1], n[2], n[3])
        }
      }
      if text.hasPrefix("step") {
        throw ValueMismatchError(
          "\(given.quoted) is not supported; use values with calculationMode \"discrete\" for steps")
      }
    }
    if case .array = given.content {
      let n = try values.numbers(given, count: 4, unit: .none, example: "[x1, y1, x2, y2]").map { Float($0) }
      return CAMediaTimingFunction(controlPoints: n[0], n[1], n[2], n[3])
    }
    let names = Self.curves.joined(separator: ", ")
    throw ValueMismatchError(
      "expected \(names), [x1, y1, x2, y2] or cubic-bezier(x1, y1, x2, y2), found \(given.quoted)")
  }

  /// CSS names of timing functions.
  private static let curvesOfCSS = [
    "ease": "default", "ease-in": "easeIn", "ease-out": "easeOut", "ease-in-out": "easeInEaseOut",
  ]

  package static let curves = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]

  private func valueFunction(_ given: DocumentValue) throws(ValueMismatchError) -> CAValueFunction {
    guard case .string(let name) = given.content,
      let function = CAValueFunction(name: CAValueFunctionName(rawValue: name))
    else { throw ValueMismatchError("expected a value function such as \"rotateZ\", found \(given.quoted)") }
    return function
  }
}
