/// An object of a Lottie document with what was made of its members: each is read, and its keys counted, once, however
/// often the composition that it stands in is shown.
final class LottieObject {
  let keys: ForeignObject
  let value: ForeignValue
  let path: String
  private let document: LottieDocument
  private var objects: [String: LottieObject] = [:]
  private var lists: [String: [LottieObject]] = [:]
  private var properties: [String: LottieProperty] = [:]
  /// Whether what is not asked for is without effect, since the object is not shown, instead of unknown.
  var isRestIdle = false

  init(_ value: ForeignValue, path: String = "", in document: LottieDocument) {
    (self.value, self.path, self.document) = (value, path, document)
    keys = ForeignObject(value, path: path, record: document.record)
    // Names, indices and notes of the program that wrote it.
    keys.pass(
      "nm", "mn", "ix", "cix", "np", "cl", "ln", "tg", "cm", "meta", "props", "bmIdx", "ind", "hix", "fillEnabled")
  }

  func has(_ key: String) -> Bool { value[key] != nil }
  func text(_ key: String) -> String? { keys.text(key) }
  func flag(_ key: String) -> Bool { keys.value(key)?.isTrue ?? false }

  /// A number, or the first of a list.
  func number(_ key: String, default standard: Double = 0) -> Double {
    guard let value = keys.value(key) else { return standard }
    return LottieProperty.numbers(value)?.first ?? standard
  }

  /// A whole number: `number` is never larger than a count may be.
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

  /// The objects of a list; what else stands in it is left out.
  func objects(_ key: String) -> [LottieObject] {
    if let known = lists[key] { return known }
    let items = keys.value(key)?.items ?? []
    let list = items.enumerated().compactMap { index, item in
      item.members == nil ? nil : LottieObject(item, path: "\(full(key))[\(index)]", in: document)
    }
    lists[key] = list
    return list
  }

  /// A value that may move; a standard one where there is none.
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

  /// Whether a member is there that is not 0 at all times.
  func isSet(_ key: String) -> Bool {
    guard has(key) else { return false }
    let property = property(key)
    return property.isMoving || property.value.contains { $0 != 0 }
  }

  func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Names everything that was not asked for, in here and below, in the order of the document.
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

/// What a document may cost: asked before anything is built, since a few bytes can ask for millions of layers.
struct LottieBudget {
  /// Layers of ours that a document may become.
  static let mostLayers = 100_000
  /// Numbers in these layers; eight characters of a text count as one.
  static let mostNumbers = 5_000_000
  /// Numbers that are computed on the way, most of which are not kept.
  static let mostSteps = 200_000_000
  /// Layers inside of each other: our documents hold few more.
  static let mostDepth = 40
  /// Modifiers, merges and copies that act on one path.
  static let mostModifiers = 50
  /// Numbers of one property at all moments at which it is looked at.
  static let mostSamples = 8_000_000

  private var (layers, numbers, steps) = (0, 0, 0)
  /// Layers around the one that is being built.
  var depth = 0

  /// Whether there is room for more. Afterwards `excess` names what there is too much of.
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
    if layers > Self.mostLayers { return "it becomes more than \(Self.mostLayers) layers, which is the limit" }
    if numbers > Self.mostNumbers { return "its layers have more than \(Self.mostNumbers) numbers, which is the limit" }
    if steps > Self.mostSteps { return "it takes more than \(Self.mostSteps) steps to compute, which is the limit" }
    return nil
  }
}

extension LottieWriter {
  /// Whether there is room for more of what a document becomes; what comes after that is left out.
  func spend(layers: Int = 0, numbers: Int = 0, steps: Int = 0) -> Bool {
    budget.spend(layers: layers, numbers: numbers, steps: steps)
  }

  /// Builds the contents of an item. Returns nil and adds a note if they are nested too deeply.
  ///
  /// - Parameters:
  ///   - levels: layers of ours that the item adds around it.
  ///   - key: the member that says so.
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
  /// Layers of ours around what a layer or a group holds.
  var levels: Int { 1 + (has("tm") ? 1 : 0) + (whole("tt") > 0 ? 1 : 0) + (whole("bm") > 0 ? 1 : 0) }
}

extension [DocumentValue] {
  /// Layers in a list and below it, numbers of all of them, and layers inside of each other.
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
