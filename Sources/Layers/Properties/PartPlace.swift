/// Creates the writer of an animation's values; nil if they have no effect.
typealias TrackMaker<Root> = @Sendable (TrackRequest) throws(WrongValueError) -> TrackWriter<Root>?

/// The same for a value that may be missing.
func liftedToOptional<Root>(_ make: @escaping TrackMaker<Root>) -> TrackMaker<Root?> {
  { request throws(WrongValueError) in try make(request)?.liftedToOptional() }
}

/// The same for a group of values that few layers have.
func liftedToRare<Root: RareGroup>(_ make: @escaping TrackMaker<Root>) -> TrackMaker<Rare<Root>> {
  { request throws(WrongValueError) in try make(request)?.liftedToRare() }
}

/// Changes a computed part of a value at a temporary address.
typealias ComputedPart<Root> = @Sendable (inout Root, (UnsafeMutableRawPointer) -> Void) -> Void

/// The location of a part in a value. A stored part is accessed by its byte offset, which is computed once, because key
/// paths are evaluated at run time.
struct PartPlace<Root, Part>: Sendable {
  let path: any WritableKeyPath<Root, Part> & Sendable
  /// Nil for a part that is computed.
  let offset: Int?
  /// Access of animations to a computed part that is faster than the key path.
  let computed: PartChange?

  init(_ path: any WritableKeyPath<Root, Part> & Sendable, computed: ComputedPart<Root>? = nil) {
    (self.path, offset) = (path, MemoryLayout<Root>.offset(of: path))
    guard let computed else {
      self.computed = nil
      return
    }
    self.computed = { root, body in computed(&root.assumingMemoryBound(to: Root.self).pointee, body) }
  }

  /// The writer of the part, for a container of its value.
  @inline(__always)
  func lifted(_ writer: TrackWriter<Part>?) -> TrackWriter<Root>? {
    if let offset { return writer?.lifted(at: offset) }
    if let computed { return writer?.lifted(by: computed) }
    return writer?.lifted(through: path)
  }

  func lifted(_ make: @escaping TrackMaker<Part>) -> TrackMaker<Root> {
    { request throws(WrongValueError) in try lifted(make(request)) }
  }

  @inline(__always)
  func change<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: path]) }
    return withUnsafeMutablePointer(to: &root) { root in
      body(&(UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Part.self).pointee)
    }
  }
}
