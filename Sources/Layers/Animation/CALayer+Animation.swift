extension CALayer {
  /// Adds a copy of an animation to the layer.
  ///
  /// If the animation has no duration or timing function, the layer uses those of the transaction. If it has no begin
  /// time, it begins at the commit. An animation with the same key is replaced; without a key, any number can run
  /// (documented). The key of a transition is always "transition".
  public final func add(_ anim: CAAnimation, forKey key: String?) {
    guard modelLayer == nil, let copy = anim.copyForLayer(inside: []) else { return }
    keep(copy, forKey: key)
  }

  /// Adds an animation without a copy. The first commit uses the tracks that were made to find problems.
  /// - Returns: why the animation has no effect.
  package final func adopt(_ animation: CAAnimation, forKey key: String?) -> [AnimationError] {
    keep(animation, forKey: key).prepare(on: self)
  }

  @discardableResult
  private func keep(_ own: CAAnimation, forKey key: String?) -> AnimationEntry {
    let key = own is CATransition ? CATransition.key : key
    if let key { removeAnimation(forKey: key) }
    if !(own.held.timing.duration > 0) { own.duration = CATransaction.animationDuration() }
    let isAlone = CATransaction.saysNothing
    if !isAlone, own.held.timingFunction == nil { own.timingFunction = CATransaction.animationTimingFunction() }
    notePreviousValues(for: own, key: key)
    own.freeze()
    let completions = isAlone ? [] : CATransaction.openCompletions
    completions.forEach { $0.enter() }
    let entry = AnimationEntry(own, key: key, completions: completions)
    animations.append(entry)
    markChanged()
    return entry
  }

  /// A basic animation without end values goes from the value shown before to the model value (documented, behavior.md
  /// 2.3).
  private func notePreviousValues(for animation: CAAnimation, key: String?) {
    guard isShown else { return }
    if let group = animation as? CAAnimationGroup {
      group.animations?.forEach { notePreviousValues(for: $0, key: nil) }
    } else if let basic = animation as? CABasicAnimation, let keyPath = basic.keyPath ?? key, let node = shownNode {
      let before = node.tracks.isEmpty ? node.state : node.presentedState(at: localTime)
      basic.stored.previousValue = Self.row(forKeyPath: keyPath)?.read(before)
    }
  }

  /// Returns the layer's copy of the animation with a key, or nil.
  public final func animation(forKey key: String) -> CAAnimation? {
    animations[key]?.animation
  }

  /// Replaces the animation with a key and keeps its position among the others. Does nothing if there is none.
  package final func replaceAnimation(forKey key: String, with animation: CAAnimation) {
    guard let old = animations[key] else { return }
    let count = animations.entries.count
    add(animation, forKey: key)
    if animations.entries.count == count { animations.moveLast(toPlaceOf: old) }
  }

  /// Returns the keys of the animations in the order they were added, or nil if there are none.
  public final func animationKeys() -> [String]? {
    let keys = animations.entries.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Removes an animation. Its delegate is called with `finished` false.
  public final func removeAnimation(forKey key: String) {
    guard let entry = animations[key] else { return }
    animations.remove(entry)
    markChanged()
    entry.end(finished: false)
  }

  /// Removes all animations. Their delegates are called with `finished` false.
  public final func removeAllAnimations() {
    guard !animations.isEmpty else { return }
    let entries = animations.entries
    animations.removeAll()
    markChanged()
    entries.forEach { $0.end(finished: false) }
  }

  /// Why animations of this layer have no effect, as of the last commit.
  package final var animationProblems: [AnimationError] { animations.entries.flatMap(\.problems) }

  package final func problems(with animation: CAAnimation, forKey key: String?) -> [AnimationError] {
    var builder = TrackBuilder(self)
    // Groups cannot contain themselves.
    guard let own = animation.copyForLayer(inside: []) else { return [] }
    builder.add(own, key: key)
    return builder.problems + own.transitionProblems
  }

  /// Returns the value of a property if only these animations were on the layer. They need begin times.
  package final func value(forKeyPath keyPath: String, under animations: [CAAnimation]) -> Any? {
    var builder = TrackBuilder(self)
    for animation in animations { builder.add(animation, key: keyPath) }
    var shown = state
    for track in builder.tracks { track.apply(to: &shown, at: localTime) }
    return Self.row(forKeyPath: keyPath)?.read(shown)
  }

  /// Returns the tracks of the animations. Resolves new ones and adds them to the agenda.
  /// - Parameter time: the current time of the layer.
  func commitAnimations(at time: Double) -> [Track] {
    if let committedNode, committedNode.state.timing != state.timing {
      ThreadState.current.agenda.reschedule()
    }
    guard !animations.isEmpty else { return [] }
    var tracks: [Track] = []
    tracks.reserveCapacity(animations.entries.count)
    for entry in animations.entries {
      if entry.tracks == nil { commit(entry, at: time) }
      if let own = entry.tracks { tracks += own }
    }
    return tracks
  }

  private func commit(_ entry: AnimationEntry, at time: Double) {
    let isNew = !entry.isResolved
    entry.resolve(on: self, at: time, replacing: shownNode)
    if isNew, !entry.startsQuietly(at: time) { ThreadState.current.plan(entry, of: self) }
  }

  /// Starts or ends an animation.
  func progress(_ entry: AnimationEntry) {
    guard animations.contains(entry) else { return }
    guard entry.hasStarted else {
      entry.hasStarted = true
      ThreadState.current.plan(entry, of: self)
      entry.animation.delegate?.animationDidStart(entry.animation)
      return
    }
    if entry.animation.isRemovedOnCompletion { animations.remove(entry) }
    if entry.endsQuietly, !dependsOnCommits {
      ThreadState.current.quietEnds.note(self)
    } else if entry.animation.isRemovedOnCompletion || entry.transition != nil {
      markChanged()
    }
    entry.end(finished: true)
  }
}
