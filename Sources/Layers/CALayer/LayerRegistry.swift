package import StarmineScene

/// The layer classes that documents can name.
public struct LayerRegistry: Sendable {
  /// A class with the way to make an object of it.
  public struct Entry: Sendable {
    public let type: CALayer.Type
    public let make: @Sendable () -> CALayer

    public var name: String { String(describing: type) }
    /// All rows of the class.
    package var properties: [Property<StarmineScene.LayerState>] { type.properties }
  }

  /// The classes of this module.
  static let standard = LayerRegistry()

  private var entries: [String: Entry] = [:]

  /// Registers every layer class of this module.
  public init() {
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
  public mutating func register(_ type: CALayer.Type, make: @escaping @Sendable () -> CALayer) {
    let entry = Entry(type: type, make: make)
    entries[entry.name] = entry
  }

  /// Nil for a name that no class has.
  public subscript(name: String) -> Entry? { entries[name] }

  /// In alphabetical order.
  public var names: [String] { entries.keys.sorted() }
}
