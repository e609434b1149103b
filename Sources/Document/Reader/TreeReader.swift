/// Builds layers and cells from their objects. What a key means comes from the property tables alone.
package struct TreeReader {
  let problems: ProblemList
  package let values: ValueReader
  private let animations: AnimationReader

  package init(problems: ProblemList, values: ValueReader) {
    (self.problems, self.values) = (problems, values)
    animations = AnimationReader(problems: problems, values: values)
  }

  private static let registry = LayerRegistry()
  /// Bytes of memory that a layer takes with its part of a picture, and a cell or an animation.
  static let (layerMemory, partMemory) = (4096, 1024)
  /// Bytes of a cell, with what drawing keeps of it.
  private static let cellMemory = 2048

  /// - Parameter size: bounds of a layer that fills the stage, in points; nil for layers that say their own.
  package func layer(_ value: DocumentValue, path: DocumentPath, filling size: CGSize? = nil) -> CALayer? {
    guard let object = ObjectReader(value, path: path, problems: problems),
      problems.use(Self.layerMemory, at: value.location, path: path)
    else { return nil }
    let name = object.string("class")
    let isUnsupported = name.map(UnsupportedFeatures.classes.contains) ?? false
    let entry = name.flatMap { Self.registry[$0] }
    let layer = entry?.make() ?? CALayer()
    if let name, isUnsupported {
      problems.unsupported("\(name) is drawn as a plain CALayer", at: object.location, path: path)
    } else if let name, entry == nil {
      let alternatives = name.alternatives(among: Self.registry.names)
      let place = object["class"]?.location ?? object.location
      object.error("unknown class \"\(name.excerpt())\"\(alternatives)", at: place, key: "class")
      return nil
    }
    if let size { layer.fill(size) }
    setProperties(of: layer, from: object, unsupported: { isUnsupported || UnsupportedFeatures.layerKeys.contains($0) })
    addAnimations(to: layer, from: object)
    followSounds(layer, object)
    if layer is CATextLayer || layer is CAEmitterLayer { checkTexts(of: layer, object) }
    if let text = layer as? CATextLayer { checkAnimators(of: text, object) }
    return layer
  }

  static let textKeys = ["font", "string", "emitterFont", "emitterText"]

  /// Says which fonts and glyphs are missing.
  private func checkTexts(of layer: CALayer, _ object: ObjectReader) {
    guard values.images.fontCount <= ImageStore.maximumFonts else {
      problems.fatal("more than \(ImageStore.maximumFonts) fonts up to here", at: object.location, path: object.path)
      return
    }
    for key in Self.textKeys {
      guard let given = object[key], values.images.checksText() else { continue }
      for note in layer.textNotes(on: layer.readProperty(key), forKey: key) {
        problems.unsupported(note.excerpt(300), at: given.location, path: object.path(to: key))
      }
    }
  }

  /// After the properties: an animation may concern a cell or a filter, wherever in the object that one stands.
  private func addAnimations(to layer: CALayer, from object: ObjectReader) {
    guard let member = object.member("animations") else { return }
    animations.addAnimations(member, to: layer, path: object.path(to: member.key))
  }

  func cell(_ value: DocumentValue, path: DocumentPath) -> CAEmitterCell? {
    guard let object = ObjectReader(value, path: path, problems: problems),
      problems.use(Self.cellMemory, at: value.location, path: path)
    else { return nil }
    if let name = object.string("class"), name != "CAEmitterCell" {
      object.error("expected \"CAEmitterCell\", found \"\(name.excerpt())\"", at: object.location, key: "class")
    }
    let cell = CAEmitterCell()
    setProperties(of: cell, from: object, unsupported: UnsupportedFeatures.cellKeys.contains)
    return cell
  }

  /// `{"type": "gaussianBlur", "inputRadius": 8}`; an unknown type is left out with a note.
  private func filter(_ value: DocumentValue, path: DocumentPath) -> CAFilter? {
    guard let object = ObjectReader(value, path: path, problems: problems) else { return nil }
    guard let type = object.string("type") else {
      if object["type"] == nil { object.error("a filter needs a type", at: object.location, key: "type") }
      return nil
    }
    let filter = CAFilter(type: type)
    guard filter.isKnown else {
      let place = object["type"]?.location ?? object.location
      problems.unsupported(
        "the filter \"\(type.excerpt())\" is left out\(type.alternatives(among: CAFilter.types))", at: place,
        path: path)
      return nil
    }
    setProperties(of: filter, from: object, unsupported: UnsupportedFeatures.filterKeys.contains)
    return filter
  }

  /// `{"type": "drag", "drag": 2}`.
  private func behavior(_ value: DocumentValue, path: DocumentPath) -> CAEmitterBehavior? {
    guard let object = ObjectReader(value, path: path, problems: problems) else { return nil }
    guard let type = object.string("type") else {
      if object["type"] == nil { object.error("a behaviour needs a type", at: object.location, key: "type") }
      return nil
    }
    let behavior = CAEmitterBehavior(type: type)
    guard behavior.isKnown else {
      let place = object["type"]?.location ?? object.location
      if UnsupportedFeatures.behaviorTypes.contains(type) {
        problems.unsupported("the behaviour \"\(type)\" is left out", at: place, path: path)
      } else {
        let alternatives = type.alternatives(among: CAEmitterBehavior.behaviorTypes())
        object.error("unknown behaviour \"\(type)\"\(alternatives)", at: place, key: "type")
      }
      return nil
    }
    setProperties(of: behavior, from: object, unsupported: { _ in false })
    return behavior
  }

  /// Animators of one text, and characters of a text that has some.
  package static let (mostAnimators, mostAnimatedCharacters) = (TextState.mostAnimators, TextState.mostAnimatedGlyphs)

  private func animators(at place: Int, _ object: ObjectReader) -> [CATextAnimator] {
    let key = object.members[place].key
    let items = object.array(at: place)
    if items.count > Self.mostAnimators {
      let message = "expected at most \(Self.mostAnimators) animators, found \(items.count)"
      object.error(message, at: object.members[place].location, key: key)
    }
    return items.prefix(Self.mostAnimators).enumerated().compactMap { index, value in
      guard let object = ObjectReader(value, path: object.path(to: key, index), problems: problems),
        problems.use(Self.partMemory, at: value.location, path: object.path)
      else { return nil }
      let animator = CATextAnimator()
      setProperties(of: animator, from: object, unsupported: { _ in false })
      return animator
    }
  }

  /// Says where a text has more characters than its animators reach.
  private func checkAnimators(of layer: CATextLayer, _ object: ObjectReader) {
    guard layer.animators != nil, let text = layer.string as? String, text.utf8.count > Self.mostAnimatedCharacters,
      text.count > Self.mostAnimatedCharacters
    else { return }
    let message =
      "a text with animators has at most \(Self.mostAnimatedCharacters) characters, this one has \(text.count)"
    object.error(message, at: object["string"]?.location ?? object.location, key: "string")
  }

  private func setProperties(
    of target: some PropertyContainer, from object: ObjectReader, unsupported: (String) -> Bool
  ) {
    let hasType = target is CAFilter || target is CAEmitterBehavior
    // By index: a copy of a member counts the references in it.
    for place in object.members.indices {
      let key = object.members[place].key
      if key == "class" || hasType && key == "type" || key == "animations" && target is CALayer { continue }
      if problems.isOver { return }
      if let info = target.info(forKey: key) {
        set(info, of: target, toMemberAt: place, object)
      } else if unsupported(key) {
        problems.unsupported("ignored", at: object.members[place].location, path: object.path(to: key))
      } else {
        let forgotten = object["class"] == nil && target is CALayer ? ClassHint.text(forKey: key) : nil
        let hint = forgotten ?? key.suggestion(among: target.allKeys + ["class"])
        let location = object.members[place].location
        object.error("\(target.className) has no such property\(hint)", at: location, key: key)
      }
    }
  }

  private func set(
    _ info: PropertyInfo, of target: some PropertyContainer, toMemberAt place: Int, _ object: ObjectReader
  ) {
    let key = object.members[place].key
    let value: Any?
    switch info.kind {
    case .layers:
      value = object.array(at: place).enumerated().compactMap { layer($1, path: object.path(to: key, $0)) }
    case .cells:
      let items = object.array(at: place)
      if items.count > PresetLoader.mostCells {
        let message = "expected at most \(PresetLoader.mostCells) cells, found \(items.count)"
        problems.fatal(message, at: object.members[place].location, path: object.path(to: key))
      }
      value = items.prefix(PresetLoader.mostCells).enumerated().compactMap { cell($1, path: object.path(to: key, $0)) }
    case .filters:
      value = object.array(at: place).enumerated().compactMap { filter($1, path: object.path(to: key, $0)) }
    case .behaviors:
      value = object.array(at: place).enumerated().compactMap { behavior($1, path: object.path(to: key, $0)) }
    case .animators: value = animators(at: place, object)
    case .layer:
      value = layer(object.members[place].value, path: object.path(to: key))
    default:
      let isTaken = object.read(at: place) { given throws(ValueMismatchError) in
        target.writeProperty(try read(given, for: info), key)
      }
      if isTaken == false { refuse(object.members[place], info, object) }
      if key == "beginTime" { values.moments.note(values.beginMoment(object.members[place].value), of: target) }
      return
    }
    if !target.writeProperty(value, key) { refuse(object.members[place], info, object) }
  }

  private func read(_ given: DocumentValue, for info: PropertyInfo) throws(ValueMismatchError) -> Any? {
    if SoundFollower.isMeant(by: given) {
      return NSNumber(value: try SoundFollower(problems: problems, values: values).start(given, info))
    }
    if case .number = given.content { return try values.passing(given, kind: info.kind, unit: info.unit) }
    return try values.read(given, for: info)
  }

  private func refuse(_ member: DocumentMember, _ info: PropertyInfo, _ object: ObjectReader) {
    object.error(
      "expected \(info.expectation), found \(member.value.quoted)", at: member.value.location, key: member.key)
  }
}

extension CALayer {
  /// Covers a stage of a size in points.
  package func fill(_ size: CGSize) {
    bounds = CGRect(origin: .zero, size: size)
    position = CGPoint(x: size.width / 2, y: size.height / 2)
  }
}
