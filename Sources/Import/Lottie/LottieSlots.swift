/// Values of a Lottie document that a theme or a variable can replace. A property names its slot as `sid`.
struct LottieSlots {
  private var values: [String: ForeignValue] = [:]
  /// Names of the document's own slots, in its order.
  private var names: [String] = []

  init(_ root: ForeignValue) {
    for (name, slot) in root["slots"]?.members ?? [] where values[name] == nil {
      names.append(name)
      values[name] = slot["p"]
    }
  }

  mutating func set(_ name: String, to value: ForeignValue) {
    values[name] = values[name].map { value.completed(by: $0) } ?? value
  }

  // MARK: Variables

  private enum Kind: String {
    case number, color, text
    /// Texts for documents: numbers such as `10, 20`, and the name of a picture.
    case vector, image
  }

  /// The kind of a slot and its value, nil if it moves. Nil for a gradient, which no variable spells.
  private static func variable(_ slot: ForeignValue) -> (kind: Kind, initial: DocumentValue?)? {
    let first = slot["k"]?.items?.first
    if let name = slot["p"]?.text {
      return (.image, .text(name.hasPrefix("data:") ? "" : VariableTemplate.literal(name)))
    }
    if let words = first?["s"]?["t"]?.text { return (.text, .text(VariableTemplate.literal(words))) }
    guard slot["p"] == nil, let numbers = (first?["s"] ?? slot["k"]).flatMap(LottieProperty.numbers) else { return nil }
    let isStill = first?["t"] == nil
    if numbers.count == 1 { return (.number, isStill ? .number(numbers[0]) : nil) }
    if (3...4).contains(numbers.count), numbers.allSatisfy({ (0...1).contains($0) }) {
      return (.color, isStill ? .list(numbers) : nil)
    }
    return (.vector, isStill ? .text(numbers.map(ForeignValue.short).joined(separator: ", ")) : nil)
  }

  private var kinds: [(name: String, kind: Kind, initial: DocumentValue?)] {
    names.filter(PresetVariable.isName).compactMap { name in
      values[name].flatMap(Self.variable).map { (name, $0.kind, $0.initial) }
    }
  }

  /// The slots as `vars` of a document; those that move have no default.
  var variables: [(String, DocumentValue)] {
    kinds.map { name, kind, initial in
      let type = kind == .vector || kind == .image ? Kind.text : kind
      let summary = "Slot of the Lottie file: \(kind.rawValue)"
      return (name, .object([("type", .text(type.rawValue)), ("default", initial), ("summary", .text(summary))]))
    }
  }

  /// Replaces slots by values of variables. Errors: a value that does not fit.
  mutating func set(_ given: [String: String]) throws(ValueMismatchError) {
    for (name, kind, _) in kinds {
      guard let text = given[name] else { continue }
      do { set(name, to: try Self.value(text, kind)) } catch {
        throw ValueMismatchError("\(name): \(error.message)")
      }
    }
  }

  private static func value(_ text: String, _ kind: Kind) throws(ValueMismatchError) -> ForeignValue {
    switch kind {
    case .text: return .object([("k", .list([.object([("s", .object([("t", .init(.text(text)))])), ("t", 0)])]))])
    case .image: return .object([("p", ForeignValue(.text(text))), ("u", ForeignValue(.text(""))), ("e", 0)])
    case .color:
      let color = try ColorReader.read(DocumentValue(.string(text)))
      return .constant((color.components ?? []).map { Double($0) })
    case .number, .vector:
      let numbers = text.split { $0 == "," || $0 == " " }.map { Double($0) }
      let wanted = kind == .number ? 1...1 : 2...3
      guard wanted.contains(numbers.count), numbers.allSatisfy({ $0?.isFinite == true }) else {
        throw ValueMismatchError(
          "expected \(kind == .number ? "a number" : "numbers such as 10, 20"), found \"\(text.excerpt())\"")
      }
      return .constant(numbers.compactMap { $0 })
    }
  }

  // MARK: Filling

  /// The document with the slots' values in the properties that name them.
  func filling(_ value: ForeignValue) -> ForeignValue {
    switch value.content {
    case .list(let items):
      return ForeignValue(.list(items.map(filling)), at: value.location)
    case .object(let members):
      if let slot = value["sid"]?.text.flatMap({ values[$0] }) { return Self.filled(value, slot) }
      return ForeignValue(.object(members.map { ($0.key, filling($0.value)) }), at: value.location)
    default: return value
    }
  }

  /// A property, or an image of the list of assets, with the members of a slot.
  private static func filled(_ value: ForeignValue, _ slot: ForeignValue) -> ForeignValue {
    var members = slot.completed(by: value).members ?? []
    // Stops of a gradient are in a separate property.
    if value["p"] == nil, let stops = slot["k"], stops.members != nil { members = stops.members ?? [] }
    var filled = value.overlaid(with: .object(members))
    filled.content = .object((filled.members ?? []).filter { $0.key != "sid" })
    return filled
  }
}

extension ForeignValue: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self.init(.number(Double(value))) }

  static func list(_ items: [ForeignValue]) -> ForeignValue { ForeignValue(.list(items)) }
  static func object(_ members: [(key: String, value: ForeignValue)]) -> ForeignValue { ForeignValue(.object(members)) }

  /// A property that does not move.
  static func constant(_ numbers: [Double]) -> ForeignValue {
    let items = numbers.map { ForeignValue(.number($0)) }
    return .object([("a", 0), ("k", items.count == 1 ? items[0] : .list(items))])
  }

  /// The same text with the members that it leaves out, from another text.
  fileprivate func completed(by other: ForeignValue) -> ForeignValue {
    guard let own = other["k"]?.items?.first?["s"], own.members != nil, let keys = self["k"]?.items else { return self }
    let texts = keys.map { key in
      key.overlaid(with: .object([("s", key["s"].map { own.overlaid(with: $0) } ?? own)]))
    }
    return overlaid(with: .object([("k", .list(texts))]))
  }

  /// The same object with the members of another one, which count more.
  func overlaid(with other: ForeignValue) -> ForeignValue {
    let kept = (members ?? []).filter { other[$0.key] == nil }
    return ForeignValue(.object(kept + (other.members ?? [])), at: location)
  }
}
