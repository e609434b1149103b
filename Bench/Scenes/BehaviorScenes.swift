import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

extension BenchScene {
  /// 100,000 sparks under one class of behaviours each, evaluated alone (emitters.md 10).
  static let behaviorScenes: [BenchScene] =
    BehaviorClass.allCases.map { kind in
      BenchScene(
        name: "evaluate-\(kind.rawValue)", group: .evaluation,
        summary: "100000 sparks: \(kind.summary); evaluated alone",
        cycle: 4
      ) { _ in EvaluationPlayer(behaviorTree(kind, count: 100_000)) }
    } + [coldScene]

  /// A frame that is cut out of the middle: all steps from birth on.
  private static let coldScene = BenchScene(
    name: "evaluate-attracted-cold", group: .evaluation,
    summary: "100000 sparks: the same attractor, no frame drawn before; evaluated alone", cycle: 4
  ) { _ in EvaluationPlayer(cold: { behaviorTree(.attracted, count: 100_000) }) }

  /// Scenes of what moves particles, by how they are found.
  enum BehaviorClass: String, CaseIterable {
    case curves, drag, vortex, attracted, turbulent

    var summary: String {
      switch self {
      case .curves: "colour, alpha and scale by curves over life"
      case .drag: "drag and wind, by tables of birth times"
      case .vortex: "a vortex and a spring, by tables of matrices"
      case .attracted: "an attractor with a radius, step by step from birth"
      case .turbulent: "eddies and drag, step by step from birth"
      }
    }

    fileprivate var behaviors: [CAEmitterBehavior] {
      let center = [Double(viewport.width) / 2, Double(viewport.height) / 2]
      switch self {
      case .curves:
        return [
          behavior("valueOverLife", ["keyPath": "scale", "values": [0.0, 0.5, 0.1]]),
          behavior("valueOverLife", ["keyPath": "color.alpha", "values": [0.0, 1.0, 0.0]]),
        ]
      case .drag:
        return [behavior("drag", ["drag": 1.5]), behavior("wave", ["force": [90.0, 0, 0], "frequency": 0.5])]
      case .vortex:
        return [
          behavior("vortex", ["position": center, "angularVelocity": 2.0, "strength": 1.0]),
          behavior("attractor", ["position": center, "stiffness": 3.0]),
        ]
      case .attracted: return [behavior("attractor", ["position": center, "stiffness": 20.0, "radius": 90.0])]
      case .turbulent:
        return [behavior("turbulence", ["strength": 200.0, "size": 150.0]), behavior("drag", ["drag": 1.0])]
      }
    }
  }

  private static func behavior(_ type: String, _ values: [String: Any]) -> CAEmitterBehavior {
    let behavior = CAEmitterBehavior(type: type)
    for (key, value) in values { behavior.setValue(value, forKey: key) }
    return behavior
  }

  /// - Parameter count: living particles.
  static func behaviorTree(_ kind: BehaviorClass, count: Int) -> RenderTree {
    let cell = CAEmitterCell()
    (cell.lifetime, cell.birthRate) = (2.5, Float(count) / 2.5)
    cell.contents = softDot(side: 32)
    (cell.scale, cell.velocity, cell.velocityRange, cell.emissionRange) = (0.4, 60, 40, 2 * .pi)
    cell.color = CGColor(red: 0.9, green: 0.6, blue: 0.3, alpha: 1)
    let layer = emitter(of: cell, isAdditive: true)
    layer.emitterBehaviors = kind.behaviors
    return layer.committedTree()
  }
}
