/// Names of Core Animation that this program does not have yet. A document that asks for one still loads, with a note;
/// a name has no effect any more as soon as a property table has a row for it.
enum UnsupportedFeatures {
  static let classes: Set<String> = ["CAEAGLLayer", "CAMetalLayer", "CAOpenGLLayer"]

  static let layerKeys: Set<String> = [
    "actions", "constraints", "contentsFlipped", "cullMaxZ",
    "cullMinZ", "cullRect", "emitterDuration", "style", "updateInterval",
  ]

  static let cellKeys: Set<String> = ["style"]

  /// Types of emitter behaviours of which nothing but the name is known.
  static let behaviorTypes: Set<String> = ["rotationalFriction", "spatialForce"]

  /// Whether a key path leads through one of these names: `emitterBehaviors.drag.drag`.
  static func cover(_ keyPath: String) -> Bool {
    keyPath.split(separator: ".").contains { layerKeys.union(cellKeys).contains(String($0)) }
  }

  static let filterKeys: Set<String> = [
    "cachesInputImage", "inputBias", "inputDither", "inputHardEdges", "inputIntermediateBitDepth",
    "inputNormalizeEdges",
    "inputQuality", "outputName",
  ]
}
