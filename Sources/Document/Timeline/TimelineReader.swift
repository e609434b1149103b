/// Reads the timeline and checks every path against the layers of the document and those that the timeline adds.
package struct TimelineReader {
  let problems: ProblemList
  let values: ValueReader
  let root: CALayer
  /// Seconds of cues by name, in order; nil if they have errors.
  let cues: [String: [Double]]?

  package init(problems: ProblemList, values: ValueReader, root: CALayer, cues: [String: [Double]]?) {
    (self.problems, self.values, self.root, self.cues) = (problems, values, root, cues)
  }

  private static let keys = [
    "at", "transaction", "state", "set", "addSublayers", "animations", "removeAnimations", "remove",
  ]

  /// Events by time. Those at the same time keep the order of the document.
  package func events(_ document: ObjectReader) -> [PresetEvent] {
    let items = document.array("timeline")
    if items.isEmpty { return [] }
    let (lookup, stage) = (LayerLookup(root: root), TimelineStage.Shared())
    var timed: [(time: Double, index: Int, object: ObjectReader)] = []
    for (index, item) in items.enumerated() {
      let path = document.path(to: "timeline", index)
      guard let object = ObjectReader(item, path: path, problems: problems) else { continue }
      timed += times(object).map { ($0, index, object) }
      guard timed.count <= PresetCue.most + items.count else {
        problems.fatal("more than \(PresetCue.most) events at cues up to here", at: item.location, path: path)
        return []
      }
    }
    let ordered = timed.sorted { ($0.time, $0.index) < ($1.time, $1.index) }
    // An error in an event is reported once, even if the event repeats.
    var (events, memory, wrong) = ([PresetEvent](), TimelineMemory(), Set<Int>())
    for (time, index, object) in ordered where !wrong.contains(index) {
      let errors = problems.errorCount
      defer { if problems.errorCount > errors { wrong.insert(index) } }
      let index = Self.followsCue(object) ? nil : index
      let event = event(object, PresetEvent(time: time, index: index, stage: stage), lookup)
      guard problems.use(memory.bytes(after: event, lookup), at: object.location, path: object.path) else { break }
      events.append(event)
      if memory.listed > TimelineMemory.mostListed {
        problems.fatal(
          "the events up to here add and remove too many layers; use fewer events or smaller groups",
          at: object.location, path: object.path)
        break
      }
    }
    return events
  }

  /// Times in seconds from the start; several for an event at every cue of a name.
  private func times(_ event: ObjectReader) -> [Double] {
    event.checkKeys(Self.keys)
    if event["at"] == nil { event.error("missing: seconds from the start", at: event.location, key: "at") }
    return event.read("at") { value throws(ValueMismatchError) in
      if Self.followsCue(event), case .string(let text) = value.content {
        let moment = try CueMoment(text)
        return try cues.map { cues throws(ValueMismatchError) in try moment.times(among: cues) } ?? []
      }
      let time = try values.number(value, unit: .seconds)
      guard time >= 0 else { throw ValueMismatchError("expected 0 or more, found \(value.quoted)") }
      return [time]
    } ?? []
  }

  private static func followsCue(_ event: ObjectReader) -> Bool {
    if case .string(let text)? = event["at"]?.content { CueMoment.isMeant(by: text) } else { false }
  }

  /// Reads an event. It and later events can name the layers that it adds.
  private func event(_ object: ObjectReader, _ event: PresetEvent, _ lookup: LayerLookup) -> PresetEvent {
    var (values, event) = (values, event)
    values.clock += event.time
    var reader = EventReader(problems: problems, values: values, object: object)
    reader.followsSounds = true
    event.transaction = reader.transaction()
    event.state = reader.state(among: root.states?.names ?? [])
    event.additions = reader.additions(lookup)
    for addition in event.additions { lookup.add(addition.layer) }
    event.changes = reader.changes(lookup)
    event.animations = reader.animations(lookup) + reader.followers(lookup)
    event.endedAnimations = reader.endedAnimations(lookup)
    event.removals = reader.removals(lookup)
    return event
  }
}

/// Reads an event of the timeline. `now` in its values means its time.
struct EventReader {
  let problems: ProblemList
  let values: ValueReader
  let object: ObjectReader
  /// See `AnimationReader`.
  var takesValues = false
  /// Whether numbers may follow a sound: in events, not in states.
  var followsSounds = false

  func transaction() -> PresetEvent.Transaction? {
    guard let object = nested("transaction") else { return nil }
    object.checkKeys(["animationDuration", "animationTimingFunction", "disableActions"])
    var transaction = PresetEvent.Transaction()
    transaction.duration = object.read("animationDuration") { value throws(ValueMismatchError) in
      let duration = try values.number(value, unit: .seconds)
      guard duration >= 0 else { throw ValueMismatchError("expected 0 or more, found \(value.quoted)") }
      return duration
    }
    let animations = AnimationReader(problems: problems, values: values)
    transaction.timingFunction = object.read("animationTimingFunction", animations.timingFunction)
    transaction.disablesActions = object.read("disableActions", values.boolean) ?? false
    return transaction
  }

  func state(among names: [String]) -> String? {
    object.read("state") { value throws(ValueMismatchError) in
      guard case .string(let name) = value.content, names.contains(name) else {
        throw ValueMismatchError(
          names.isEmpty ? "the document has no states" : "state: " + unknownSpelling(value, among: names))
      }
      return name
    }
  }

