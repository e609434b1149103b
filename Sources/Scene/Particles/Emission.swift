/// The committed history of one emitter layer: what its cells were set to, from when on.
///
/// A change of a cell or of the emitter does not touch particles that are already born, so the committed scene carries
/// one segment per change. Any time can be evaluated from it, in any order.
public struct Emission: Sendable {
  /// Values from `start` (layer-local seconds) on.
  public struct Segment: Sendable {
    public var start: Double
    public var emitter: EmitterState
    public var cells: [EmitterCellTree]
  }

  public private(set) var segments: [Segment] = []

  public init() {}

  /// Notes the values from `time` (layer-local seconds) on. The first values count from the beginning of time.
  public mutating func record(_ emitter: EmitterState, cells: [EmitterCellTree], at time: Double) {
    guard let last = segments.last else {
      segments = [Segment(start: -.infinity, emitter: emitter, cells: cells)]
      return
    }
    guard last.emitter != emitter || last.cells != cells else { return }
    if last.start == time { segments.removeLast() }
    segments.append(Segment(start: time, emitter: emitter, cells: cells))
  }
}
