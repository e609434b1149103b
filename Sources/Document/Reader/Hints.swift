extension String {
  /// The probable name: the nearest, or one that starts with this string, such as `fromValue` for `from`. Never the
  /// string itself.
  func meant(among names: [String]) -> String? {
    if let nearest = nearest(in: names), nearest != self { return nearest }
    let start = lowercased()
    return count < 3 ? nil : names.sorted().first { $0 != self && $0.lowercased().hasPrefix(start) }
  }
}

/// Classes with a property that another class does not have, to suggest a missing `class`.
enum ClassHint {
  /// - Parameter key: a key that `CALayer` does not have.
  static func text(forKey key: String) -> String? {
    let registry = LayerRegistry()
    let names = registry.names.filter { name in registry[name]?.make().info(forKey: key) != nil }
    guard let first = names.first else { return nil }
    return "; it is a property of \(names.joined(separator: ", ")). Is class: \"\(first)\" missing?"
  }
}
