/// A property of a document's `movie` object: its only declaration besides the field of `PresetScene`. The loader,
/// `--set`, `save`, the schema, `params`, `show`, `diff`, the studio and export notes use it.
package struct MovieProperty: Sendable {
  package private(set) var info: PropertyInfo
  private var exampleValue: String?
  package private(set) var schema: [(String, DocumentValue)]?
  /// Whether other document formats cannot store it.
  package private(set) var isOurs = false
  /// The value that a switch sets to enable it; nil if it is always enabled.
  package private(set) var switchedOn: String?
  /// Components with keys for `--set` and controls: `bloom.radius`.
  package private(set) var parts: [MovieProperty] = []
  package let read: @Sendable (PresetScene) -> Any?
  package let write: @Sendable (DocumentValue, inout PresetScene) throws(ValueMismatchError) -> Void

  package var key: String { info.key }
  package var documentKey: String { String(key.prefix { $0 != "." }) }
  package var example: String { exampleValue.map { "\(key)=\($0)" } ?? info.example }

  package init(
    _ info: PropertyInfo, read: @escaping @Sendable (PresetScene) -> Any?,
    write: @escaping @Sendable (DocumentValue, inout PresetScene) throws(ValueMismatchError) -> Void
  ) {
    (self.info, self.read, self.write) = (info, read, write)
  }

  package static subscript(key: String) -> MovieProperty? { withParts.first { $0.key == key } }

  package static var withParts: [MovieProperty] { all.flatMap { [$0] + $0.parts } }

  /// All values as components, for controls.
  package static var controls: [MovieProperty] { all.flatMap { $0.parts.isEmpty ? [$0] : $0.parts } }

  package func document(in scene: PresetScene) -> DocumentValue {
    ValueSpelling.document(read(scene), info.kind) ?? DocumentValue(.null)
  }

  package func isDefault(in scene: PresetScene) -> Bool { document(in: scene) == document(in: .empty) }
}

// MARK: Making rows

extension MovieProperty {
  init<Value>(
    _ info: PropertyInfo, _ path: any WritableKeyPath<PresetScene, Value> & Sendable,
    spelled: @escaping @Sendable (Value) -> Any?,
    _ parse: @escaping @Sendable (DocumentValue, ValueReader) throws(ValueMismatchError) -> Value
  ) {
    self.init(
      info, read: { spelled($0[keyPath: path]) },
      write: { value, scene throws(ValueMismatchError) in scene[keyPath: path] = try parse(value, scene.values) })
  }

  /// A number above 0, or from a minimum.
  static func number(
    _ key: String, unit: PropertyUnit = .none, range: ClosedRange<Double>, from least: Double? = nil,
    upTo limit: Double,
    _ path: any WritableKeyPath<PresetScene, Double> & Sendable, _ summary: String
  ) -> MovieProperty {
    let info = PropertyInfo(key, .number, unit: unit, range: range, summary)
    return MovieProperty(info, path, spelled: { NSNumber(value: $0) }) { value, values throws(ValueMismatchError) in
      let number = try values.number(value, unit: unit)
      guard number > 0, number >= least ?? 0, number <= limit else {
        let start = least.map { "from \($0.shortText)" } ?? "above 0 and"
        throw ValueMismatchError("expected a number \(start) up to \(limit.shortText), found \(value.quoted)")
      }
      return number
    }
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<PresetScene, Value> & Sendable, _ summary: String
  ) -> MovieProperty {
    let info = PropertyInfo(key, .enumeration(Value.allCases.map(\.rawValue)), summary)
    return MovieProperty(info, path, spelled: \.rawValue) { value, values throws(ValueMismatchError) in
      guard let name = try values.read(value, for: info) as? String, let choice = Value(rawValue: name) else {
        throw ValueMismatchError("expected \(info.kind), found \(value.quoted)")
      }
      return choice
    }
  }

  /// An optional value in string form. `none`, `false` and null remove it.
  /// - Parameter on: the value that a switch sets to enable it.
  static func effect<Value: Sendable>(
    _ key: String, on: String, _ path: any WritableKeyPath<PresetScene, Value?> & Sendable,
    text: @escaping @Sendable (Value) -> String,
    parts: [MovieProperty], _ summary: String,
    _ parse: @escaping @Sendable (DocumentValue) throws(ValueMismatchError) -> Value
  ) -> MovieProperty {
    let info = PropertyInfo(key, .string, summary)
    var row = MovieProperty(info, path, spelled: { $0.map(text) }) { value, _ throws(ValueMismatchError) in
      switch value.content {
      case .null, .boolean(false), .string("none"), .string("false"): nil
      default: try parse(value)
      }
    }
    row.parts = parts.map { part in part.changed { $0.switchedOn = on } }
    row.switchedOn = on
    return row
  }

  static func part<Value>(
    _ key: String, _ kind: ValueKind = .number, unit: PropertyUnit = .none, range: ClosedRange<Double>,
    allowed: ClosedRange<Double>, _ path: any WritableKeyPath<PresetScene, Value> & Sendable,
    _ summary: String, read: @escaping @Sendable (Value) -> Double,
    write: @escaping @Sendable (Double, inout Value) -> Void
  ) -> MovieProperty {
    MovieProperty(
      PropertyInfo(key, kind, unit: unit, range: range, summary),
      read: { scene in
        let number = read(scene[keyPath: path])
        return kind == .integer ? NSNumber(value: Int(number)) : NSNumber(value: number)
      },
      write: { value, scene throws(ValueMismatchError) in
        let number = try scene.values.number(value, unit: unit)
        guard allowed.contains(number), kind == .number || number == number.rounded() else {
          throw ValueMismatchError(
            "expected \(kind) from \(allowed.lowerBound.shortText) to \(allowed.upperBound.shortText), found "
              + value.quoted)
        }
        write(number, &scene[keyPath: path])
      })
  }

  func example(_ value: String) -> MovieProperty { changed { $0.exampleValue = value } }

  func spelled(_ schema: [(String, DocumentValue)]) -> MovieProperty { changed { $0.schema = schema } }

  var ours: MovieProperty { changed { $0.isOurs = true } }

  private func changed(_ change: (inout MovieProperty) -> Void) -> MovieProperty {
    var row = self
    change(&row)
    return row
  }
}

package struct MovieValues: PropertyContainer {
  private let scene: PresetScene

  package init(_ scene: PresetScene) { self.scene = scene }

  package init() { scene = .empty }

  package static let className = "movie"
  package var className: String { Self.className }
  package var name: String? { nil }
  package var object: Any? { nil }
  package var keys: [String] { MovieProperty.all.map(\.key) }
  package var allKeys: [String] { MovieProperty.withParts.map(\.key) }
  package func info(forKey key: String) -> PropertyInfo? { MovieProperty[key]?.info }
  package func readProperty(_ key: String) -> Any? { MovieProperty[key]?.read(scene) }
  package func defaultProperty(_ key: String) -> Any? { MovieProperty[key]?.read(.empty) }
  package func elements(_ key: String) -> [any PropertyContainer]? { nil }
  package func readUndefined(_ key: String) -> Any? { nil }
  package func writeUndefined(_ value: Any?, _ key: String) {}
  /// Does nothing: `PresetScene.apply` changes a scene.
  package func writeProperty(_ value: Any?, _ key: String) -> Bool { false }
}
