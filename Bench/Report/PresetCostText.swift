import Foundation

/// A table of what presets cost, the dearest first, with the sum of all.
package struct PresetCostText {
  private let costs: [PresetCost]

  package init(_ costs: [PresetCost]) { self.costs = costs.sorted { $0.frame > $1.frame } }

  private var lines: TextTable {
    var table = TextTable(
      heading: ["preset", "frame ms", "evaluate", "light", "raster", "convert", "particles", "hash"],
      textColumns: [0, 7])
    table.rows = costs.map { cost in
      [cost.name] + [cost.frame, cost.evaluate, cost.light, cost.raster, cost.convert].map(Self.text)
        + ["\(Int(cost.particles.rounded()))", cost.hash]
    }
    if costs.count > 1 {
      let parts: [KeyPath<PresetCost, Double>] = [\.frame, \.evaluate, \.light, \.raster, \.convert]
      table.rows.append(
        ["all \(costs.count)"] + parts.map { part in Self.text(costs.reduce(0) { $0 + $1[keyPath: part] }) } + ["", ""])
    }
    return table
  }

  package var table: String { lines.aligned }
  package var markdown: String { lines.markdown + "\n" }

  /// A table of instructions, the dearest preset first, with the sum of all.
  package static func table(millionInstructions costs: [String: Double]) -> String {
    var table = TextTable(heading: ["preset", "million instructions"], textColumns: [0])
    table.rows = costs.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { [$0.key, text($0.value)] }
    if costs.count > 1 { table.rows.append(["all \(costs.count)", text(costs.values.reduce(0, +))]) }
    return table.aligned
  }

  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }
}
