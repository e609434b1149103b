/// Warnings about values that a script set without effect. Each is kept once.
package struct ScriptRemarks {
  private(set) package var all: [String] = []
  private var seen = Set<String>()
  private static let limit = 100

  package static var current: [String] { ThreadState.current.remarks.all }

  mutating func add(_ remark: String) {
    guard all.count < Self.limit, seen.insert(remark).inserted else { return }
    all.append(remark)
  }

  /// - Parameter begin: the begin time as given, in the layer's time; 0 if none was.
  /// - Parameter time: now, in the layer's time.
  mutating func add(_ entry: AnimationEntry, of layer: CALayer, begin: Double, at time: Double) {
    for problem in entry.problems {
      if case .nothingToDo = problem { continue }
      add("\(layer.label): \(problem)")
    }
    guard begin != 0, entry.endTime < time else { return }
    let name = entry.key ?? (entry.animation as? CAPropertyAnimation)?.keyPath ?? "an animation"
    add(
      "\(layer.label): \(name) ends before it is added, because its beginTime is \(String(format: "%.6g", begin)) and "
        + "the layer's clock shows \(String(format: "%.6g", time)); add CACurrentMediaTime() to beginTime")
  }
}

extension CALayer {
  /// The name of the layer in messages.
  package final var label: String { name.map { "\(className) \"\($0)\"" } ?? className }

  /// Returns the key for the Swift name of a property, such as hidden for isHidden; nil for other names.
  final func key(meantBy name: String) -> String? {
    guard name.hasPrefix("is"), info(forKey: name) == nil else { return nil }
    let key = name.dropFirst(2).prefix(1).lowercased() + name.dropFirst(3)
    return info(forKey: key) == nil ? nil : key
  }
}
