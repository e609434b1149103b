/// Reads a property: writes its one to four components to a buffer of four zeros.
public typealias POPAnimatablePropertyReadBlock = (Any?, UnsafeMutablePointer<CGFloat>?) -> Void
/// Writes a property from its components.
public typealias POPAnimatablePropertyWriteBlock = (Any?, UnsafePointer<CGFloat>?) -> Void

/// A property for animations, by name or with custom blocks (behavior.md 9.9).
open class POPAnimatableProperty: NSObject, NSCopying, NSMutableCopying {
  fileprivate var values: Values

  /// The blocks get memory for as many components as the property has.
  @safe fileprivate struct Values {
    var name: String
    var readBlock: POPAnimatablePropertyReadBlock?
    var writeBlock: POPAnimatablePropertyWriteBlock?
    var threshold: CGFloat = 1
    /// Number of components of the object's value, or nil if unknown.
    var count: (Any) -> Int? = { _ in nil }
  }

  final func count(for object: Any) -> Int? { values.count(object) }

  fileprivate init(_ values: Values) { self.values = values }

  /// Returns the predefined property with a name, for example `kPOPLayerPositionX`; nil for an unknown name.
  open class func property(withName aName: String) -> POPAnimatableProperty! {
    let rows = PropertyRow.rows(named: aName)
    guard let first = rows.first else { return nil }
    var values = unsafe Values(name: aName)
    values.threshold = CGFloat(first.threshold)
    values.count = { object in rows.first { $0.owns(object) }?.count }
    unsafe values.readBlock = { object, slots in
      guard let object, let slots = unsafe slots, let row = rows.first(where: { $0.owns(object) }) else { return }
      let vector = row.read(object)
      for index in 0..<row.count { unsafe slots[index] = CGFloat(vector[index]) }
    }
    unsafe values.writeBlock = { object, slots in
      guard let object, let slots = unsafe slots, let row = rows.first(where: { $0.owns(object) }) else { return }
      var vector = SIMD4<Double>()
      for index in 0..<row.count { vector[index] = unsafe Double(slots[index]) }
      row.write(object, vector)
    }
    return POPAnimatableProperty(values)
  }

  /// Returns the predefined property with a name, or a new one that the block configures. Names need not be unique.
  open class func property(
    withName aName: String, initializer aBlock: ((POPMutableAnimatableProperty?) -> Void)?
  ) -> POPAnimatableProperty! {
    if let known = property(withName: aName) { return known }
    let property = unsafe POPMutableAnimatableProperty(Values(name: aName))
    aBlock?(property)
    return POPAnimatableProperty(property.values)
  }

  /// Name of the property.
  open var name: String { values.name }
  /// Reads the value. Without it, missing ends of animations stay nil and additive animations are not possible.
  open var readBlock: POPAnimatablePropertyReadBlock? { unsafe values.readBlock }
  /// Writes the value. Without it, nothing is written.
  open var writeBlock: POPAnimatablePropertyWriteBlock? { unsafe values.writeBlock }
  /// Smallest visible difference in the unit of the property. Springs and decays end below it. Default 1.
  open var threshold: CGFloat { values.threshold }

  /// Returns the same property.
  open func copy(with zone: NSZone? = nil) -> Any { POPAnimatableProperty(values) }
  /// Returns a mutable property with the same blocks.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { POPMutableAnimatableProperty(values) }
}

/// A property that you can change (behavior.md 9.9).
open class POPMutableAnimatableProperty: POPAnimatableProperty {
  fileprivate override init(_ values: Values) { super.init(values) }

  /// Creates a property without a name or blocks.
  public init() { unsafe super.init(Values(name: "")) }

  /// Name of the property.
  open override var name: String {
    get { values.name }
    set { values.name = newValue }
  }
  /// Reads the components of the value.
  open override var readBlock: POPAnimatablePropertyReadBlock? {
    get { unsafe values.readBlock }
    set { unsafe values.readBlock = newValue }
  }
  /// Writes the components of the value.
  open override var writeBlock: POPAnimatablePropertyWriteBlock? {
    get { unsafe values.writeBlock }
    set { unsafe values.writeBlock = newValue }
  }
  /// Smallest visible difference in the unit of the property. Default 1.
  open override var threshold: CGFloat {
    get { values.threshold }
    set { values.threshold = newValue }
  }
}
