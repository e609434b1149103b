import StarminePresets

/// A value of a property list, an archive, or a JSON or XML document, with its place.
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

  /// A value of a JSON document.
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

  /// Numbers, booleans, and texts that spell a number; finite.
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

  /// Numbers of a text such as `{{0, 0}, {320, 480}}`.
  var numbersInText: [Double]? {
    text.map { text in text.split { !"+-.eE0123456789".contains($0) }.compactMap { Double($0) }.filter(\.isFinite) }
  }
}

/// The keys of a foreign object: what nobody asks for is named in the end.
final class ForeignObject {
  private let values: [String: ForeignValue]
  private let order: [String]
  private let path: String
  private let record: ImportRecord
  private var asked = Set<String>()
  /// Names that were asked for and are named all the same.
  private var lost = Set<String>()
  /// Members that are objects, made once: their keys count once.
  private var objects: [String: ForeignObject] = [:]
  private let location: SourceLocation

  init(_ value: ForeignValue, path: String = "", record: ImportRecord) {
    let members = value.members ?? []
    values = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    (order, location) = (members.map(\.key), value.location)
    (self.path, self.record) = (path, record)
  }

  /// The first of the spellings that is there; it counts as used.
  func value(_ spellings: String...) -> ForeignValue? { find(spellings) }

  private func find(_ spellings: [String]) -> ForeignValue? {
    for key in spellings {
      guard let value = values[key] else { continue }
      if asked.insert(key).inserted { record.use() }
      return value
    }
    return nil
  }

  /// A number; `standard` where there is none, which is named if something else stands there.
  func number(_ spellings: String..., default standard: Double = 0) -> Double {
    guard let value = find(spellings) else { return standard }
    if let number = value.number, abs(number) < 1e30 { return number }
    if case .none = value.content { return standard }
    lose(spellings.first { values[$0] != nil } ?? "", "expected a number", at: value.location)
    return standard
  }

  func text(_ spellings: String...) -> String? { find(spellings)?.text }

  func object(_ key: String) -> ForeignObject? {
    if let known = objects[key] { return known }
    guard let value = find([key]), value.members != nil else { return nil }
    let object = ForeignObject(value, path: full(key), record: record)
    objects[key] = object
    return object
  }

  func list(_ key: String) -> [ForeignValue]? { find([key])?.items }

  /// Keys that have no effect in a film, as an editor's own notes.
  func pass(_ keys: String...) {
    for key in keys where values[key] != nil && asked.insert(key).inserted { record.pass() }
  }

  /// Names a key that is read and has no equal here.
  func lose(_ key: String, _ reason: String, at place: SourceLocation? = nil) {
    if asked.contains(key), lost.insert(key).inserted { record.use(-1) }
    record.lose(full(key), reason, at: place ?? values[key]?.location ?? location)
  }

  /// Keys of which a document says the value that changes nothing have no effect; others are named.
  func expect(_ standard: Double, _ keys: String..., reason: String) {
    for key in keys {
      guard let value = values[key] else { continue }
      if (value.number ?? .infinity) == standard { pass(key) } else { refuse(key, reason) }
    }
  }

  /// Parts of which a document says that they are off, or that are 0, have no effect; others are named.
  func expectOff(_ keys: String..., reason: String = "nothing here does so") {
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

  func has(_ key: String) -> Bool { values[key] != nil }

  /// Names everything that was not asked for.
  func finish(_ reason: String = "no such thing here") {
    for key in order where !asked.contains(key) && lost.insert(key).inserted {
      record.lose(full(key), reason, at: values[key]?.location ?? location)
    }
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
