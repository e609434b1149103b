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

  /// Sets another time of an emission that is steady.
  mutating func move(to time: Double) {
    for index in cells.indices { cells[index].move(toParent: time) }
  }
}

/// Plans of a steady emission: each differs from frame to frame by its clocks only.
final class EmissionPlanPool: Sendable {
  // Used by the thread that has taken it out, and without plans of behaviours, which are not values.
  private struct Kept: @unchecked Sendable {
    let seed: UInt32
    let plan: EmissionPlan
  }

  /// Frames that are evaluated side by side have a plan each; more than these are made anew.
  private static let most = 8

  private let kept = Mutex<[Kept]>([])

  /// A plan for any time; nil if there is none.
  func take(seed: UInt32) -> EmissionPlan? {
    guard let found = kept.withLock({ $0.popLast() }), found.seed == seed else { return nil }
    return found.plan
  }

  /// Takes a plan back.
  func keep(_ plan: consuming EmissionPlan, seed: UInt32) {
    let plan = Kept(seed: seed, plan: plan)
    kept.withLock { if $0.count < Self.most { $0.append(plan) } }
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