  func changes(_ lookup: LayerLookup) -> [PresetEvent.Change] {
    guard let object = nested("set") else { return [] }
    return object.members.compactMap { member in
      if SoundFollower.isMeant(by: member.value) {
        if !followsSounds {
          object.error("a state cannot follow a sound; use the timeline", at: member.location, key: member.key)
        }
        return nil
      }
      if (try? lookup.find(member.key)) == nil, UnsupportedFeatures.cover(member.key) {
        problems.unsupported("ignored", at: member.location, path: object.path(to: member.key))
        return nil
      }
      return object.read(member.key) { value throws(ValueMismatchError) in
        let found: LayerLookup.Found
        do throws(ValueMismatchError) {
          found = try lookup.find(member.key)
        } catch {
          throw ValueMismatchError(error.message, at: member.location)
        }
        let read = try values.read(value, for: found.info)
        checkText(read, found, member, in: object)
        let isMoment = found.info.key == "beginTime" && values.beginMoment(value) != nil
        return PresetEvent.Change(
          path: member.key, layer: found.layer, name: found.name, keyPath: found.keyPath, value: read,
          isMoment: isMoment, text: value.quoted)
      }
    }
  }

  private func checkText(
    _ value: Any?, _ found: LayerLookup.Found, _ member: DocumentMember, in object: ObjectReader
  ) {
    guard TreeReader.textKeys.contains(found.key), found.container is CALayer, values.images.checksText() else {
      return
    }
    for note in found.layer.textNotes(on: value, forKey: found.key) {
      problems.unsupported(note.excerpt(300), at: member.location, path: object.path(to: member.key))
    }
  }

  /// A layer or an array of layers for each layer name.
  func additions(_ lookup: LayerLookup) -> [PresetEvent.Addition] {
    guard let object = nested("addSublayers") else { return [] }
    let tree = TreeReader(problems: problems, values: values)
    return object.members.flatMap { member -> [PresetEvent.Addition] in
      guard layer(named: member.key, lookup, at: member.location, in: object) != nil else { return [] }
      let isList = if case .array = member.value.content { true } else { false }
      let items = isList ? object.array(member.key) : [member.value]
      return items.enumerated().compactMap { index, item in
        let path = isList ? object.path(to: member.key, index) : object.path(to: member.key)
        return tree.layer(item, path: path).map { PresetEvent.Addition(superlayer: member.key, layer: $0) }
      }
    }
  }

  func followers(_ lookup: LayerLookup) -> [PresetEvent.AddedAnimation] {
    guard let object = nested("set") else { return [] }
    return object.members.filter { SoundFollower.isMeant(by: $0.value) }.compactMap { member in
      guard let found = object.read(member.key, { _ throws(ValueMismatchError) in try lookup.find(member.key) }),
        let name = found.layer.name,
        let animation = SoundFollower(problems: problems, values: values).animation(
          member.value, found.info, keyPath: found.keyPath, path: object.path(to: member.key))
      else { return nil }
      for problem in found.layer.problems(with: animation, forKey: nil) {
        object.error("\(problem)".excerpt(200), at: member.location, key: member.key)
      }
      return PresetEvent.AddedAnimation(
        layer: name, key: SoundFollower.animationKey(found.keyPath), animation: animation)
    }
  }

  func animations(_ lookup: LayerLookup) -> [PresetEvent.AddedAnimation] {
    guard let object = nested("animations") else { return [] }
    let reader = AnimationReader(problems: problems, values: values, takesValues: takesValues)
    return object.members.flatMap { member -> [PresetEvent.AddedAnimation] in
      guard let layer = layer(named: member.key, lookup, at: member.location, in: object) else { return [] }
      return reader.animations(member, of: layer, path: object.path(to: member.key)).map {
        PresetEvent.AddedAnimation(layer: member.key, key: $0.key, animation: $0.animation)
      }
    }
  }

  /// `layer.key`, or the name of a layer for all of its animations.
  func endedAnimations(_ lookup: LayerLookup) -> [PresetEvent.EndedAnimation] {
    object.array("removeAnimations").enumerated().compactMap { index, item in
      let path = object.path(to: "removeAnimations", index)
      guard case .string(let text) = item.content else {
        problems.error("expected \"LAYER.KEY\" or \"LAYER\", found \(item.quoted)", at: item.location, path: path)
        return nil
      }
      if lookup.layer(named: text) != nil { return PresetEvent.EndedAnimation(layer: text, key: nil) }
      guard let (name, key) = lookup.nameAndRest(of: text) else {
        problems.error(
          "animation to remove: " + unknownSpelling(item, among: lookup.layerNames), at: item.location, path: path)
        return nil
      }
      return PresetEvent.EndedAnimation(layer: name, key: key)
    }
  }

  func removals(_ lookup: LayerLookup) -> [String] {
    let name = object.read("remove") { value throws(ValueMismatchError) in
      guard case .string(let name) = value.content, let layer = lookup.layer(named: name), layer !== lookup.root else {
        let names = lookup.layers.dropFirst().compactMap(\.label)
        throw ValueMismatchError("layer to remove: " + unknownSpelling(value, among: names))
      }
      return name
    }
    return name.map { [$0] } ?? []
  }

  private func nested(_ key: String) -> ObjectReader? {
    object[key].flatMap { ObjectReader($0, path: object.path(to: key), problems: problems) }
  }

  /// The layer with a name; nil with an error if there is none.
  private func layer(
    named name: String, _ lookup: LayerLookup, at place: SourceLocation, in object: ObjectReader
  ) -> CALayer? {
    if let layer = lookup.layer(named: name) { return layer }
    object.error("no layer has this name\(name.alternatives(among: lookup.layerNames))", at: place, key: name)
    return nil
  }
}
