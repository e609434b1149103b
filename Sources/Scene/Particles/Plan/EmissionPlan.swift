import StarmineGraphics
import Synchronization

/// Plans of an emission's cells for one time, with the sprites that they show.
struct EmissionPlan {
  private(set) var cells: [CellPlan]
  let sprites: [ParticleBatch.Sprite]
  let mode: EmitterRenderMode
  let preservesDepth: Bool

  /// - Parameters:
  ///   - active: segments that matter at the time, the latest last.
  ///   - earlierBirths: of each top-level cell, before those segments.
  ///   - present: the values of exactly that time, where there are behaviours.
  ///   - key: of the layer's random numbers.
  init(
    _ active: [Emission.Segment], latest: Emission.Segment, earlierBirths: [Double], at time: Double,
    present: EmissionValues?, isUniform: Bool, key: UInt32, clips: ClipFrames
  ) {
    var sprites = ParticleSprites(clips: clips, time: time)
    let starts = active.map(\.start)
    cells = latest.cells.indices.map { index in
      CellPlan(
        states: active.map { CellPlan.State($0.values, index, drift: $0.drift, round: $0.round) },
        starts: starts, parentNow: time, key: RandomStream.key(key, UInt32(index) + 1),
        earlierBirths: earlierBirths[index], isUniform: isUniform,
        moments: present.map { CellPlan.Moments(present: $0, active, index) }, sprites: &sprites)
    }
    self.sprites = sprites.sprites
    (mode, preservesDepth) = (latest.emitter.renderMode, latest.emitter.preservesDepth)
  }

  /// The plan for another time of an emission that is steady.
  func at(_ time: Double) -> EmissionPlan {
    var result = self
    for index in cells.indices { result.cells[index].move(toParent: time) }
    return result
  }
}

/// The plan of a steady emission: made once, it differs from frame to frame by its clocks only.
final class EmissionPlanCache: Sendable {
  // Never changed, and without plans of behaviours, which are no values.
  private struct Kept: @unchecked Sendable {
    let seed: UInt32
    let plan: EmissionPlan
  }

  private let kept = Mutex<Kept?>(nil)

  /// - Parameter make: the plan for any time.
  func plan(seed: UInt32, _ make: () -> EmissionPlan?) -> EmissionPlan? {
    if let kept = kept.withLock({ $0 }), kept.seed == seed { return kept.plan }
    guard let plan = make() else { return nil }
    let fresh = Kept(seed: seed, plan: plan)
    kept.withLock { $0 = fresh }
    return plan
  }
}

extension CellPlan.State {
  /// A top-level cell.
  fileprivate init(
    _ values: EmissionValues, _ index: Int, drift: EmitterDrift? = nil, round: Emission.Round? = nil
  ) {
    self.init(
      cell: values.cells[index], emitter: values.emitter, drift: drift, layerBehaviors: values.emitter.behaviors,
      round: round.map { CellPlan.Round(shift: $0.shift, begins: $0.begins, rate: $0.rates[index]) })
  }
}

extension CellPlan.Moments {
  fileprivate init(present: EmissionValues, _ segments: [Emission.Segment], _ index: Int) {
    self.init(
      present: CellPlan.State(present, index),
      ends: segments.map { $0.ends.map { (CellPlan.State($0.first, index), CellPlan.State($0.last, index)) } },
      end: segments.last?.ends?.time ?? .infinity)
  }
}
