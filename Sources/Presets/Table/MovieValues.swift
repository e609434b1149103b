import StarmineGraphics
package import StarmineLayers
import StarmineDocument

/// The values of a scene's `movie` object as properties of an object, for what lists those.
package struct MovieValues: PropertyContainer {
  private let scene: PresetScene

  package init(_ scene: PresetScene) { self.scene = scene }

  /// The defaults.
  package init() { scene = .empty }

  package static let className = "movie"
  package var className: String { Self.className }
  package var name: String? { nil }
  package var object: Any? { nil }
  package var keys: [String] { MovieProperty.all.map(\.key) }
  package var allKeys: [String] { MovieProperty.withParts.map(\.key) }
  package func info(forKey key: String) -> PropertyInfo? { MovieProperty[key]?.info }
  package func readProperty(_ key: String) -> Any? { MovieProperty[key]?.read(scene) }
  package func defaultProperty(_ key: String) -> Any? { MovieProperty[key]?.read(.empty) }
  package func elements(_ key: String) -> [any PropertyContainer]? { nil }
  package func readUndefined(_ key: String) -> Any? { nil }
  package func writeUndefined(_ value: Any?, _ key: String) {}
  /// Nothing: `PresetScene.apply` changes a scene.
  package func writeProperty(_ value: Any?, _ key: String) -> Bool { false }
}
