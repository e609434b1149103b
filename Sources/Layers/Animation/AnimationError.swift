/// Why an animation has no effect.
package enum AnimationError: Error, Equatable, CustomStringConvertible {
  case noSuchProperty(keyPath: String, className: String)
  case notAnimatable(keyPath: String)
  case wrongValue(keyPath: String, expected: ValueKind)
  case nothingToDo(keyPath: String)
  case noSuchTransition(type: String)
  case transitionFilter
  case transitionInGroup
  /// The key path does not exist on this layer.
  case unreachable(PropertyError)

  /// The key path of the animation, or nil if the problem is not about a key path.
  package var keyPath: String? {
    switch self {
    case .noSuchProperty(let keyPath, _), .notAnimatable(let keyPath), .wrongValue(let keyPath, _),
      .nothingToDo(let keyPath):
      keyPath
    case .unreachable(let error): error.keyPath
    case .noSuchTransition, .transitionFilter, .transitionInGroup: nil
    }
  }

  package var description: String {
    switch self {
    case .noSuchProperty(let keyPath, let className):
      "\(className) has no property \"\(keyPath)\" to animate\(Self.advice(keyPath))"
    case .notAnimatable(let keyPath): "\"\(keyPath)\" cannot be animated"
    case .wrongValue(let keyPath, let expected): "\"\(keyPath)\" takes values of kind \(expected)"
    case .unreachable(let error): error.description
    case .nothingToDo(let keyPath): "the animation of \"\(keyPath)\" has no effect: it has no values"
    case .noSuchTransition(let type): "unknown transition \"\(type)\"; a fade from the left is drawn instead"
    case .transitionFilter: "transitions by filters are not supported; the type is drawn instead"
    case .transitionInGroup: "a transition cannot be part of a group"
    }
  }

  /// The Swift names of Boolean properties differ from their key paths.
  private static func advice(_ keyPath: String) -> String {
    let names = ["isHidden": "hidden", "isDoubleSided": "doubleSided", "isGeometryFlipped": "geometryFlipped"]
    return names[keyPath].map { "; use \"\($0)\"" } ?? ""
  }
}

extension CAAnimation {
  /// Problems of a transition, or of transitions in a group.
  var transitionProblems: [AnimationError] {
    if let group = self as? CAAnimationGroup {
      return (group.animations ?? []).flatMap {
        $0 is CATransition ? [AnimationError.transitionInGroup] : $0.transitionProblems
      }
    }
    guard let transition = self as? CATransition else { return [] }
    var problems: [AnimationError] = []
    if transition.filter != nil { problems.append(.transitionFilter) }
    if Transition.Style(rawValue: transition.type.rawValue) == nil {
      problems.append(.noSuchTransition(type: transition.type.rawValue))
    }
    if let side = transition.subtype?.rawValue, Transition.Side(rawValue: side) == nil {
      problems.append(.noSuchTransition(type: side))
    }
    return problems
  }
}
