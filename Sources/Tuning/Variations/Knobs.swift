import Foundation
import StarmineGraphics
package import StarmineLayers
package import StarminePresets
package import StarmineEditing

/// A number of a scene that a tool can turn up and down.
package struct Knob: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case number, whole
    /// Parts of a colour: degrees around the wheel, and 0...1.
    case hue, brightness
  }

  /// As `--set` takes it.
  package let path: String
  package let value: Double
  package let unit: PropertyUnit
  package let kind: Kind

  /// The names on the way, without the names of lists.
  private var names: [Substring] { path.split(separator: ".").filter { $0 != "emitterCells" && $0 != "filters" } }

  /// The cell or layer that has it.
  package var owner: String { names.dropLast().joined(separator: ".") }

  /// Short: the last name and the key, `spark.velocity`.
  package var title: String { names.suffix(2).joined(separator: ".") }

  /// As `spark.velocity = 120 points/s`.
  package var text: String { "\(title) = \(ValueText.text(value, unit))" }

  /// The change that makes the number a tenth larger or smaller; whole ones by one at least, hues by ten degrees.
  package func turned(up: Bool) -> PropertyOverride {
    switch kind {
    case .hue: return set((value + (up ? 10 : 350)).truncatingRemainder(dividingBy: 360))
    case .brightness: return set(min(1, max(0.02, up ? value * 1.1 : value / 1.1)))
    case .number: return set(up ? value * 1.1 : value / 1.1)
    case .whole:
      let next = up ? value * 1.1 : value / 1.1
      return set(abs(next - value) < 1 ? value + (up ? 1 : -1) : next.rounded())
    }
  }

  /// Four digits read well and still grow by a tenth.
  private func set(_ number: Double) -> PropertyOverride {
    PropertyOverride(path: path, value: String(format: "%.4g", number))
  }
}

extension PresetScene {
  /// Numbers with an effect to turn: animatable, with a sensible range, not zero; and the colours of cells as hue and
  /// brightness. Those of cells come first, cell by cell.
  package var knobs: [Knob] {
    let knobs = LayerLookup(root: rootLayer).changeable.flatMap(knobs)
    let isOfCell = { (knob: Knob) in
      knob.path.contains("emitterCells.") || knob.kind == .hue || knob.kind == .brightness
    }
    return knobs.filter(isOfCell) + knobs.filter { !isOfCell($0) }
  }

  private func knobs(_ entry: LayerLookup.Entry) -> [Knob] {
    let (found, info) = (entry.found, entry.found.info)
    let isReached = !found.steps.isEmpty && !entry.path.contains("[")
    if info.kind == .color, let color = found.value as? CGColor, isReached { return knobs(of: color, entry) }
    guard info.kind == .number || info.kind == .integer, info.isAnimatable, info.range != nil,
      let value = (found.value as? NSNumber)?.doubleValue, value != 0, value.isFinite
    else { return [] }
    return [Knob(path: entry.path, value: value, unit: info.unit, kind: info.kind == .integer ? .whole : .number)]
  }

  /// The colour that is seen: the cell's, or its sprite's where that one has a hue.
  private func knobs(of color: CGColor, _ entry: LayerLookup.Entry) -> [Knob] {
    let path = entry.path.dropLast(entry.found.key.count)
    let own = HueColor(color)
    let sprite = sprite(entry.found.container.readProperty("contents")).map { HueColor($0.color) }
    let hue = own.saturation > 0 ? own.hue : sprite.flatMap { $0.saturation > 0 ? $0.hue : nil }
    let brightness = Knob(path: path + "brightness", value: own.brightness, unit: .none, kind: .brightness)
    return (hue.map { [Knob(path: path + "hue", value: $0, unit: .degrees, kind: .hue)] } ?? [])
      + (own.brightness > 0 ? [brightness] : [])
  }
}
