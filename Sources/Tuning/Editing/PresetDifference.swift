import Foundation
import StarmineGraphics
import StarmineLayers
package import StarminePresets

/// A value in which two scenes differ.
package struct PresetDifference: Sendable, Equatable {
  /// A key path as `--set` takes it; elements without a name by their index, as in `emitterCells[0]`.
  package let key: String
  /// As people read it; nil where the scene has no such property, or is at its default without saying so.
  package let first: String?
  package let second: String?
  /// As documents spell them; nil also where they have no spelling.
  package let firstValue: DocumentValue?
  package let secondValue: DocumentValue?

  /// Everything that differs, in the order of the first scene, then what only the second one has.
  package static func between(_ first: PresetScene, _ second: PresetScene) -> [PresetDifference] {
    let (left, right) = (first.allValues, second.allValues)
    let (leftTexts, rightTexts) = (texts(left), texts(right))
    let keys = left.map(\.key) + right.map(\.key).filter { leftTexts[$0] == nil }
    return keys.compactMap { key in
      let (a, b) = (leftTexts[key], rightTexts[key])
      // A default says nothing where the other scene has no such layer or cell.
      guard a?.text != b?.text, a?.isDefault ?? true ? !(b?.isDefault ?? true) : true else { return nil }
      return PresetDifference(
        key: key, first: a?.text, second: b?.text, firstValue: a?.document, secondValue: b?.document)
    }
  }

  private static func texts(_ values: [SceneValue]) -> [String: SceneValue] {
    Dictionary(values.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// One value of a scene, with the place where it is.
private struct SceneValue {
  var key: String
  var text: String
  var isDefault = false
  var value: DocumentValue?

  /// As JSON has it.
  var document: DocumentValue { value ?? DocumentValue(.string(text)) }
}

extension PresetScene {
  /// Stage, layers, cells and timeline as a flat list.
  fileprivate var allValues: [SceneValue] {
    var values = [
      SceneValue(key: "movie.size", text: "\(ValueText.text(size.width)), \(ValueText.text(size.height))"),
      SceneValue(key: "movie.scale", text: ValueText.text(scale)),
      SceneValue(key: "movie.fps", text: ValueText.text(framesPerSecond)),
      SceneValue(key: "movie.duration", text: ValueText.text(duration) + " seconds"),
      SceneValue(key: "movie.background", text: background.hexText), SceneValue(key: "movie.seed", text: "\(seed)"),
      SceneValue(key: "movie.start", text: start.rawValue),
      SceneValue(key: "movie.speed", text: ValueText.text(speed), isDefault: speed == 1),
      SceneValue(key: "movie.fit", text: fit.rawValue, isDefault: fit == .contain),
    ]
    append(rootLayer, at: rootLayer.name ?? "", to: &values)
    for (index, event) in events.enumerated() {
      values.append(SceneValue(key: "timeline[\(index)]", text: event.outline))
    }
    return values
  }

  private func append(_ container: any PropertyContainer, at path: String, to values: inout [SceneValue]) {
    let prefix = path.isEmpty ? "" : path + "."
    if !path.isEmpty { values.append(SceneValue(key: prefix + "class", text: container.className)) }
    for key in container.keys {
      guard let info = container.info(forKey: key), !info.isDerived else { continue }
      let text = valueText.text(container.readProperty(key), info)
      let isDefault = text == valueText.text(container.defaultProperty(key), info)
      values.append(
        SceneValue(
          key: prefix + key, text: text, isDefault: isDefault,
          value: ValueSpelling.document(container.readProperty(key), info.kind)))
    }
    for key in container.listKeys {
      var seen = Set<String>()
      for (index, element) in (container.elements(key) ?? []).enumerated() {
        let name = element.name.flatMap { seen.insert($0).inserted ? $0 : nil }
        let isLayer = element is CALayer
        let place = name.map { isLayer ? $0 : "\(prefix)\(key).\($0)" } ?? "\(prefix)\(key)[\(index)]"
        append(element, at: place, to: &values)
      }
    }
  }
}
