package import StarminePresets

/// Something in which two scenes differ.
package struct PresetDifference: Sendable, Equatable {
  package enum Change: String, Sendable, CaseIterable {
    /// A value.
    case changed
    /// A layer, a cell, an animation, a state, an event or another element of a list.
    case added, removed
    /// A layer that is in another layer now.
    case moved
    /// Elements of a list, which come in another order.
    case reordered
  }

  /// A key path as `--set` takes it; elements without a name by their index, as in `emitterCells[0]`. For elements that
  /// were added, as the second scene has it.
  package let key: String
  package let change: Change
  /// As people read it; nil where the scene has no such thing.
  package let first: String?
  package let second: String?
  /// As documents spell them; nil also where they have no spelling.
  package let firstValue: DocumentValue?
  package let secondValue: DocumentValue?
  /// The argument of `--set` that makes the first scene like the second one in this; nil where none can say it.
  package let set: String?

  /// Everything that differs, in the order of the first scene. The names of the documents do not count.
  package static func between(_ first: PresetScene, _ second: PresetScene) -> [PresetDifference] {
    var walk = DifferenceWalk(first)
    walk.compare(DifferenceNode(scene: first), DifferenceNode(scene: second))
    return walk.result
  }

  /// One line for people: what `--set` takes is spelled so.
  package var line: String {
    switch change {
    case .changed: "\(key): \(first ?? "-") -> \(second ?? "-")"
    case .added: "\(key): added \(second ?? "")"
    case .removed: "\(key): removed \(first ?? "")"
    case .moved: "\(key): moved from \(first ?? "-") to \(second ?? "-")"
    case .reordered: "\(key): order \(first ?? "-") -> \(second ?? "-")"
    }
  }
}
