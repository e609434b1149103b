/// The layer classes that documents can name.
package struct LayerRegistry: Sendable {
  package struct Entry: Sendable {
    package let type: CALayer.Type
    package let make: @Sendable () -> CALayer

    package var name: String { String(describing: type) }
    package var properties: [Property<StarmineScene.LayerState>] { type.properties }
  }

  static let standard = LayerRegistry()

  private var entries: [String: Entry] = [:]
  private static let own = Set(standard.entries.values.map { ObjectIdentifier($0.type) })

  static func isOwn(_ type: CALayer.Type) -> Bool { type == CALayer.self || own.contains(ObjectIdentifier(type)) }

  package init() {
    register(CALayer.self) { CALayer() }
    register(CAEmitterLayer.self) { CAEmitterLayer() }
    register(CAShapeLayer.self) { CAShapeLayer() }
    register(CAScrollLayer.self) { CAScrollLayer() }
    register(CATiledLayer.self) { CATiledLayer() }
    register(CAGradientLayer.self) { CAGradientLayer() }
    register(CAReplicatorLayer.self) { CAReplicatorLayer() }
    register(CATransformLayer.self) { CATransformLayer() }
    register(CATextLayer.self) { CATextLayer() }
  }

  /// Adds a class under its own name. Replaces a class with the same name.
  package mutating func register(_ type: CALayer.Type, make: @escaping @Sendable () -> CALayer) {
    let entry = Entry(type: type, make: make)
    entries[entry.name] = entry
  }

  package subscript(name: String) -> Entry? { entries[name] }

  package var names: [String] { entries.keys.sorted() }
}
