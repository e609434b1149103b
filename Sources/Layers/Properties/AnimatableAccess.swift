import Foundation
import StarmineGraphics
import StarmineScene

/// Typed access to a property, for animations.
protocol AnimatableAccess<Root>: Sendable {
  associatedtype Root
  /// Nil where the values have no effect.
  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Root>?
}

/// Changes a computed part of a value at the address at which it lies meanwhile.
typealias ComputedPart<Root> = @Sendable (inout Root, (UnsafeMutableRawPointer) -> Void) -> Void

/// Where a value has a part. A part that is stored is reached by its offset, which is found once: key paths are walked
/// at run time.
struct PartPlace<Root, Part>: Sendable {
  let path: any WritableKeyPath<Root, Part> & Sendable
  /// Nil for a part that is computed.
  let offset: Int?
  /// How animations change a part that is computed, where there is a faster way than the key path.
  let computed: PartChange?

  init(_ path: any WritableKeyPath<Root, Part> & Sendable, computed: ComputedPart<Root>? = nil) {
    (self.path, offset) = (path, MemoryLayout<Root>.offset(of: path))
    guard let computed else {
      self.computed = nil
      return
    }
    self.computed = { root, body in computed(&root.assumingMemoryBound(to: Root.self).pointee, body) }
  }

  /// A writer of the part as one of what has it.
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

/// A stored value. The body is compiled for its types where the row is made: to look them up takes longer than to make
/// a writer.
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

/// A part of a value.
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

/// A value that may be missing.
struct OptionalAccess<Wrapped>: AnimatableAccess {
  let wrapped: any AnimatableAccess<Wrapped>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Wrapped?>? {
    try wrapped.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToOptional()
  }
}

/// A group of values that few layers have.
struct RareAccess<Group: RareGroup>: AnimatableAccess {
  let group: any AnimatableAccess<Group>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Rare<Group>>? {
    try group.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToRare()
  }
}
