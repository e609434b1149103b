/// Values for a key: `KEY=A:B:N` (evenly spaced), `KEY=log:A:B:N` (equal factors), `KEY=v1,v2,v3`, also with `+=` and
/// `*=`.
package struct Sweep: Sendable, Equatable {
  /// Maximum number of values of a sweep, and of images of a sheet.
  package static let limit = 1024

  package let text: String
  package let key: String
  package let operation: PropertyOverride.Operation
  let given: [String]

  /// Errors: no key, no values, a range without numbers, too many values.
  package init(parsing text: String) throws(ValueMismatchError) {
    self.text = text
    guard text.contains("=") else {
      throw ValueMismatchError("\"\(text)\": expected KEY=A:B:N, KEY=log:A:B:N or KEY=v1,v2,v3")
    }
    let parts = try PropertyOverride(parsing: text)
    (key, operation) = (parts.path, parts.operation)
    do {
      given = try Self.values(parts.value)
    } catch {
      throw ValueMismatchError("\(text): \(error.message)")
    }
  }

  private static func values(_ text: String) throws(ValueMismatchError) -> [String] {
    guard !text.isEmpty else { throw ValueMismatchError("the sweep is empty; expected A:B:N, log:A:B:N or v1,v2,v3") }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 3 { return try range(parts, isLogarithmic: false) }
    if parts.count == 4, parts[0] == "log" { return try range(Array(parts.dropFirst()), isLogarithmic: true) }
    guard parts.count == 1 else { throw ValueMismatchError("expected A:B:N, log:A:B:N or v1,v2,v3") }
    // Semicolons separate values that contain commas, such as points.
    let separator: Character = text.contains(";") ? ";" : ","
    let values = text.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard !values.isEmpty else { throw ValueMismatchError("the sweep is empty") }
    return try limited(values.count) { values }
  }

  private static func range(_ parts: [String], isLogarithmic: Bool) throws(ValueMismatchError) -> [String] {
    guard let first = Numeral(parts[0]), let last = Numeral(parts[1]), let count = Int(parts[2]) else {
      throw ValueMismatchError("expected two numbers and a count, as in 50:400:8")
    }
    guard count > 0 else { throw ValueMismatchError("the sweep is empty: \(count) values") }
    guard first.unit == last.unit || first.unit.isEmpty || last.unit.isEmpty else {
      throw ValueMismatchError("the ends have different units: \(first.unit), \(last.unit)")
    }
    let unit = first.unit.isEmpty ? last.unit : first.unit
    if isLogarithmic, !(first.value > 0 && last.value > 0) {
      throw ValueMismatchError("a logarithmic range needs ends above 0")
    }
    return try limited(count) {
      (0..<count).map { index in
        let part = count == 1 ? 0 : Double(index) / Double(count - 1)
        let value =
          isLogarithmic
          ? first.value * Double.pow(last.value / first.value, part) : first.value + (last.value - first.value) * part
        return ValueText.text(value) + unit
      }
    }
  }

  private static func limited(_ count: Int, _ make: () -> [String]) throws(ValueMismatchError) -> [String] {
    guard count <= limit else { throw ValueMismatchError("\(count) values are more than the limit of \(limit)") }
    return make()
  }

  private struct Numeral {
    var value: Double
    var unit: String

    init?(_ text: String) {
      guard let match = text.wholeMatch(of: /\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([^\d\s]*\S*)\s*/),
        let value = Double(match.1), value.isFinite
      else { return nil }
      (self.value, unit) = (value, String(match.2))
    }
  }
}

extension Sweep {
  /// The changes of the sweep in a scene. Errors: an unknown key.
  package func changes(in scene: PresetScene) throws(ValueMismatchError) -> [PropertyOverride] {
    _ = try LayerLookup(root: scene.rootLayer).findAll(key)
    return given.map { PropertyOverride(path: key, operation, value: $0) }
  }
}
