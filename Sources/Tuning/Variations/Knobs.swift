import Foundation
package import StarmineLayers
package import StarminePresets

/// A number of a scene that a tool can turn up and down.
package struct Knob: Sendable, Equatable {
  package let path: String
  package let value: Double
  package let unit: PropertyUnit
  let isWhole: Bool

  /// As `velocity = 120 points/s`.
  package var text: String {
    "\(path) = \(ValueText.text(value))\(unit == .none ? "" : " \(unit.rawValue)")"
  }

  /// The change that makes the number a tenth larger or smaller; whole ones by one at least.
  package func turned(up: Bool) -> PropertyOverride {
    let next = up ? value * 1.1 : value / 1.1
    let step = isWhole && abs(next - value) < 1 ? value + (up ? 1 : -1) : isWhole ? next.rounded() : next
    // Four digits read well and still grow by a tenth.
    return PropertyOverride(path: path, value: String(format: "%.4g", step))
  }
}

extension PresetScene {
  /// Numbers with an effect to turn: animatable, with a sensible range, not zero. Those of cells come first.
  package var knobs: [Knob] {
    let entries = tunableProperties.filter { entry in
      let isNumber = entry.info.kind == .number || entry.info.kind == .integer
      return isNumber && entry.info.isAnimatable && entry.info.range != nil
    }
    let knobs = entries.compactMap { entry -> Knob? in
      guard let value = (entry.value as? NSNumber)?.doubleValue, value != 0, value.isFinite else { return nil }
      return Knob(
        path: entry.keyPath, value: value, unit: entry.info.unit, isWhole: entry.info.kind == .integer)
    }
    let isOfCell = { (knob: Knob) in knob.path.contains("emitterCells.") }
    return knobs.filter(isOfCell) + knobs.filter { !isOfCell($0) }
  }
}
