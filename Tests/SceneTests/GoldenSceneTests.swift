import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import StarmineTestSupport
import Testing

/// Emitters of published apps, with white stand-ins for their images.
@Suite struct GoldenSceneTests {
  private func scenes() throws -> [ConformanceCases.Case] { try ConformanceCases("emitter-scenes").all }

  private func number(_ value: JSONValue, _ fallback: Double = 0) -> Double {
    // "CACurrentMediaTime()" is the time at which the scene is set up: 1000 s.
    value.string == nil ? value.number ?? fallback : 1000
  }

  private func timing(_ value: JSONValue) -> Timing {
    var timing = Timing()
    timing.beginTime = number(value["beginTime"])
    timing.timeOffset = number(value["timeOffset"])
    timing.speed = Float(number(value["speed"], 1))
    timing.duration = number(value["duration"], .infinity)
    return timing
  }

  private func cellTree(_ value: JSONValue) -> EmitterCellTree {
    var state = EmitterCellState()
    state.timing = timing(value)
    state.contents = value["contents"].isNull ? nil : .image(whiteSquare)
    if let color = value["color"].numbers {
      state.color = CGColor(red: color[0], green: color[1], blue: color[2], alpha: color[3])
    }
    state.scale = number(value["scale"], 1)
    state.particleType = value["particleType"].string == "plane" ? .plane : .sprite
    let floats: [(String, WritableKeyPath<EmitterCellState, Float>)] = [
      ("birthRate", \.birthRate), ("lifetime", \.lifetime), ("lifetimeRange", \.lifetimeRange),
      ("redRange", \.redRange), ("greenRange", \.greenRange), ("blueRange", \.blueRange), ("alphaRange", \.alphaRange),
      ("redSpeed", \.redSpeed), ("greenSpeed", \.greenSpeed), ("blueSpeed", \.blueSpeed), ("alphaSpeed", \.alphaSpeed),
    ]
    for (key, path) in floats { state[keyPath: path] = Float(number(value[key])) }
    let others: [(String, WritableKeyPath<EmitterCellState, CGFloat>)] = [
      ("emissionLatitude", \.emissionLatitude), ("emissionLongitude", \.emissionLongitude),
      ("emissionRange", \.emissionRange), ("velocity", \.velocity), ("velocityRange", \.velocityRange),
      ("xAcceleration", \.xAcceleration), ("yAcceleration", \.yAcceleration), ("zAcceleration", \.zAcceleration),
      ("scaleRange", \.scaleRange), ("scaleSpeed", \.scaleSpeed), ("spin", \.spin), ("spinRange", \.spinRange),
      ("orientationRange", \.orientationRange), ("orientationLongitude", \.orientationLongitude),
      ("orientationLatitude", \.orientationLatitude),
    ]
    for (key, path) in others { state[keyPath: path] = number(value[key]) }
    return EmitterCellTree(state, cells: (value["emitterCells"].array ?? []).map(cellTree))
  }

  private func stage(_ value: JSONValue) -> Stage {
    var stage = Stage()
    stage.cells = (value["emitterCells"].array ?? []).map(cellTree)
    stage.layer.timing = timing(value)
    stage.layer.opacity = Float(number(value["opacity"], 1))
    stage.emitter.emitterShape = EmitterShape(rawValue: value["emitterShape"].string ?? "") ?? .point
    stage.emitter.emitterMode = EmitterMode(rawValue: value["emitterMode"].string ?? "") ?? .volume
    stage.emitter.renderMode = EmitterRenderMode(rawValue: value["renderMode"].string ?? "") ?? .unordered
    if let position = value["emitterPosition"].numbers {
      stage.emitter.emitterPosition = CGPoint(x: position[0], y: position[1])
    }
    if let size = value["emitterSize"].numbers {
      stage.emitter.emitterSize = CGSize(width: size[0], height: size[1])
    }
    return stage
  }

  /// Rate times lifetime of a steady emitter, with its descendants.
  private func steadyCount(_ tree: EmitterCellTree, parents: Double = 1) -> Double {
    let births = Double(tree.state.birthRate) * parents
    let life = Double(tree.state.lifetime)
    // A child is born at 1/rate after its window begins, so that a parent has a whole number of them.
    return births * life
      + tree.cells.reduce(0) { sum, child in
        let window = min(life - child.state.timing.beginTime, child.state.timing.duration)
        let perParent = (window * Double(child.state.birthRate) + 1e-6).rounded(.down)
        var single = child
        single.state.birthRate = 1
        return sum + steadyCount(single, parents: births * max(0, perParent))
      }
  }

  @Test func everySceneIsEvaluated() throws {
    let scenes = try scenes()
    #expect(scenes.count == 18)
    for scene in scenes {
      for layer in scene.fields["layers"].array ?? [] {
        let stage = stage(layer)
        #expect(!stage.cells.isEmpty)
        for age in [0, 0.5, 1.7, 4, 30] {
          let list = stage.list(at: 1000 + age)
          #expect(list.isSound, "\(scene.name) after \(age) s")
          #expect(list.droppedParticles == 0)
          #expect(list.text == stage.list(at: 1000 + age).text)
        }
      }
    }
  }

  @Test func liveCountsAreRateTimesLifetime() throws {
    for scene in try scenes() {
      for layer in scene.fields["layers"].array ?? [] {
        let stage = stage(layer)
        // Nested bursts come and go, so the mean over many moments is what can be foretold.
        let moments = stride(from: 0.0, to: 10, by: 0.37).map { Double(stage.live(at: 1200 + $0)) }
        let mean = moments.reduce(0, +) / Double(moments.count)
        let expected = stage.cells.reduce(0) { $0 + steadyCount($1) }
        #expect(expected > 0)
        #expect(abs(mean - expected) <= max(3, expected * 0.08), "\(scene.name): \(mean) for \(expected)")
      }
    }
  }
}
