/// Resolves animations of a layer to tracks, through the property tables of layers and emitter cells.
struct TrackBuilder {
  let layer: CALayer
  private(set) var tracks: [Track] = []
  private(set) var problems: [AnimationError] = []
  /// Whether another begin time makes different tracks, not only the same tracks at another time.
  private(set) var dependsOnBeginning = false
  /// Begin and end of the last added animation, in the layer's time.
  private(set) var span = (begin: 0.0, end: Double.infinity)

  /// Expected begin of an animation without a begin time, in the layer's time; otherwise 0.
  private let commitTime: Double

  init(_ layer: CALayer, commitTime: Double = 0) { (self.layer, self.commitTime) = (layer, commitTime) }

  /// - Parameter key: the key path if the animation has none.
  /// - Parameter inherited: duration in seconds if the animation has none.
  mutating func add(
    _ animation: CAAnimation, key: String?, groups: [AnimationClock] = [],
    inherited: Double = AnimationClock.defaultDuration
  ) {
    var timing = animation.held.timing
    if groups.isEmpty, timing.beginTime == 0 { timing.beginTime = commitTime }
    let clock = AnimationClock(of: animation, timing, inherited: inherited)
    if groups.isEmpty { span = (clock.beginTime, clock.endTime) }
    if let group = animation as? CAAnimationGroup {
      for child in group.animations ?? [] {
        add(child, key: nil, groups: groups + [clock], inherited: clock.duration)
      }
    } else if let animation = animation as? CAPropertyAnimation {
      do {
        let keyPath = animation.held.keyPath ?? key ?? ""
        let track = try track(animation, keyPath: keyPath, groups: groups, clock: clock)
        tracks.append(track)
      } catch {
        problems.append(error)
      }
    }
  }

  private mutating func track(
    _ animation: CAPropertyAnimation, keyPath: String, groups: [AnimationClock], clock: AnimationClock
  ) throws(AnimationError) -> Track {
    try layer.checkPart(atKeyPath: keyPath)
    let begin = groups.reduce(clock.beginTime) { $0 + $1.beginTime }
    if let row = type(of: layer).row(forKeyPath: keyPath) {
      // Videos start with the animation.
      if row.kind == .contents { dependsOnBeginning = true }
      var writer = try writer(animation, row, keyPath, begin: begin)
      if animation is CAKeyframeAnimation { writer = turning(writer, along: animation) }
      let births = layer is CAEmitterLayer ? Property<EmitterState>.row(forKeyPath: keyPath) : nil
      return Track(
        groups: groups, clock: clock, writer: writer,
        births: try births.map { row throws(AnimationError) in
          try self.writer(animation, row, keyPath, begin: begin).lifted(through: \EmissionValues.emitter)
        })
    }
    guard let emitter = layer as? CAEmitterLayer, let cell = try emitter.cellProperty(atKeyPath: keyPath) else {
      throw .noSuchProperty(keyPath: keyPath, className: layer.className)
    }
    let births = try writer(animation, cell.row, keyPath, begin: begin).lifted(toCellAt: cell.path)
    return Track(groups: groups, clock: clock, writer: nil, births: births)
  }

  /// - Parameter begin: when the animation begins, in the layer's time.
  private func writer<Root>(
    _ animation: CAPropertyAnimation, _ row: Property<Root>, _ keyPath: String, begin: Double = 0
  ) throws(AnimationError) -> TrackWriter<Root> {
    guard row.isAnimatable, let access = row.access else { throw .notAnimatable(keyPath: keyPath) }
    guard var request = request(animation) else { throw .nothingToDo(keyPath: keyPath) }
    if row.kind == .contents { request = request.beginningClips(at: begin) }
    let writer: TrackWriter<Root>?
    do {
      let fade = row.kind == .contents ? try request.contentsFade() as? TrackWriter<Root> : nil
      writer =
        try fade
        ?? access(
          TrackRequest(
            values: request, isAdditive: animation.held.isAdditive, isCumulative: animation.held.isCumulative,
            function: animation.held.valueFunction?.function))
    } catch {
      throw .wrongValue(keyPath: keyPath, expected: row.kind)
    }
    guard let writer else { throw .nothingToDo(keyPath: keyPath) }
    return writer
  }

  /// Rotates the layer along its path if the animation requests it.
  private func turning(
    _ writer: TrackWriter<LayerState>, along animation: CAPropertyAnimation
  ) -> TrackWriter<LayerState> {
    guard let mode = animation.held.special.rotationMode,
      case .path(let path) = request(animation)
    else { return writer }
    let turn = mode == CAAnimationRotationMode.rotateAutoReverse.rawValue ? Double.pi : 0
    return TrackWriter { state, sample in
      writer.apply(to: &state, sample)
      let angle = path.angle(at: sample.progress) + turn
      state.transform = CATransform3DConcat(CATransform3DMakeRotation(angle, 0, 0, 1), state.transform)
    }
  }

  /// Nil if the animation cannot have an effect.
  private func request(_ animation: CAPropertyAnimation) -> AnimationRequest? {
    if animation is CABasicAnimation {
      if animation.held.fromValue == nil, animation.held.toValue == nil, animation.held.byValue == nil {
        return .basic(from: animation.held.previousValue, to: nil, by: nil)
      }
      return .basic(from: animation.held.fromValue, to: animation.held.toValue, by: animation.held.byValue)
    }
    let values = animation.held.special
    guard animation is CAKeyframeAnimation, let mode = CalculationMode(rawValue: values.calculationMode) else {
      return nil
    }
    let curves = values.timingFunctions?.map(\.curve) ?? []
    if let path = values.path {
      return MotionPath(path, keyTimes: values.keyTimes, mode: mode, curves: curves).map { .path($0) }
    }
    return values.values.map {
      .keyframes(values: $0, keyTimes: values.keyTimes, mode: mode, curves: curves, shape: values.shape)
    }
  }
}

extension AnimationClock {
  /// - Parameter timing: replaces the animation's timing.
  /// - Parameter inherited: duration in seconds if the animation has none.
  package init(of animation: CAAnimation, _ timing: Timing? = nil, inherited: Double = defaultDuration) {
    self.init(
      timing ?? animation.held.timing, curve: animation.held.timingFunction?.curve,
      spring: animation is CASpringAnimation ? animation.held.special.spring : nil, inherited: inherited)
  }
}

extension CAAnimation {
  /// End of an animation that has a begin time, in the time of its layer or group; infinite if it never ends.
  package final var endTime: Double { AnimationClock(of: self).endTime }
}
