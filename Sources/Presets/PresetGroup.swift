/// What a preset is for; lists of presets are in this order.
public enum PresetGroup: String, CaseIterable, Sendable {
  /// A subject of its own, over any picture.
  case effects
  /// A text, a sign or a change of scene.
  case titles
  /// Made to lie over a clip.
  case overlays
  /// A whole picture with its surroundings.
  case scenes
  /// What the engine can do, card by card, and published scenes with their numbers.
  case references
}
