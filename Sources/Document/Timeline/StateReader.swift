/// Decodes the states of a document and what animates between them.
package struct StateReader {
  let problems: ProblemList
  let values: ValueReader
  let root: CALayer

  package init(problems: ProblemList, values: ValueReader, root: CALayer) {
    (self.problems, self.values, self.root) = (problems, values, root)
  }

  /// States, transitions and values of a document at most.
  static let most = (states: 1000, transitions: 10_000)

  /// Nil for a document without states.
  package func states(_ document: ObjectReader) -> LayerStates? {
    guard document["states"] != nil || document["stateTransitions"] != nil else { return nil }
    let states = LayerStates(origin: values.clock)
    let lookup = LayerLookup(root: root)
    if let value = document["states"],
      let object = ObjectReader(value, path: document.path(to: "states"), problems: problems)
    {
      for member in object.members.prefix(Self.most.states) { define(member, in: object, states, lookup) }
      if object.members.count > Self.most.states {
        problems.fatal("more than \(Self.most.states) states", at: object.location, path: object.path)
      }
    }
    let transitions = document.array("stateTransitions")
    for (index, item) in transitions.prefix(Self.most.transitions).enumerated() {
      let path = document.path(to: "stateTransitions", index)
      if let transition = transition(item, path: path, states, lookup) { states.add(transition) }
    }
    return states
  }

  private func define(
    _ member: DocumentMember, in object: ObjectReader, _ states: LayerStates, _ lookup: LayerLookup
  ) {
    guard !problems.isOver, problems.use(TreeReader.partMemory, at: member.location, path: object.path) else { return }
    let nested = DocumentValue(.object([DocumentMember("set", member.value)]), at: member.location)
    guard let event = ObjectReader(nested, path: object.path(to: member.key), problems: problems) else { return }
    let changes = EventReader(problems: problems, values: values, object: event).changes(lookup)
    states.define(
      member.key,
      changes.map { LayerStates.Value(name: $0.name, layer: $0.layer, keyPath: $0.keyPath, value: $0.value) })
  }

  private func transition(
    _ value: DocumentValue, path: DocumentPath, _ states: LayerStates, _ lookup: LayerLookup
  ) -> LayerStates.Transition? {
    guard let object = ObjectReader(value, path: path, problems: problems),
      problems.use(TreeReader.partMemory, at: value.location, path: path)
    else { return nil }
    object.checkKeys(["from", "to", "animations"])
    let reader = EventReader(problems: problems, values: values, object: object, takesValues: true)
    let animations = reader.animations(lookup)
    let (from, to) = (object.string("from") ?? "*", object.string("to") ?? "*")
    return LayerStates.Transition(
      from: from, to: to,
      steps: animations.map { LayerStates.Step(layer: $0.layer, key: $0.key, animation: $0.animation) })
  }
}
