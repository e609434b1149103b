/// An object of a Lottie document with its parsed members. Each member is read, and its keys are counted, once, however
/// often its composition is shown.
final class LottieObject {
  let keys: ForeignObject
  let value: ForeignValue
  let path: String
  private let document: LottieDocument
  private var objects: [String: LottieObject] = [:]
  private var lists: [String: [LottieObject]] = [:]
  private var properties: [String: LottieProperty] = [:]
  /// Whether unread members have no effect, because the object is not shown, instead of being unknown.
  var isRestIdle = false

  init(_ value: ForeignValue, path: String = "", in document: LottieDocument) {
    (self.value, self.path, self.document) = (value, path, document)
    keys = ForeignObject(value, path: path, record: document.record)
    // Names, indices and notes of editors.
    keys.pass(
      "nm", "mn", "ix", "cix", "np", "cl", "ln", "tg", "cm", "meta", "props", "bmIdx", "ind", "hix", "fillEnabled")
  }

  func has(_ key: String) -> Bool { value[key] != nil }
  func text(_ key: String) -> String? { keys.text(key) }
  func flag(_ key: String) -> Bool { keys.value(key)?.isTrue ?? false }

  /// A number, or the first number of a list.
  func number(_ key: String, default standard: Double = 0) -> Double {
    guard let value = keys.value(key) else { return standard }
    return LottieProperty.numbers(value)?.first ?? standard
  }

  /// An integer; `number` never exceeds the range of `Int`.
  func whole(_ key: String, default standard: Int = 0) -> Int {
    Int(number(key, default: Double(standard)))
  }

  func object(_ key: String) -> LottieObject? {
    if let known = objects[key] { return known }
    guard let value = keys.value(key), value.members != nil else { return nil }
    let object = LottieObject(value, path: full(key), in: document)
    objects[key] = object
    return object
  }

  /// The objects of a list; other items are ignored.
  func objects(_ key: String) -> [LottieObject] {
    if let known = lists[key] { return known }
    let items = keys.value(key)?.items ?? []
    let list = items.enumerated().compactMap { index, item in
      item.members == nil ? nil : LottieObject(item, path: "\(full(key))[\(index)]", in: document)
    }
    lists[key] = list
    return list
  }

  /// An animatable value, or the default.
  func property(_ key: String, default standard: [Double] = [0]) -> LottieProperty {
    if let known = properties[key] { return known }
    let property = read(key) ?? LottieProperty(standard)
    properties[key] = property.value.isEmpty ? LottieProperty(standard) : property
    return properties[key] ?? property
  }

  private func read(_ key: String) -> LottieProperty? {
    guard let value = keys.value(key) else { return nil }
    guard let property = LottieProperty(value) else {
      keys.lose(key, "expected a value or keyframes")
      return nil
    }
    document.record.use(value.keyCount)
    guard let text = value["x"]?.text else { return property }
    let name = "\(full(key)).x"
    if let known = LottieExpression(text), let result = document.following(known, property, name) { return result }
    if let found = LottieReference(text)?.property(in: document.root, from: name),
      found.value.count >= property.value.count
    {
      return found
    }
    let reason = "this expression is not supported; loopOut, loopIn, time * n, wiggle and single references are"
    document.record.lose(name, reason, at: value["x"]?.location ?? value.location)
    return property
  }

  /// Whether a member exists that is not always 0.
  func isSet(_ key: String) -> Bool {
    guard has(key) else { return false }
    let property = property(key)
    return property.isMoving || property.value.contains { $0 != 0 }
  }

  func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Reports all unread members here and below, in document order.
  func finish() {
    if isRestIdle || value["hd"]?.isTrue ?? false {
      for (key, member) in value.members ?? [] {
        let isRead = objects[key] != nil || lists[key] != nil || properties[key] != nil
        if !isRead { document.record.pass(member.keyCount) }
      }
      keys.passRest()
    }
    keys.finish()
    for (key, _) in value.members ?? [] {
      objects.removeValue(forKey: key)?.finish()
      lists.removeValue(forKey: key)?.forEach { $0.finish() }
    }
  }
}

