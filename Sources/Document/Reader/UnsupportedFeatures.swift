/// Names of Core Animation that are not supported yet. A document that uses one still loads, with a note. A name has no
/// effect after a property table declares it.
enum UnsupportedFeatures {
  static let classes: Set<String> = ["CAEAGLLayer", "CAMetalLayer", "CAOpenGLLayer"]

  static let layerKeys: Set<String> = [
    "actions", "constraints", "contentsFlipped", "cullMaxZ",
    "cullMinZ", "cullRect", "emitterDuration", "style", "updateInterval",
  ]

  static let cellKeys: Set<String> = ["style"]

  /// Types of emitter behaviours of which only the name is known.
  static let behaviorTypes: Set<String> = ["rotationalFriction", "spatialForce"]

  /// Whether a key path contains one of these names: `emitterBehaviors.drag.drag`.
  static func cover(_ keyPath: String) -> Bool {
    keyPath.split(separator: ".").contains { layerKeys.union(cellKeys).contains(String($0)) }
  }

  static let filterKeys: Set<String> = [
    "cachesInputImage", "inputBias", "inputDither", "inputHardEdges", "inputIntermediateBitDepth",
    "inputNormalizeEdges",
    "inputQuality", "outputName",
  ]
}
