extension String {
  /// The name that was meant: the nearest, or one that goes on where this ends, as `fromValue` does after `from`. Never
  /// the word itself.
  func meant(among names: [String]) -> String? {
    if let nearest = nearest(in: names), nearest != self { return nearest }
    let start = lowercased()
    return count < 3 ? nil : names.sorted().first { $0 != self && $0.lowercased().hasPrefix(start) }
  }
}

/// Classes that have a property which another one lacks: a forgotten `class` is named as such.
enum ClassHint {
  /// - Parameter key: a key that CALayer has no row for.
  static func text(forKey key: String) -> String? {
    let registry = LayerRegistry()
    let names = registry.names.filter { name in registry[name]?.make().info(forKey: key) != nil }
    guard let first = names.first else { return nil }
    return "; \(names.joined(separator: ", ")) \(names.count == 1 ? "has" : "have") it: is class: \"\(first)\" missing?"
  }
}
