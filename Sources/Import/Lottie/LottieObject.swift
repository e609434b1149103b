import StarmineDocument

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
    guard var value = keys.value(key) else { return nil }
    if let slot = value["sid"]?.text.flatMap({ document.slot($0) }) { value = slot }
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
  /// Members in here and below.
  fileprivate var keyCount: Int {
    if let members { return members.reduce(members.count) { $0 + $1.value.keyCount } }
    return items?.reduce(0) { $0 + $1.keyCount } ?? 0
  }
}
