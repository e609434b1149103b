extension LottieImporter {
  /// Applies a Lottie layer's transform to a draft.
  /// - Parameters:
  ///   - size: The draft's bounds, in whose units the anchor is.
  ///   - fades: Whether opacity applies: that of parents does not.
  func transform(
    _ draft: inout LottieLayerDraft, layer: LottieObject, size: (Double, Double), in time: LottieTime, fades: Bool
  ) {
    guard let ks = layer.object("ks") else { return }
    transform(&draft, ks, size: size, in: time, fades: fades, turnsAlong: layer.flag("ao"))
    if !fades { ks.keys.pass("o") }
  }

  /// - Parameter turnsAlong: Whether it rotates to the direction of motion.
  func transform(
    _ draft: inout LottieLayerDraft, _ ks: LottieObject, size: (Double, Double) = (1, 1), in time: LottieTime,
    fades: Bool = true, turnsAlong: Bool = false
  ) {
    ks.keys.pass("ty", "hd")
    put(
      LottieRule(keyPath: "anchorPoint", spell: { .rounded($0.numbers, digits: 5) }) {
        LottieSample([$0[0][at: 0] / size.0, $0[0][at: 1] / size.1])
      }, of: [ks.property("a", default: [0, 0])], on: &draft, in: time)
    place(&draft, ks, in: time)
    linear(&draft, ks, in: time, turnsAlong: turnsAlong)
    if fades, ks.has("o") { fade(&draft, ks, in: time) }
  }

  func fade(_ draft: inout LottieLayerDraft, _ item: LottieObject, in time: LottieTime) {
    put(
      LottieRule(keyPath: "opacity", component: 0) { LottieSample([max(0, min(1, $0[0][at: 0] / 100))]) },
      of: [item.property("o", default: [100])], on: &draft, in: time)
  }

  private func place(_ draft: inout LottieLayerDraft, _ ks: LottieObject, in time: LottieTime) {
    guard let split = ks.splitPlace else {
      put(
        LottieRule(keyPath: "position", tolerance: 0.02, spell: { .rounded($0.numbers) }) {
          LottieSample([$0[0][at: 0], $0[0][at: 1]])
        }, of: [ks.property("p", default: [0, 0])], on: &draft, in: time)
      return
    }
    draft.set("position", .rounded([split.x.value[at: 0], split.y.value[at: 0]]))
    for (key, property) in [("x", split.x), ("y", split.y)] where property.isMoving {
      putPart(
        LottieRule(keyPath: "position.\(key)", component: 0, setsModel: false) { LottieSample([$0[0][at: 0]]) },
        property, on: &draft, in: time)
    }
  }

  /// Scale, skew and rotation. Keys are kept if each part can be animated separately; the rotation is then last,
  /// because a mirroring scale cannot otherwise be distinguished from a rotation.
  private func linear(_ draft: inout LottieLayerDraft, _ ks: LottieObject, in time: LottieTime, turnsAlong: Bool) {
    let (scale, skew, axis) = (ks.property("s", default: [100, 100]), ks.property("sk"), ks.property("sa"))
    let rotation = ks.has("rz") ? ks.property("rz") : ks.property("r")
    let turns = turnsAlong && spend(steps: 10_000)
    let way = turns && ks.property("p", default: [0, 0]).isMoving ? ks.property("p", default: [0, 0]) : nil
    let space = [ks.property("rx"), ks.property("ry"), ks.property("or", default: [0, 0, 0])]
    let isInSpace = space.contains { $0.isMoving || $0.value.contains { $0 != 0 } }
    let parts = [scale, skew, axis, rotation] + space
    guard way != nil || parts.contains(where: \.isMoving) else {
      let matrix = Self.linear(parts.map(\.value))
      if matrix != LottieMatrix() { draft.set("transform", .matrix(matrix)) }
      return
    }
    let mirrors = scale.keys.contains { key in
      [key.value, key.end ?? []].contains { $0[at: 0] < 0 && $0[at: min(1, $0.count - 1)] < 0 }
    }
    let slants = skew.isMoving || skew.value[at: 0] != 0
    if way == nil, !slants, !mirrors, !isInSpace, !scale.value.isBothNegative {
      return inParts(&draft, scale, rotation, in: time)
    }
    let rule = LottieRule(
      keyPath: "transform", tolerance: 1e-9, isLinear: false, spell: { .matrix(numbers: $0.numbers) }
    ) { values in
      let matrix = Self.linear(values)
      return LottieSample([matrix.a, matrix.b, matrix.c, matrix.d])
    }
    put(rule, of: parts + (way.map { [Self.direction(of: $0)] } ?? []), on: &draft, in: time)
  }

  /// - Parameter values: Scale, skew, its axis, rotation, rotations about x and y, orientation, and direction of
  ///   motion.
  private static func linear(_ values: [[Double]]) -> LottieMatrix {
    let turn = values.count > 7 ? values[7][at: 0] : 0
    return LottieMatrix.linear(
      scale: values[0], skew: values[1][at: 0], axis: values[2][at: 0], rotation: values[3][at: 0] + turn
    ).then(.space(x: values[4][at: 0], y: values[5][at: 0], orientation: values[6]))
  }

  /// The direction of motion in degrees, sampled twice per frame.
  private static func direction(of way: LottieProperty) -> LottieProperty {
    guard let first = way.keys.first?.time, let last = way.keys.last?.time, last > first else {
      return LottieProperty([0])
    }
    var (keys, before) = ([LottieProperty.Key](), 0.0)
    for frame in stride(from: first, through: last, by: max(0.5, (last - first) / 2000)) {
      var angle = way.direction(at: frame).map { $0 * 180 / .pi } ?? before
      // The shorter way round.
      while angle - before > 180 { angle -= 360 }
      while angle - before < -180 { angle += 360 }
      keys.append(LottieProperty.Key(time: frame, value: [angle]))
      before = angle
    }
    return LottieProperty(keys: keys)
  }

  private func inParts(
    _ draft: inout LottieLayerDraft, _ scale: LottieProperty, _ rotation: LottieProperty, in time: LottieTime
  ) {
    if scale.isMoving {
      // One animation for both axes halves the work of each frame.
      let axes = scale.isEven ? ["xy"] : ["x", "y"]
      for (component, key) in axes.enumerated() {
        let own = scale.mapped { [$0[at: min(component, $0.count - 1)] / 100] }
        // All parts are animated, or none is in the model.
        let rule = LottieRule(keyPath: "transform.scale.\(key)", component: component, setsModel: false) {
          LottieSample([$0[0][at: 0]])
        }
        putPart(rule, own, on: &draft, in: time)
      }
      if rotation.isMoving || rotation.value[at: 0] != 0 { turn(&draft, rotation, in: time) }
    } else {
      let matrix = LottieMatrix.linear(scale: scale.value, skew: 0, axis: 0, rotation: 0)
      if matrix != LottieMatrix() { draft.set("transform", .matrix(matrix)) }
      turn(&draft, rotation, in: time)
    }
  }

  private func turn(_ draft: inout LottieLayerDraft, _ rotation: LottieProperty, in time: LottieTime) {
    let rule = LottieRule(
      keyPath: "transform.rotation.z", component: 0, setsModel: false, spell: { .rounded($0.numbers[0], digits: 6) }
    ) { LottieSample([$0[0][at: 0] * .pi / 180]) }
    putPart(rule, rotation, on: &draft, in: time)
  }

  /// A constant part is also animated, because the model's transform is not changed.
  private func putPart(
    _ rule: LottieRule, _ property: LottieProperty, on draft: inout LottieLayerDraft, in time: LottieTime
  ) {
    var inner = LottieLayerDraft()
    put(rule, of: [property], on: &inner, in: time)
    if let animation = inner.animations.first { return draft.animate(animation.1) }
    let last = time.perFrame > 0 && property.isMoving ? property.keys[property.keys.count - 1] : nil
    let isOver = last.map { time.seconds($0.time) <= time.range.lowerBound } ?? false
    let value = rule.spell(rule.make([isOver ? last?.value ?? property.value : property.value]))
    guard spend(numbers: 2) else { return }
    draft.animate(
      .object([
        ("keyPath", .text(rule.keyPath)), ("fromValue", value), ("toValue", value), ("duration", .number(1e6)),
        ("beginTime", .number(time.range.lowerBound)), ("fillMode", .text("both")),
        ("removedOnCompletion", DocumentValue(.boolean(false))),
      ]))
  }
}

