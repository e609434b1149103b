extension CALayer {
  /// Puts a copy of an animation on the layer.
  ///
  /// Where the animation has no duration or timing function, it takes the transaction's; where it has no begin time, it
  /// begins at the commit. An animation under the same key is replaced; without a key any number may run (documented).
  /// The key of a transition is always "transition".
  public final func add(_ anim: CAAnimation, forKey key: String?) {
    guard modelLayer == nil, let copy = anim.copyForLayer(inside: []) else { return }
    keep(copy, forKey: key)
  }

  /// Puts an animation that is not shared on the layer: as `add(_:forKey:)`, without a copy. The tracks that are made
  /// to find problems serve the first commit too.
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

  /// A basic animation without ends goes from what showed before to what the model says (documented, behavior.md 2.3).
  private func notePreviousValues(for animation: CAAnimation, key: String?) {
    guard isShown else { return }
    if let group = animation as? CAAnimationGroup {
      group.animations?.forEach { notePreviousValues(for: $0, key: nil) }
    } else if let basic = animation as? CABasicAnimation, let keyPath = basic.keyPath ?? key, let node = shownNode {
      let before = node.tracks.isEmpty ? node.state : node.presentedState(at: localTime)
      basic.stored.previousValue = Self.row(forKeyPath: keyPath)?.read(before)
    }
  }

  /// The layer's own copy of the animation under a key; nil without one.
  public final func animation(forKey key: String) -> CAAnimation? {
    animations[key]?.animation
  }

  /// Puts an animation in the place of the one under a key, so that the others stay before and after it. Without one,
  /// nothing happens.
  package final func replaceAnimation(forKey key: String, with animation: CAAnimation) {
    guard let old = animations[key] else { return }
    let count = animations.entries.count
    add(animation, forKey: key)
    if animations.entries.count == count { animations.moveLast(toPlaceOf: old) }
  }

  /// Keys of the animations, in the order they were added; nil when there are none.
  public final func animationKeys() -> [String]? {
    let keys = animations.entries.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Stops an animation: its delegate hears that it has not finished.
  public final func removeAnimation(forKey key: String) {
    guard let entry = animations[key] else { return }
    animations.remove(entry)
    markChanged()
    entry.end(finished: false)
  }

  /// Removes all animations; their delegates hear that they did not finish.
  public final func removeAllAnimations() {
    guard !animations.isEmpty else { return }
    let entries = animations.entries
    animations.removeAll()
    markChanged()
    entries.forEach { $0.end(finished: false) }
  }

  /// Why animations of this layer have no effect, as found at the last commit.
  package final var animationProblems: [AnimationError] { animations.entries.flatMap(\.problems) }

  /// Why an animation would have no effect on this layer.
  package final func problems(with animation: CAAnimation, forKey key: String?) -> [AnimationError] {
    var builder = TrackBuilder(self)
    // Without groups inside of themselves.
    guard let own = animation.copyForLayer(inside: []) else { return [] }
    builder.add(own, key: key)
    return builder.problems + own.transitionProblems
  }

  /// Value that a property would show now with only these animations on top of the model; they have begin times.
  package final func value(forKeyPath keyPath: String, under animations: [CAAnimation]) -> Any? {
    var builder = TrackBuilder(self)
    for animation in animations { builder.add(animation, key: keyPath) }
    var shown = state
    for track in builder.tracks { track.apply(to: &shown, at: localTime) }
    return Self.row(forKeyPath: keyPath)?.read(shown)
  }

  /// The tracks of the animations, those that are new resolved and put on the agenda.
  /// - Parameter time: now, in the layer's time.
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

  /// An animation begins or ends now.
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
