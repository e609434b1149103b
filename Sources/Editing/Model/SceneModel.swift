import Foundation
import StarmineGraphics
import StarmineLayers
package import StarminePresets

/// A scene for programs that show it: the tree of layers, cells and what else has properties, with the values that
/// differ from the defaults. The rows of the properties are those of their classes (`PropertyRecord.classes`).
package struct SceneModel: Encodable, Sendable {
  package struct Node: Encodable, Sendable {
    /// The place in the tree.
    package let id: String
    /// Nil for the stage and the root layer.
    package let parent: String?
    /// `variables`, `variable`, `cues`, `cue`, `movie`, `layer`, `cell`, `filter`, `behavior` or `animation`.
    package let kind: String
    package let `class`: String
    package let name: String?
    /// Path in front of a key in `--set`; nil where no path leads there.
    package let prefix: String?
    package let values: [String: DocumentValue]
    /// Space of a layer on the stage: where x, y and the origin go, `[a, b, c, d, x, y]` in points.
    package var place: [Double]?
    /// Row of what an animation animates; nil where that is nothing known.
    package var target: PropertyRecord?
    /// Rows of a node whose class says none: variables, cues.
    package var rows: [PropertyRecord]?
    /// When an animation runs.
    package var bar: Bar?
    /// Where the document has it; empty where it is nothing of the document's own.
    var steps: [DocumentStep] = []

    enum CodingKeys: String, CodingKey {
      case id, parent, kind, `class`, name, prefix, values, place, target, rows, bar
    }
  }

  package let name: String
  package let summary: String
  /// Points.
  package let size: [Double]
  package let framesPerSecond: Double
  /// Seconds of what is written.
  package let length: Double
  package let frames: Int
  /// Seconds of the scene that pass in one of what is written.
  package let speed: Double
  /// Moments with names, at most a thousand, in seconds of what is written.
  package let cues: [Moment]
  /// What happens at which moment, at most a thousand.
  package let events: [Moment]
  package let nodes: [Node]

  /// A mark on the line of time.
  package struct Moment: Encodable, Sendable {
    package let name: String
    package let time: Double
    /// As `DocumentChange` takes it, where its time stands in the document as a number; nil: it follows something else.
    package let id: String?
  }

  /// When an animation runs, in seconds of what is written.
  package struct Bar: Encodable, Sendable {
    package let start: Double
    /// Nil: it goes on.
    package let end: Double?
    /// Of one run, there and back.
    package let period: Double
    /// Seconds of a delay per second of what is written: in a group a delay counts on the group's clock.
    package let pace: Double
  }

  /// Nodes of a scene that are listed at most.
  package static let limit = 2000

  package init(_ scene: PresetScene) {
    (name, summary) = (scene.name, scene.summary)
    size = [scene.size.width, scene.size.height]
    (framesPerSecond, length, frames) = (scene.framesPerSecond, scene.duration / scene.speed, scene.frameCount)
    speed = scene.speed
    cues = scene.cues.prefix(1000).map { cue in
      Moment(name: cue.name, time: cue.time / scene.speed, id: cue.index.map { "\(CueReader.key)[\($0)]" })
    }
    events = scene.events.prefix(1000).map { event in
      Moment(name: event.about, time: event.time / scene.speed, id: event.index.map { "timeline[\($0)]" })
    }
    var walk = SceneWalk(scene)
    walk.addVariables()
    walk.addMovie()
    walk.addCues()
    walk.add(scene.rootLayer, id: "layer", parent: nil, [.key("layer")])
    nodes = walk.nodes
  }
}

extension PresetEvent {
  /// In a few words.
  fileprivate var about: String {
    let parts = [
      state.map { "state \($0)" }, changes.first.map { $0.path + (changes.count > 1 ? " and others" : "") },
      additions.isEmpty ? nil : "layers come", removals.first.map { "\($0) goes" },
      animations.isEmpty && endedAnimations.isEmpty ? nil : "animations",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ").excerpt(120)
  }
}
