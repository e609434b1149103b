/// The clock of the times in a layer, relative to the movie.
private struct LayerClock {
  var start: Double
  var rate = 1.0

  init(start: Double) { self.start = start }

  /// - Parameter parent: the parent of the outermost layer if that is not in the tree yet.
  init(of layer: CALayer?, in scene: PresetScene, under parent: (CALayer) -> CALayer?) {
    self.init(start: scene.clock)
    var (layers, next) = ([CALayer](), layer)
    while let layer = next {
      layers.append(layer)
      next = layer.superlayer ?? parent(layer)
    }
    for (index, layer) in layers.reversed().enumerated() {
      // With a clean start, emitters without a begin time start with the movie.
      let beginsNow = scene.start == .clean && layer.beginTime == 0 && layer is CAEmitterLayer
      start = (start - (beginsNow ? start : layer.beginTime)) * Double(layer.speed) + layer.timeOffset
      rate *= Double(layer.speed)
      // A fixed time of sublayers does not follow the movie.
      if index < layers.count - 1, let time = layer.sublayerTime { (start, rate) = (time, 0) }
    }
  }

  /// Seconds from the movie's start; nil if the clock is paused or runs backward.
  func seconds(_ time: Double) -> Double? { rate > 0 ? (time - start) / rate : nil }
}

/// Warns about times before the start or after the end of the movie.
///
/// The clock of a movie does not begin at 0, so `beginTime: 2` is long before the start.
struct TimeRemarks {
  let scene: PresetScene
  /// Initial layers, and those that the timeline adds.
  private let lookup: LayerLookup
  private let parents: [ObjectIdentifier: CALayer]
  private let additions: [Double: [PresetEvent.Addition]]
  /// Shorter begin times mean "at once": documents of other programs contain them.
  private static let least = 0.001

  typealias Say = (_ message: String, _ value: DocumentValue, _ path: String) -> Void

  init(scene: PresetScene) {
    self.scene = scene
    let lookup = LayerLookup(root: scene.rootLayer)
    var parents: [ObjectIdentifier: CALayer] = [:]
    for addition in scene.events.flatMap(\.additions) {
      parents[ObjectIdentifier(addition.layer)] = lookup.layer(named: addition.superlayer)
      lookup.add(addition.layer)
    }
    (self.lookup, self.parents) = (lookup, parents)
    additions = Dictionary(scene.events.map { ($0.time, $0.additions) }) { $0 + $1 }
  }

  private func clock(of layer: CALayer?) -> LayerClock {
    LayerClock(of: layer, in: scene) { parents[ObjectIdentifier($0)] }
  }

  // MARK: Layers and cells

  /// - Parameter clock: the layer whose clock the begin time uses; nil for the movie's.
  func checkBegin(_ value: DocumentValue, on clock: CALayer?, _ path: () -> String, _ say: Say) {
    guard let given = value[key: "beginTime"], let time = number(given) else { return }
    let clock = self.clock(of: clock)
    guard let moment = clock.seconds(time) else { return }
    if isPlain(given), isMeantLater(time), moment < 0 {
      say(
        "\(text(time)) is before the start of the movie, when this clock shows \(text(clock.start)); did you mean "
          + "\"now+\(ValueText.text(time))s\"?", given, "\(path()).beginTime")
    } else if (isPlain(given) ? moment : time - scene.clock) > scene.duration {
      say(late(isPlain(given) ? moment : time - scene.clock), given, "\(path()).beginTime")
    }
  }

  // MARK: Animations

  /// Checks the animations of a layer when it is added to the tree.
  /// - Parameter start: seconds from the start of the movie.
  func checkAnimations(
    _ value: DocumentValue, of layer: CALayer, from start: Double = 0, _ path: () -> String, _ say: Say
  ) {
    guard let animations = value[key: "animations"] else { return }
    for member in animations.members {
      guard let animation = layer.animation(forKey: member.key) else { continue }
      check(member.value, animation, of: layer, from: start, "\(path()).animations.\(member.key)", say)
    }
  }

  func checkAnimations(ofEvent value: DocumentValue, at time: Double, _ path: String, _ say: Say) {
    guard let layers = value[key: "animations"] else { return }
    let added = scene.events.filter { $0.time == time }.flatMap(\.animations)
    for layer in layers.members {
      guard let target = lookup.layer(named: layer.key) else { continue }
      for member in layer.value.members {
        guard let found = added.first(where: { $0.layer == layer.key && $0.key == member.key }) else { continue }
        let place = "\(path).animations.\(layer.key).\(member.key)"
        check(member.value, found.animation, of: target, from: time, place, say)
      }
    }
  }

