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

  private static func text(_ milliseconds: Double) -> String { String(format: "%.1f", milliseconds) }
}
