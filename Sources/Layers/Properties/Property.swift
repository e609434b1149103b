/// A property in a property table: the only declaration besides its stored field and its accessor.
///
/// Key-value coding with component keys (`position.x`), defaults, animation, presets, `--set`, parameter lists and
/// schemas use it. `Root` is the stored struct, or the object for derived properties.
@dynamicMemberLookup
package final class Property<Root>: Sendable {
  package let info: PropertyInfo
  /// The key of the property that contains this one, or its own: `position` for `position.x`.
  let wholeKey: String
  /// The value for key-value coding: `NSNumber` for numbers and booleans, otherwise the Swift type.
  package let read: @Sendable (Root) -> Any?
  /// Returns false, without a change, for a value of the wrong type.
  package let write: @Sendable (inout Root, Any?) -> Bool
  /// For animations; nil for derived properties.
  let access: TrackMaker<Root>?
  /// Components of the value, with full keys: `position.x`, or `bounds.size` and `bounds.size.width`.
  package let components: [Property<Root>]

  package subscript<Value>(dynamicMember path: KeyPath<PropertyInfo, Value>) -> Value { info[keyPath: path] }

  /// Creates a stored property.
  /// - Parameter computed: fast access of animations to a computed value. Nil: use its key path, which is slower.
  convenience init<Value: PropertyValue>(
    _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, computed: ComputedPart<Root>? = nil,
    unit: PropertyUnit = .none,
    range: ClosedRange<Double>? = nil, animatable: Bool = true, action: ImplicitAction = .none,
    listsZeroDefault: Bool = false, derived: Bool = false, origin: PropertyOrigin = .declared, _ summary: String
  ) {
    var info = PropertyInfo(key: key, kind: Value.kind)
    (info.unit, info.range, info.isAnimatable, info.action) = (unit, range, animatable, action)
    (info.listsZeroDefault, info.isDerived, info.origin) = (listsZeroDefault, derived, origin)
    info.summary = origin == .engine ? summary + " Starmine only." : summary
    let whole = info
    let place = PartPlace(path, computed: computed)
    self.init(
      info, read: { $0[keyPath: path].keyValue },
      write: { root, value in
        guard let value = Value(keyValue: value) else { return false }
        place.change(&root) { $0 = value }
        return true
      },
      access: place.lifted { request throws(WrongValueError) in try Value.trackWriter(request) },
      components: Value.components.map { $0.lifted(through: path, under: whole) })
  }

  /// Creates a property with custom reading and writing.
  init(
    _ info: PropertyInfo, read: @escaping @Sendable (Root) -> Any?,
    write: @escaping @Sendable (inout Root, Any?) -> Bool, access: TrackMaker<Root>? = nil,
    components: [Property<Root>] = []
  ) {
    (self.info, self.read, self.write, self.access, self.components) = (info, read, write, access, components)
    wholeKey = info.key.prefix { $0 != "." }.description
  }

  /// The same row under another key.
  func renamed(_ key: String) -> Property {
    var info = info
    info.key = key
    return Property(info, read: read, write: write, access: access, components: components)
  }

  /// Returns the property with an origin, unless it has one.
  func from(_ origin: PropertyOrigin) -> Property {
    var info = info
    if info.origin == .declared { info.origin = origin }
    return Property(info, read: read, write: write, access: access, components: components)
  }

  /// Returns the property for a value that contains `Root`, with the same key.
  func lifted<Outer>(through path: any WritableKeyPath<Outer, Root> & Sendable) -> Property<Outer> {
    lifted(through: path, access: PartPlace(path).lifted) { $0 }
  }

  /// Returns a component as a property of the value that contains `whole`, with missing information from `whole`.
  private func lifted<Outer>(
    through path: any WritableKeyPath<Outer, Root> & Sendable, under whole: PropertyInfo
  ) -> Property<Outer> {
    lifted(through: path, access: PartPlace(path).lifted) { part in
      var info = part
      info.key = "\(whole.key).\(part.key)"
      if part.unit == .none { info.unit = whole.unit }
      info.range = part.range ?? whole.range
      info.summary = part.summary.isEmpty ? whole.summary : part.summary
      (info.isAnimatable, info.action, info.isDerived) = (whole.isAnimatable, whole.action, whole.isDerived)
      info.origin = whole.origin
      return info
    }
  }

  fileprivate func lifted<Outer>(
    through path: any WritableKeyPath<Outer, Root> & Sendable,
    access outer: (@escaping TrackMaker<Root>) -> TrackMaker<Outer>,
    renaming: (PropertyInfo) -> PropertyInfo
  ) -> Property<Outer> {
    let (read, write, place) = (self.read, self.write, PartPlace(path))
    return Property<Outer>(
      renaming(info), read: { read($0[keyPath: path]) },
      write: { outer, value in place.change(&outer) { write(&$0, value) } },
      access: access.map(outer),
      components: components.map { $0.lifted(through: path, access: outer, renaming: renaming) })
  }
}

extension Property where Root: RareGroup {
  /// Returns a property of rarely set values as a property of the layer.
  func lifted(toLayerBy path: any WritableKeyPath<RareValues, Rare<Root>> & Sendable) -> Property<LayerState> {
    inRare.lifted(through: path).inRare.lifted(through: \LayerState.rare)
  }

  fileprivate var inRare: Property<Rare<Root>> {
    lifted(through: \Rare<Root>.value, access: liftedToRare) { $0 }
  }
}

extension Property: CustomStringConvertible {
  package var description: String { info.key }
}

extension Property {
  /// Whether reading both values gives the same result.
  func hasEqualValues(_ first: Root, _ second: Root) -> Bool {
    let (a, b) = (read(first), read(second))
    if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
    if let a = a as? any Equatable { return a.isEqual(to: b) }
    return a == nil && b == nil
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any?) -> Bool { (other as? Self) == self }
}
