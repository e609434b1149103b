/// A variation of a preset: its changes and its label.
package struct Variation: Sendable, Equatable {
  package let index: Int
  package let label: String
  package let changes: [PropertyOverride]

  /// All combinations of the sweeps' values. The values of the first sweep change fastest.
  ///
  /// Errors: unknown keys, more combinations than `Sweep.limit`.
  package static func sweep(_ sweeps: [[PropertyOverride]]) throws(ValueMismatchError) -> [Variation] {
    let count = sweeps.reduce(1) { $0.multipliedReportingOverflow(by: $1.count).partialValue }
    guard count <= Sweep.limit else {
      throw ValueMismatchError("the sweep has \(count) cells, more than the limit of \(Sweep.limit)")
    }
    return (0..<count).map { index in
      var rest = index
      let changes = sweeps.map { values -> PropertyOverride in
        defer { rest /= values.count }
        return values[rest % values.count]
      }
      return Variation(index: index, label: changes.map(\.shortText).joined(separator: ", "), changes: changes)
    }
  }
}

extension PropertyOverride {
  /// With the last component of the key.
  package var shortText: String {
    let key = path.split(separator: ".").last.map(String.init) ?? path
    return "\(key) \(operation == .assign ? "" : operation.rawValue + " ")\(value)"
  }
}

extension PropertyOverride {
  /// With the cell's name and the last component of the key: `spark.velocity 180`.
  package var namedText: String {
    let names = path.split(separator: ".").filter { $0 != "emitterCells" }.suffix(2).joined(separator: ".")
    return "\(names) \(operation == .assign ? "" : operation.rawValue + " ")\(value)"
  }
}

// MARK: Mutation

package struct Mutation: Sendable, Equatable {
  /// Maximum change: 0.5 doubles or halves a number, and moves components of a colour by half of their range.
  package var amount: Double
  /// Locks: keys with their families (`scale` also locks `scaleRange`), names of layers and cells, `colour`.
  package var locks: [String]
  package var seed: UInt32

  package init(amount: Double, locks: [String] = [], seed: UInt32) {
    (self.amount, self.locks, self.seed) = (amount, locks, seed)
  }

  /// The original as number 0, then `count` variations. Number k does not depend on the count.
  ///
  /// Errors: a lock without a matching property; nothing to change.
  package func variations(of scene: PresetScene, count: Int) throws(ValueMismatchError) -> [Variation] {
    let cell = CAEmitterCell()
    let all = scene.tunableProperties
    let candidates = all.filter { $0.isMutable(from: cell) }
    for lock in locks where !all.contains(where: { $0.isKept(by: lock) }) {
      let names = Set(candidates.flatMap { $0.keyPath.split(separator: ".").map(String.init) })
      let hint = lock.nearest(in: names).map { "; did you mean \($0)?" } ?? ""
      throw ValueMismatchError("the lock \(lock) does not match a property\(hint)")
    }
    let free = candidates.filter { entry in !locks.contains { entry.isKept(by: $0) } }
    guard !free.isEmpty else {
      throw ValueMismatchError("there is nothing to mutate: every emitter property is locked")
    }
    let original = Variation(index: 0, label: "original", changes: [])
    return [original]
      + (0..<count).map { index in
        var random = TuningRandom(seed: seed, index: index + 1)
        let steps = free.compactMap { step($0, &random) }
        // The two largest changes are the label.
        let strongest = steps.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }
        let label = strongest.prefix(2).map(\.element.change.namedText).joined(separator: ", ")
        return Variation(index: index + 1, label: label, changes: steps.map(\.change))
      }
  }

  /// A change with its size: 1 is a doubling or halving.
  private func step(
    _ entry: PropertyEntry, _ random: inout TuningRandom
  ) -> (change: PropertyOverride, size: Double)? {
    if let color = entry.value as? CGColor {
      let moves = (0..<3).map { _ in random.symmetric() * amount }
      let parts = zip([color.red, color.green, color.blue], moves).map { min(1, max(0, Double($0) + $1)) }
      let changed = CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: color.alpha)
      if changed == color { return nil }
      return (PropertyOverride(path: entry.keyPath, value: changed.hexText), moves.map(abs).max() ?? 0)
    }
    guard let value = (entry.value as? NSNumber)?.doubleValue, let range = entry.info.range else { return nil }
    // By a factor, so that small and large values change alike and keep their sign.
    let power = random.symmetric() * amount * 2
    let changed = min(max(range.upperBound, value), max(min(range.lowerBound, value), value * Double.exp2(power)))
    // Four digits are sufficient.
    return (PropertyOverride(path: entry.keyPath, value: String(format: "%.4g", changed)), abs(power))
  }
}

extension PropertyEntry {
  /// Whether a variation may change it: values of a cell other than the default or 0, with a range or a colour. Timing
  /// and geometry are not changed, because they could make the scene invisible.
  /// - Parameter cell: a new cell.
  fileprivate func isMutable(from cell: CAEmitterCell) -> Bool {
    guard info.isAnimatable, keyPath.contains("emitterCells."), cell.info(forKey: info.key) == info,
      ValueText().text(value, info) != ValueText().text(cell.defaultProperty(info.key), info)
    else { return false }
    if info.kind == .color { return value != nil }
    let number = (value as? NSNumber)?.doubleValue ?? 0
    return info.kind == .number && info.range != nil && number != 0 && number.isFinite
  }

  fileprivate func isKept(by lock: String) -> Bool {
    let lock = lock.lowercased()
    let parts = keyPath.lowercased().split(separator: ".").map(String.init)
    if lock == "colour" || lock == "color" {
      return ["color", "red", "green", "blue", "alpha"].contains { parts.last?.hasPrefix($0) ?? false }
    }
    return parts.dropLast().contains(lock) || parts.last?.hasPrefix(lock) ?? false || keyPath.lowercased() == lock
  }
}

/// Random numbers for variations, equal on every machine.
struct TuningRandom {
  private var numbers: SplitMix64

  init(seed: UInt32, index: Int) {
    numbers = SplitMix64(seed: UInt64(seed) << 32 ^ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
    _ = numbers.next()
  }

  /// In -1...1, more often near 0: the sum of two uniform numbers.
  mutating func symmetric() -> Double { Double((numbers.next() >> 11) + (numbers.next() >> 11)) * 0x1p-53 - 1 }
}
