protocol AnimatableAccess<Root>: Sendable {
  associatedtype Root
  /// Nil if the values have no effect.
  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Root>?
}

/// Changes a computed part of a value through a temporary address.
typealias ComputedPart<Root> = @Sendable (inout Root, (UnsafeMutableRawPointer) -> Void) -> Void

/// The location of a part of a value. A stored part is accessed by its offset, because key paths are slower at run
/// time.
struct PartPlace<Root, Part>: Sendable {
  let path: any WritableKeyPath<Root, Part> & Sendable
  /// Nil for a computed part.
  let offset: Int?
  /// Changes a computed part in animations, if there is a faster way than the key path.
  let computed: PartChange?

  init(_ path: any WritableKeyPath<Root, Part> & Sendable, computed: ComputedPart<Root>? = nil) {
    (self.path, offset) = (path, MemoryLayout<Root>.offset(of: path))
    guard let computed else {
      self.computed = nil
      return
    }
    self.computed = { root, body in computed(&root.assumingMemoryBound(to: Root.self).pointee, body) }
  }

  /// Converts a writer of the part to a writer of the whole.
  @inline(__always)
  func lifted(_ writer: TrackWriter<Part>?) -> TrackWriter<Root>? {
    if let offset { return writer?.lifted(at: offset) }
    if let computed { return writer?.lifted(by: computed) }
    return writer?.lifted(through: path)
  }

  @inline(__always)
  func change<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: path]) }
    return withUnsafeMutablePointer(to: &root) { root in
      body(&(UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Part.self).pointee)
    }
  }
}

/// Access to a stored value. The body is specialized where the property is declared, because a generic lookup takes
/// longer than creating a writer.
struct StoredAccess<Root>: AnimatableAccess {
  let make:
    @Sendable (
      _ request: AnimationRequest, _ isAdditive: Bool, _ isCumulative: Bool, _ function: ValueFunction?
    ) throws(WrongValueError) -> TrackWriter<Root>?

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Root>? {
    try make(request, isAdditive, isCumulative, function)
  }
}

struct PartAccess<Root, Part>: AnimatableAccess {
  let part: any AnimatableAccess<Part>
  let place: PartPlace<Root, Part>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Root>? {
    try place.lifted(
      part.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function))
  }
}

struct OptionalAccess<Wrapped>: AnimatableAccess {
  let wrapped: any AnimatableAccess<Wrapped>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Wrapped?>? {
    try wrapped.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToOptional()
  }
}

/// A group of values that few layers set.
struct RareAccess<Group: RareGroup>: AnimatableAccess {
  let group: any AnimatableAccess<Group>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Rare<Group>>? {
    try group.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToRare()
  }
}