extension LottieObject {
  /// The components of a position if they are given separately; nil if they are one value.
  var splitPlace: (x: LottieProperty, y: LottieProperty)? {
    guard value["p"]?["s"]?.isTrue ?? false, let place = object("p"), place.flag("s"), place.has("x") else {
      return nil
    }
    place.keys.pass("z", "k", "a")
    return (place.property("x"), place.property("y"))
  }
}

extension LottieProperty {
  /// Whether the first two components, or the only one, are always equal.
  fileprivate var isEven: Bool {
    func isEven(_ value: [Double]) -> Bool { value[at: 0] == value[at: Swift.min(1, value.count - 1)] }
    return isPacedAsOne && keys.allSatisfy { isEven($0.value) && isEven($0.end ?? $0.value) }
  }
}

extension [Double] {
  fileprivate var isBothNegative: Bool { self[at: 0] < 0 && self[at: Swift.min(1, count - 1)] < 0 }
}

extension DocumentValue {
  static func matrix(_ m: LottieMatrix) -> DocumentValue { matrix(numbers: [m.a, m.b, m.c, m.d]) }

  /// The upper left part of a transform.
  static func matrix(numbers n: [Double]) -> DocumentValue {
    .rounded([n[0], n[1], 0, 0, n[2], n[3], 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], digits: 7)
  }
}
