/// The layer classes that documents can name.
package struct LayerRegistry: Sendable {
  /// A class with the way to make an object of it.
  package struct Entry: Sendable {
    package let type: CALayer.Type
    package let make: @Sendable () -> CALayer

    package var name: String { String(describing: type) }
    /// All rows of the class.
    package var properties: [Property<StarmineScene.LayerState>] { type.properties }
  }

  /// The classes of this module.
  static let standard = LayerRegistry()

  private var entries: [String: Entry] = [:]
  private static let own = Set(standard.entries.values.map { ObjectIdentifier($0.type) })

  /// Whether a class is of this module.
  static func isOwn(_ type: CALayer.Type) -> Bool { type == CALayer.self || own.contains(ObjectIdentifier(type)) }

  /// Registers every layer class of this module.
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

  /// Adds a class under its own name, replacing what had that name.
  package mutating func register(_ type: CALayer.Type, make: @escaping @Sendable () -> CALayer) {
    let entry = Entry(type: type, make: make)
    entries[entry.name] = entry
  }

  /// Nil for a name that no class has.
  package subscript(name: String) -> Entry? { entries[name] }

  /// In alphabetical order.
  package var names: [String] { entries.keys.sorted() }
}
