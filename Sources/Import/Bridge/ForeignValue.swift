/// A value of a property list, archive, JSON or XML document, with its location.
struct ForeignValue: Sendable {
  indirect enum Content: Sendable {
    case none
    case boolean(Bool)
    case number(Double)
    case text(String)
    case data([UInt8])
    case list([ForeignValue])
    case object([(key: String, value: ForeignValue)])
    /// Index of another object in a keyed archive.
    case reference(Int)
  }

  var content: Content
  var location = SourceLocation(line: 1, column: 1)

  init(_ content: Content, at location: SourceLocation = SourceLocation(line: 1, column: 1)) {
    (self.content, self.location) = (content, location)
  }

  init(_ value: DocumentValue) {
    location = value.location
    switch value.content {
    case .null: content = .none
    case .boolean(let flag): content = .boolean(flag)
    case .number(let number): content = .number(number)
    case .string(let text): content = .text(text)
    case .array(let items): content = .list(items.map(ForeignValue.init))
    case .object(let members): content = .object(members.map { ($0.key, ForeignValue($0.value)) })
    }
  }

  /// The finite number of a number, Boolean or numeric string.
  var number: Double? {
    switch content {
    case .number(let number): number.isFinite ? number : nil
    case .boolean(let flag): flag ? 1 : 0
    case .text(let text): Double(text.trimmingPrefix(" ")).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  var text: String? { if case .text(let text) = content { text } else { nil } }
  var items: [ForeignValue]? { if case .list(let items) = content { items } else { nil } }
  var members: [(key: String, value: ForeignValue)]? {
    if case .object(let members) = content { members } else { nil }
  }
  var isTrue: Bool { number.map { $0 != 0 } ?? (text == "true") }

  subscript(key: String) -> ForeignValue? { members?.first { $0.key == key }?.value }

  /// A number for messages, with at most four decimals.
  static func short(_ number: Double) -> String {
    let rounded = (number * 1e4).rounded() / 1e4
    guard rounded.isFinite, abs(rounded) < 1e9 else { return "\(number)" }
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// Numbers of a string such as `{{0, 0}, {320, 480}}`.
  var numbersInText: [Double]? {
    text.map { text in text.split { !"+-.eE0123456789".contains($0) }.compactMap { Double($0) }.filter(\.isFinite) }
  }
}

/// An object whose keys are tracked: keys that are never read are reported at the end.
final class ForeignObject {
  private let values: [String: ForeignValue]
  private let order: [String]
  private let path: String
  private let record: ImportRecord
  private var asked = Set<String>()
  /// Names that were read and are reported anyway.
  private var lost = Set<String>()
  /// Members that are objects, created once so that their keys count once.
  private var objects: [String: ForeignObject] = [:]
  private let location: SourceLocation
  /// Object with fallback values for missing members.
  private let base: ForeignObject?

  init(_ value: ForeignValue, path: String = "", record: ImportRecord, over base: ForeignObject? = nil) {
    self.base = base
    let members = value.members ?? []
    values = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    (order, location) = (members.map(\.key), value.location)
    (self.path, self.record) = (path, record)
  }

  /// The first of the spellings that exists. Marks it as used.
  func value(_ spellings: String...) -> ForeignValue? { find(spellings) }

  private func find(_ spellings: [String]) -> ForeignValue? {
    for key in spellings {
      guard let value = values[key] else { continue }
      if asked.insert(key).inserted { record.use() }
      return value
    }
    return base?.find(spellings)
  }

  /// A number, or `standard`. Reports a value of another type.
  func number(_ spellings: String..., default standard: Double = 0) -> Double {
    guard let value = find(spellings) else { return standard }
    if let number = value.number, abs(number) < 1e30 { return number }
    if case .none = value.content { return standard }
    lose(spellings.first { values[$0] != nil } ?? "", "expected a number", at: value.location)
    return standard
  }

  /// A number clamped to a range. Reports a value outside.
  func number(_ spellings: String..., default standard: Double = 0, within range: ClosedRange<Double>) -> Double {
    guard let key = spellings.first(where: has) else { return standard }
    let value = number(key, default: standard)
    guard !range.contains(value) else { return value }
    let bounds = "\(ForeignValue.short(range.lowerBound)) to \(ForeignValue.short(range.upperBound))"
    lose(key, "\(ForeignValue.short(value)) is outside of \(bounds); the nearest of them is used")
    return max(range.lowerBound, min(range.upperBound, value))
  }

  func text(_ spellings: String...) -> String? { find(spellings)?.text }

  /// A member that is an object, with fallback values of another object.
  func object(_ key: String, over other: ForeignObject? = nil) -> ForeignObject? {
    if let known = objects[key] { return known }
    guard values[key] != nil else { return base?.object(key) }
    guard let value = find([key]), value.members != nil else { return nil }
    let object = ForeignObject(value, path: full(key), record: record, over: other ?? base?.object(key))
    objects[key] = object
    return object
  }

  func list(_ key: String) -> [ForeignValue]? { find([key])?.items }

  /// Marks keys that have no effect in a movie, such as an editor's notes.
  func pass(_ keys: String...) { pass(keys) }

  private func pass(_ keys: [String]) {
    for key in keys where values[key] != nil && asked.insert(key).inserted { record.pass() }
    base?.pass(keys)
  }

  /// Marks all unread keys as without effect.
  func passRest() {
    for key in order where !lost.contains(key) && asked.insert(key).inserted { record.pass() }
  }

  /// Reports a key that was read and is not supported.
  func lose(_ key: String, _ reason: String, at place: SourceLocation? = nil) {
    if values[key] == nil, let base, base.has(key) { return base.lose(key, reason, at: place) }
    // Only once.
    guard lost.insert(key).inserted else { return }
    if asked.contains(key) { record.use(-1) }
    record.lose(full(key), reason, at: place ?? values[key]?.location ?? location)
  }

  /// Accepts keys with their neutral value, and reports others.
  func expect(_ standard: Double, _ keys: String..., reason: String) {
    for key in keys {
      guard let value = values[key] else { continue }
      if (value.number ?? .infinity) == standard { pass(key) } else { refuse(key, reason) }
    }
  }

  /// Accepts features that are off or 0, and reports others.
  func expectOff(_ keys: String..., reason: String = "this feature is not supported") { expectOff(keys, reason) }

  private func expectOff(_ keys: [String], _ reason: String) {
    base?.expectOff(keys.filter { values[$0] == nil }, reason)
    for key in keys {
      guard let value = values[key] else { continue }
      let number = value["width"]?.number ?? value["value"]?.number
      let isOff = value["enable"].map { !$0.isTrue } ?? (value.members == nil ? !value.isTrue : number == 0)
      if isOff { pass(key) } else { refuse(key, reason) }
    }
  }

  private func refuse(_ key: String, _ reason: String) {
    _ = find([key])
    lose(key, reason)
  }

  func has(_ key: String) -> Bool { values[key] != nil || base?.has(key) ?? false }

  /// Reports all unread keys.
  func finish(_ reason: String = "this key is not supported") {
    for key in order where !asked.contains(key) && lost.insert(key).inserted {
      record.lose(full(key), reason, at: values[key]?.location ?? location)
    }
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
