import ArgumentParser
import Foundation
import Starmine
import StarmineLayers
import StarminePresets

struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params", abstract: "List properties: what there is to set, in which unit and range.",
    discussion: """
      Everything comes from the tables that the engine itself uses.

      EXAMPLES:
        starmine params                          the classes
        starmine params CAEmitterCell            every property of a class
        starmine params emissionRange            one property, in every class that has it
        starmine params fireworks                every key path of a preset, with its value, as --set takes it
        starmine params CALayer --animatable --json
      """)

  @Argument(
    help: "A class, a key or key path, a preset's name, or the path of a document.",
    completion: .custom { _, _, prefix in Completion.subjects(prefix) })
  var subject: String?

  @Flag(help: "Only what an animation can drive.") var animatable = false

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    guard let subject else { return printClasses() }
    let rows = try rows(of: subject).filter { $0.info.isAnimatable || !animatable }
    if json {
      try printJSON(rows.map(\.record))
    } else {
      for row in rows { print(row.text) }
    }
  }

  private var containers: [any PropertyContainer] { PropertyClasses.all }

  private func printClasses() {
    for container in containers {
      print("\(container.className): \(container.keys.filter { container.isTunable($0) }.joined(separator: ", "))")
    }
  }

  private func rows(of subject: String) throws -> [ParameterRow] {
    if let container = containers.first(where: { $0.className == subject }) {
      return container.keys.compactMap { ParameterRow(container, key: $0) }
    }
    let key = subject.split(separator: ".").last.map(String.init) ?? subject
    let found = containers.flatMap { container in
      [subject, key].first { container.info(forKey: $0) != nil }
        .flatMap { ParameterRow(container, key: $0, isQualified: true) }.map { [$0] } ?? []
    }
    if !found.isEmpty { return found }
    return try presetRows(subject)
  }

  private func presetRows(_ subject: String) throws -> [ParameterRow] {
    let scene: PresetScene
    do {
      scene = try PresetReference(subject).load(Movie.presetLoader)
    } catch PresetReference.Failure.unknown {
      let known = containers.map(\.className) + PresetLibrary.names + Set(containers.flatMap(\.allKeys)).sorted()
      let hint = subject.nearest(in: known).map { "; did you mean \"\($0)\"?" } ?? "."
      throw Failure.usage(
        "\"\(subject)\" is no class, property or preset\(hint) Classes: "
          + containers.map(\.className).joined(separator: ", "))
    }
    return scene.tunableProperties.map { ParameterRow(entry: $0, value: scene.valueText.text($0.value, $0.info)) }
  }

}

extension PropertyContainer {
  fileprivate func isTunable(_ key: String) -> Bool {
    info(forKey: key).map { !$0.isDerived } ?? false
  }
}

/// One line of the list.
private struct ParameterRow {
  let name: String
  let info: PropertyInfo
  /// The value in a preset, or the default.
  let value: String
  let isDefault: Bool

  /// A property of a class; nil for views of other properties.
  init?(_ container: any PropertyContainer, key: String, isQualified: Bool = false) {
    guard let info = container.info(forKey: key), !info.isDerived else { return nil }
    name = isQualified ? "\(container.className).\(key)" : key
    self.info = info
    value = ValueText().text(container.defaultProperty(key), info)
    isDefault = true
  }

  init(entry: PropertyEntry, value: String) {
    (name, info, self.value, isDefault) = (entry.keyPath, entry.info, value, false)
  }

  var text: String {
    guard isDefault else { return "\(name) = \(value)" }
    let unit = info.unit == .none ? "" : ", \(info.unit.rawValue)"
    let range = info.range.map { ", \(ValueText.text($0.lowerBound)) to \(ValueText.text($0.upperBound))" } ?? ""
    let animatable = info.isAnimatable ? ", animatable" : ", not animatable"
    return
      "\(name): \(info.kind.name)\(unit)\(range), default \(value)\(animatable)\n    \(info.summary)\n    --set '\(info.example)'"
  }

  struct Record: Encodable {
    var key: String
    var kind: String
    var unit: String
    var range: [Double]?
    var isAnimatable: Bool
    var value: String
    var isDefault: Bool
    var summary: String
    var example: String
  }

  var record: Record {
    Record(
      key: name, kind: info.kind.name, unit: info.unit.rawValue,
      range: info.range.map { [$0.lowerBound, $0.upperBound] }, isAnimatable: info.isAnimatable, value: value,
      isDefault: isDefault, summary: info.summary, example: info.example)
  }
}

extension ValueKind {
  /// In words; an enumeration by its spellings.
  fileprivate var name: String {
    if case .enumeration(let spellings) = self { return spellings.joined(separator: "|") }
    return "\(self)"
  }
}
