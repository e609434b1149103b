/// Why a value could not be read or set at a key path.
package struct PropertyError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// `owner` (a class name) has no such property; `nearest` is the key that looks most like it.
    case unknownKey(key: String, owner: String, nearest: String?)
    case wrongKind(expected: ValueKind, given: String)
    /// `relation` (`emitterCells` or `sublayers`) has no element with that name; `names` are the names there are.
    case noSuchName(name: String, relation: String, names: [String])
    /// The path ends at an object or list where a property was expected.
    case notAProperty(owner: String)
  }

  package let keyPath: String
  package let reason: Reason

  package init(keyPath: String, reason: Reason) {
    (self.keyPath, self.reason) = (keyPath, reason)
  }

  package var description: String {
    switch reason {
    case .unknownKey(let key, let owner, let nearest):
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      return "\(keyPath): \(owner) has no property '\(key)'\(hint)"
    case .wrongKind(let expected, let given):
      return "\(keyPath): expected \(expected), not \(given)"
    case .noSuchName(let name, let relation, let names):
      let hint = names.isEmpty ? "there are no named \(relation)" : "there are \(names.joined(separator: ", "))"
      return "\(keyPath): no '\(name)' in \(relation); \(hint)"
    case .notAProperty(let owner):
      return "\(keyPath): leads to a \(owner), not to a property"
    }
  }
}

extension ValueKind: CustomStringConvertible {
  /// For messages: "a number", "one of point, line".
  package var description: String {
    switch self {
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .string: "a text"
    case .point: "a point (x, y)"
    case .size: "a size (width, height)"
    case .rect: "a rectangle (x, y, width, height)"
    case .color: "a colour"
    case .transform: "a transform (16 numbers)"
    case .image: "an image"
    case .colors: "a list of colours"
    case .numbers: "a list of numbers"
    case .enumeration(let names): "one of \(names.filter { !$0.isEmpty }.joined(separator: ", "))"
    case .cells: "a list of emitter cells"
    case .layers: "a list of layers"
    case .path: "a path"
    case .layer: "a layer"
    case .filters: "a list of filters"
    }
  }
}
