/// Reads a property of an object: writes its one to four numbers into a buffer of four zeros.
public typealias POPAnimatablePropertyReadBlock = (Any?, UnsafeMutablePointer<CGFloat>?) -> Void
/// Writes a property of an object from its numbers.
public typealias POPAnimatablePropertyWriteBlock = (Any?, UnsafePointer<CGFloat>?) -> Void

/// The property that an animation reads and writes, by name or with custom blocks (behavior.md 9.9).
open class POPAnimatableProperty: NSObject, NSCopying, NSMutableCopying {
  fileprivate var values: Values

  /// The blocks get memory for as many numbers as the property has.
  @safe fileprivate struct Values {
    var name: String
    var readBlock: POPAnimatablePropertyReadBlock?
    var writeBlock: POPAnimatablePropertyWriteBlock?
    var threshold: CGFloat = 1
    /// Numbers of the value for an object; nil where that is not known.
    var count: (Any) -> Int? = { _ in nil }
  }

  final func count(for object: Any) -> Int? { values.count(object) }

  fileprivate init(_ values: Values) { self.values = values }

  /// The property of a name from the table, for example `kPOPLayerPositionX`; nil for another name.
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

  /// The property of a name from the table, or a new one that the block sets up: its name need not be unique.
  open class func property(
    withName aName: String, initializer aBlock: ((POPMutableAnimatableProperty?) -> Void)?
  ) -> POPAnimatableProperty! {
    if let known = property(withName: aName) { return known }
    let property = unsafe POPMutableAnimatableProperty(Values(name: aName))
    aBlock?(property)
    return POPAnimatableProperty(property.values)
  }

  /// The name it is found by.
  open var name: String { values.name }
  /// Without it, nothing can be read: ends of animations that are not set stay so, and none can be additive.
  open var readBlock: POPAnimatablePropertyReadBlock? { unsafe values.readBlock }
  /// Without it, nothing is written.
  open var writeBlock: POPAnimatablePropertyWriteBlock? { unsafe values.writeBlock }
  /// The difference that cannot be seen, in the property's unit: ends springs and decays. Default 1.
  open var threshold: CGFloat { values.threshold }

  /// The same property.
  open func copy(with zone: NSZone? = nil) -> Any { POPAnimatableProperty(values) }
  /// A property that can be changed, with the same blocks.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { POPMutableAnimatableProperty(values) }
}

/// A property that can still be changed (behavior.md 9.9).
open class POPMutableAnimatableProperty: POPAnimatableProperty {
  fileprivate override init(_ values: Values) { super.init(values) }

  /// A property without a name and blocks.
  public init() { unsafe super.init(Values(name: "")) }

  /// The name it will be found by.
  open override var name: String {
    get { values.name }
    set { values.name = newValue }
  }
  /// Reads the value into as many numbers as it has.
  open override var readBlock: POPAnimatablePropertyReadBlock? {
    get { unsafe values.readBlock }
    set { unsafe values.readBlock = newValue }
  }
  /// Writes the value from as many numbers as it has.
  open override var writeBlock: POPAnimatablePropertyWriteBlock? {
    get { unsafe values.writeBlock }
    set { unsafe values.writeBlock = newValue }
  }
  /// The difference that cannot be seen. Default 1.
  open override var threshold: CGFloat {
    get { values.threshold }
    set { values.threshold = newValue }
  }
}
