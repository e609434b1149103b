import CStarminePresets

/// Layer template of a caption page, with placeholders in braces.
struct CaptionLook {
  private static let files = EmbeddedFiles(
    index: starmine_preset_index, files: starmine_preset_documents, folder: "presets")
  private static let folder = "captions/"
  static let names = files.names.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(9).dropLast(5)) }

  private let values: [String: DocumentValue]
  private let layers: [DocumentValue]

  /// - Parameters:
  ///   - name: One of `names`.
  ///   - options: Values that override those of the look.
  init(_ name: String, _ options: DocumentValue) throws(ValueMismatchError) {
    guard let bytes = Self.files["\(Self.folder)\(name).json"], let document = try? JSON5Parser.parse(bytes) else {
      throw ValueMismatchError(
        "look: expected one of \(Self.names.joined(separator: ", ")), found \"\(name.excerpt())\"",
        at: options[key: "look"]?.location)
    }
    layers = document[key: "layers"]?.items ?? []
    let own = document[key: "values"]?.members ?? []
    values = Dictionary((options.members + own).map { ($0.key, $0.value) }) { first, _ in first }
  }

  func number(_ key: String, in range: ClosedRange<Double>) throws(ValueMismatchError) -> Double {
    guard let value = values[key], case .number(let number) = value.content, range.contains(number) else {
      throw ValueMismatchError(
        "\(key): expected a number from \(ForeignValue.short(range.lowerBound)) to "
          + ForeignValue.short(range.upperBound), at: values[key]?.location)
    }
    return number
  }

  func text(_ key: String) -> String { values[key]?.text ?? "" }

  /// The layers with placeholders replaced.
  func layers(_ page: [String: DocumentValue]) -> [DocumentValue] {
    let all = values.merging(page) { _, own in own }
    return layers.map { Self.filled($0, all) }
  }

  private static func filled(_ value: DocumentValue, _ values: [String: DocumentValue]) -> DocumentValue {
    switch value.content {
    case .string(let text):
      guard let parts = VariableTemplate(text)?.parts else { return value }
      if parts.count == 1, case .variable(let name) = parts[0] { return values[name] ?? value }
      let texts = parts.map { part in
        switch part {
        case .text(let text): text
        case .variable(let name): values[name]?.variableText ?? ""
        }
      }
      return .text(texts.joined())
    case .array(let items): return .list(items.map { filled($0, values) })
    case .object(let members): return .fields(members.map { ($0.key, filled($0.value, values)) })
    default: return value
    }
  }
}