extension ForeignValue {
  fileprivate var keyCount: Int {
    if let members { return members.reduce(members.count) { $0 + $1.value.keyCount } }
    return items?.reduce(0) { $0 + $1.keyCount } ?? 0
  }
}

/// Cost limits of a document, checked before anything is built: a few bytes can request millions of layers.
struct LottieBudget {
  /// Limit of created layers.
  static let mostLayers = 100_000
  /// Limit of numbers in these layers; eight characters of a text count as one.
  static let mostNumbers = 5_000_000
  /// Limit of numbers that are computed in between.
  static let mostSteps = 200_000_000
  /// Limit of nested layers; native documents support few more.
  static let mostDepth = 40
  /// Limit of modifiers, merges and copies that affect one path.
  static let mostModifiers = 50
  /// Limit of numbers of one property over all sampled times.
  static let mostSamples = 8_000_000

  private var (layers, numbers, steps) = (0, 0, 0)
  var depth = 0

  /// Returns false if a limit is exceeded. `excess` then names it.
  mutating func spend(layers: Int, numbers: Int, steps: Int) -> Bool {
    self.layers = Self.sum(self.layers, layers)
    self.numbers = Self.sum(self.numbers, numbers)
    self.steps = Self.sum(self.steps, Self.sum(steps, numbers))
    return excess == nil
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflows) = a.addingReportingOverflow(b)
    return overflows ? .max : sum
  }

  /// Why the document is refused; nil while it is within its limits.
  var excess: String? {
    if layers > Self.mostLayers { return "it needs more than \(Self.mostLayers) layers, which is the limit" }
    if numbers > Self.mostNumbers { return "its layers have more than \(Self.mostNumbers) numbers, which is the limit" }
    if steps > Self.mostSteps { return "it takes more than \(Self.mostSteps) steps to compute, which is the limit" }
    return nil
  }
}

extension LottieImporter {
  /// Returns false if a limit is exceeded; further content is dropped.
  func spend(layers: Int = 0, numbers: Int = 0, steps: Int = 0) -> Bool {
    budget.spend(layers: layers, numbers: numbers, steps: steps)
  }

  /// Builds the contents of an item. Returns nil and adds a note if they are nested too deeply.
  /// - Parameters:
  ///   - levels: Number of layers that the item adds around it.
  ///   - key: The member that is reported.
  func nested<Result>(_ item: LottieObject, _ key: String, levels: Int = 1, _ build: () -> Result?) -> Result? {
    guard budget.depth + levels <= LottieBudget.mostDepth else {
      item.keys.lose(key, "it is nested deeper than \(LottieBudget.mostDepth) layers")
      return nil
    }
    budget.depth += levels
    defer { budget.depth -= levels }
    return build()
  }
}

extension LottieObject {
  /// Number of layers around the content of a layer or group.
  var levels: Int { 1 + (has("tm") ? 1 : 0) + (whole("tt") > 0 ? 1 : 0) + (whole("bm") > 0 ? 1 : 0) }
}

extension [DocumentValue] {
  /// Number of layers in a list and below, numbers of all of them, and nesting depth.
  var extent: (layers: Int, numbers: Int, depth: Int) {
    var (pending, size) = (map { ($0, 1) }, (layers: count, numbers: 0, depth: 0))
    while let (value, depth) = pending.popLast() {
      size.numbers += 1
      size.depth = Swift.max(size.depth, depth)
      switch value.content {
      case .string(let text): size.numbers += text.utf8.count / 8
      case .array(let items): pending += items.map { ($0, depth) }
      case .object(let members):
        for member in members {
          let isInside = member.key == "sublayers" || member.key == "mask"
          if isInside, case .array(let items) = member.value.content { size.layers += items.count }
          if isInside, case .object = member.value.content { size.layers += 1 }
          pending.append((member.value, isInside ? depth + 1 : depth))
        }
      default: break
      }
    }
    return size
  }
}
