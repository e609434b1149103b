import StarmineGraphics

/// An animation of a layer, resolved to a typed writer.
///
/// An object, so that frames do not copy it.
package final class Track: Sendable {
  /// Clocks of the enclosing groups, outermost first.
  private let groups: [AnimationClock]
  private let clock: AnimationClock
  // Not optional: each access would retain its closure.
  private let writer: TrackWriter<LayerState>
  private let births: BirthsWriter?

  /// - Parameter writer: writes the visible value; nil for values of cells.
  /// - Parameter births: the values on which an emitter's births depend.
  package convenience init(
    groups: [AnimationClock] = [], clock: AnimationClock, writer: TrackWriter<LayerState>?,
    births: TrackWriter<EmissionValues>? = nil
  ) {
    self.init(
      groups: groups, clock: clock, writer: writer ?? TrackWriter { _, _ in }, births: births.map(BirthsWriter.init))
  }

  /// Nil if the animation has no effect.
  /// - Parameter time: the layer's own time.
  @inline(__always)
  func sample(at time: Double) -> AnimationSample? {
    groups.isEmpty ? clock.sample(at: time) : sampleInGroups(at: time)
  }

  @inline(never)
  private func sampleInGroups(at time: Double) -> AnimationSample? {
    var time = time
    for group in groups {
      guard let inner = group.basicTime(at: time) else { return nil }
      time = inner
    }
    return clock.sample(at: time)
  }

  package func apply(to state: inout LayerState, at time: Double) {
    if let sample = sample(at: time) { writer.apply(to: &state, sample) }
  }

  func apply(to values: inout EmissionValues, at time: Double) {
    if let births, let sample = sample(at: time) { births.writer.apply(to: &values, sample) }
  }

  /// The track with another outermost clock: that of the outermost group, or of the animation.
  package func timed(by whole: AnimationClock) -> Track {
    Track(
      groups: groups.isEmpty ? [] : [whole] + groups.dropFirst(), clock: groups.isEmpty ? whole : clock,
      writer: writer, births: births)
  }

  private init(
    groups: [AnimationClock], clock: AnimationClock, writer: TrackWriter<LayerState>, births: BirthsWriter?
  ) {
    (self.groups, self.clock, self.writer, self.births) = (groups, clock, writer, births)
  }

  var reachesBirths: Bool { births != nil }
  /// The interval in the layer's time in which the value may change.
  var span: (begin: Double, end: Double) {
    let outer = groups.first ?? clock
    return (outer.beginTime, outer.endTime)
  }
  /// Seconds of the layer's time for one cycle of all values.
  var cycle: Double { (groups.first ?? clock).cycle }

  func runs(with other: Track) -> Bool { clock == other.clock && groups == other.groups }

  /// Whether the animation changes only plain values of a layer.
  var staysPlain: Bool { writer.groups.isEmpty && writer.range.upperBound <= MemoryLayout<PlainState>.size }

  /// Whether the animation changes the order of the layer among its siblings.
  var changesDepth: Bool { writer.groups.isEmpty && writer.offset == Self.depthOffset }
  private static let depthOffset = MemoryLayout<LayerState>.offset(of: \.plain.zPosition)

  /// Whether the animation changes only `hidden`.
  var hides: Bool { writer.groups.isEmpty && writer.range == Self.hiddenRange }
  /// Whether the animation may change `hidden`.
  var mayHide: Bool { writer.groups.isEmpty && writer.range.overlaps(Self.hiddenRange) }
  private static let hiddenRange =
    if let offset = MemoryLayout<LayerState>.offset(of: \.plain.isHidden) { offset..<offset + 1 } else { 0..<0 }

  /// Whether the layer is hidden.
  /// - Precondition: `hides`.
  /// - Parameter isHidden: whether it is hidden without the animation.
  func isHiding(at time: Double, otherwise isHidden: Bool) -> Bool {
    guard let sample = sample(at: time) else { return isHidden }
    var isHidden = isHidden
    withUnsafeMutablePointer(to: &isHidden) { writer.apply(toPart: UnsafeMutableRawPointer($0), sample) }
    return isHidden
  }

  // MARK: In groups of rare values

  /// Groups that contain the part, outermost first.
  var place: [GroupStep] { writer.groups }
  /// Written bytes of the innermost group, or of the state.
  var range: Range<Int> { writer.range }
  var valueWriter: ValueWriter { writer.writer }

  /// Applies the animation to the innermost group.
  /// - Parameter group: address of the group.
  func apply(atGroup group: UnsafeMutableRawPointer, at time: Double) {
    if let sample = sample(at: time) { writer.apply(at: group, sample) }
  }

  /// Restores the committed value of the part.
  func restore(_ group: UnsafeMutableRawPointer, from committed: UnsafeMutableRawPointer) {
    writer.restore(group, from: committed)
  }
}

/// Stored separately: few tracks have one, and frames read every track.
private final class BirthsWriter: Sendable {
  let writer: TrackWriter<EmissionValues>
  init(_ writer: TrackWriter<EmissionValues>) { self.writer = writer }
}
