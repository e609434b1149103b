package import StarmineLayers
import StarminePresets

/// A value of an animation that a document gives a layer.
package struct AnimationPlace {
  package let layer: CALayer
  /// The animation's key on its layer.
  let animation: String
  /// The way from a group to one of its children.
  let children: [Int]
  package let key: String

  /// Sets it as a document would; nil is what it is without the key.
  ///
  /// Errors: an unknown key, a value of the wrong kind.
  func set(_ value: DocumentValue?, _ values: ValueReader) throws(ValueMismatchError) {
    guard let present = layer.animation(forKey: animation) else { return }
    let problems = ProblemList(file: "", memory: DocumentMemory.standardLimit)
    let reader = AnimationReader(problems: problems, values: values)
    let changed = changed(present, children[...], value, reader)
    if let problem = problems.problems.first { throw ValueMismatchError("\(key): \(problem.message)") }
    layer.replaceAnimation(forKey: animation, with: changed)
  }

  private func changed(
    _ present: CAAnimation, _ way: ArraySlice<Int>, _ value: DocumentValue?, _ reader: AnimationReader
  ) -> CAAnimation {
    guard let copy = present.independentCopy() else { return present }
    if let index = way.first, let group = copy as? CAAnimationGroup, let member = group.animations?[index] {
      group.animations?[index] = changed(member, way.dropFirst(), value, reader)
    } else {
      let target = layer.info(atKeyPath: (copy as? CAPropertyAnimation)?.keyPath ?? animation)
      reader.change(key, to: value, of: copy, target: target, layer: layer, isInGroup: !children.isEmpty)
    }
    return copy
  }
}