  /// Checks the animations of layers that an event adds.
  func checkAdditions(ofEvent value: DocumentValue, at time: Double, _ path: String, _ say: Say) {
    var added = additions[time] ?? []
    for target in value[key: "addSublayers"]?.members ?? [] {
      let isList = if case .array = target.value.content { true } else { false }
      for (index, item) in (isList ? target.value.items : [target.value]).enumerated() {
        guard let found = added.firstIndex(where: { $0.superlayer == target.key }) else { return }
        let place = "\(path).addSublayers.\(target.key)" + (isList ? "[\(index)]" : "")
        checkTree(item, added.remove(at: found).layer, from: time, place, say)
      }
    }
  }

  private func checkTree(_ value: DocumentValue, _ layer: CALayer, from start: Double, _ path: String, _ say: Say) {
    checkAnimations(value, of: layer, from: start, { path }, say)
    let sublayers = layer.sublayers ?? []
    for (index, child) in (value[key: "sublayers"]?.items ?? []).enumerated() where sublayers.indices.contains(index) {
      checkTree(child, sublayers[index], from: start, "\(path).sublayers[\(index)]", say)
    }
    if let value = value[key: "mask"], let mask = layer.mask {
      checkTree(value, mask, from: start, "\(path).mask", say)
    }
  }

  /// Checks the animations of a state transition, relative to the time when the state is entered.
  func checkAnimations(ofTransition value: DocumentValue, _ path: String, _ say: Say) {
    for layer in value[key: "animations"]?.members ?? [] {
      for member in layer.value.members {
        guard let given = member.value[key: "beginTime"], isPlain(given), let time = number(given), time >= Self.least,
          time < scene.clock
        else { continue }
        say(
          "\(text(time)) is before the state is entered; did you mean \(meant(time))?", given,
          "\(path).animations.\(layer.key).\(member.key).beginTime")
      }
    }
  }

  /// - Parameter start: seconds from the start of the movie when the animation is added.
  private func check(
    _ value: DocumentValue, _ animation: CAAnimation, of layer: CALayer, from start: Double, _ path: String, _ say: Say
  ) {
    let key = path.split(separator: ".").last.map(String.init)
    NumberRemarks(duration: scene.duration).check(value, key: key, of: layer, path, say)
    checkChildren(value, animation, path, say)
    guard let key = ["beginTime", "delay"].first(where: { value[key: $0] != nil }), let given = value[key: key],
      animation.beginTime != 0
    else { return }
    let clock = self.clock(of: layer)
    let time = animation.beginTime
    guard let moment = animation.beginMoment.map({ $0 - scene.clock }) ?? clock.seconds(time) else { return }
    let place = "\(path).\(key)"
    let isForgotten = animation.beginMoment == nil && isMeantLater(time)
    let end = moment + (animation.endTime - time) / clock.rate
    let what = start > 0 ? "its event at \(text(start))" : "the movie begins"
    let isAtOnce = animation.beginMoment == nil && (0..<Self.least).contains(time)
    let advice = isAtOnce ? "; did you mean \"now\"?" : isForgotten ? "; did you mean \(meant(time))?" : ""
    if end <= start {
      let shown = animation.beginMoment == nil ? clock.start + start * clock.rate : nil
      let reason = shown.map { ", when the layer's clock shows \(text($0))" } ?? ""
      say("the animation is over before \(what)\(reason)\(advice)", given, place)
    } else if isForgotten, moment < start {
      say("the animation begins \(text(start - moment)) before \(what)\(advice)", given, place)
    } else if moment > scene.duration {
      say(late(moment), given, place)
    }
  }

  /// Children of a group use its time, and end with it.
  private func checkChildren(_ value: DocumentValue, _ animation: CAAnimation, _ path: String, _ say: Say) {
    guard let group = animation as? CAAnimationGroup, group.duration > 0 else { return }
    for (index, item) in (value[key: "animations"]?.items ?? []).enumerated() {
      guard let children = group.animations, children.indices.contains(index) else { return }
      let (child, place) = (children[index], "\(path).animations[\(index)]")
      let key = item[key: "delay"] == nil ? "beginTime" : "delay"
      if let given = item[key: key], child.beginTime >= group.duration {
        say(
          "the animation begins \(text(child.beginTime)) after its group, which lasts \(text(group.duration))", given,
          "\(place).\(key)")
      }
      checkChildren(item, child, place, say)
    }
  }

  private func number(_ value: DocumentValue) -> Double? { try? scene.values.number(value, unit: .seconds) }

  /// Whether a begin time is relative to the layer's clock.
  private func isPlain(_ value: DocumentValue) -> Bool { scene.values.beginMoment(value) == nil }

  /// Whether a number would be a valid time from the start of the movie.
  private func isMeantLater(_ time: Double) -> Bool { time >= Self.least && time <= scene.duration }

  private func text(_ seconds: Double) -> String { "\(ValueText.text(seconds)) s" }

  private func meant(_ time: Double) -> String {
    "\"now+\(ValueText.text(time))s\", or delay: \(ValueText.text(time))"
  }

  private func late(_ moment: Double) -> String {
    "this begins \(text(moment)) after the start of the movie, which ends at \(text(scene.duration))"
  }
}
