/// The emitters of a looped scene, created once from all trees of the first repetition.
package final class RenderLoop: Sendable {
  private let emissions: [ObjectIdentifier: LoopedEmission]

  /// - Parameter start: media time at which the first repetition starts.
  /// - Parameter length: seconds of a repetition, above 0.
  /// - Parameter trees: trees of the first repetition, in order.
  package init(start: Double, length: Double, trees: [RenderTree]) {
    var found = Histories()
    for tree in trees where !tree.isTooDeep { found.add(tree.root, start: start, length: length) }
    emissions = found.histories.mapValues { LoopedEmission($0.emission, start: $0.start, length: $0.length) }
  }

  /// The looped emission of a layer; nil if its clock is paused.
  func emission(_ emission: Emission) -> LoopedEmission? { emissions[ObjectIdentifier(emission.identity)] }
}

private struct Histories {
  /// With the first repetition in the layer's own time.
  var histories: [ObjectIdentifier: (emission: Emission, start: Double, length: Double)] = [:]
  /// Trees share unchanged nodes.
  private var visited: Set<ObjectIdentifier> = []

  mutating func add(_ node: RenderNode, start: Double, length: Double) {
    guard visited.insert(ObjectIdentifier(node)).inserted else { return }
    let (ownStart, ownLength) = (node.clock.steadyTime(fromParent: start), length * node.clock.speed)
    if let emission = node.emission, ownLength > 0, ownLength.isFinite, ownStart.isFinite {
      let key = ObjectIdentifier(emission.identity)
      let joined = histories[key].map { $0.emission.joined(emission) } ?? emission
      histories[key] = (joined, ownStart, ownLength)
    }
    for sublayer in node.sublayers { add(sublayer, start: ownStart, length: ownLength) }
    if let mask = node.mask { add(mask, start: ownStart, length: ownLength) }
  }
}
