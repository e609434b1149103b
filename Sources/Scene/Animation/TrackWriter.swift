/// Changes a value, or a part of it, by what the sample of an animation says.
///
/// It works in place: a part that is stored in the value is reached by its offset, and only what is computed is taken
/// out and put back.
package struct TrackWriter<Root>: Sendable {
  /// Where the part lies, bytes from the start of the root.
  let offset: Int
  /// How far it reaches, bytes from the start of the root.
  let end: Int
  private let write: ValueWriter

  private init(offset: Int, end: Int, write: @escaping ValueWriter) {
    (self.offset, self.end, self.write) = (offset, end, write)
  }

  /// Writes anywhere in the root.
  private init(write: @escaping ValueWriter) {
    self.init(offset: 0, end: MemoryLayout<Root>.size, write: write)
  }

  /// Changes the root as a whole.
  package init(_ body: @escaping @Sendable (inout Root, AnimationSample) -> Void) {
    self.init { body(&$0.assumingMemoryBound(to: Root.self).pointee, $1) }
  }

  /// Moves the root along a curve.
  package init(_ curve: AnimationCurve<Root>) where Root: Animatable {
    self.init(write: Root.writer(curve))
  }

  /// The same for a value that holds the root.
  ///
  /// - Parameter place: offset of the path, nil for a part that is computed.
  package func lifted<Outer>(
    through path: any WritableKeyPath<Outer, Root> & Sendable, at place: Int?
  ) -> TrackWriter<Outer> {
    if let place {
      return TrackWriter<Outer>(offset: place + offset, end: place + end, write: write)
    }
    let inner = self
    return TrackWriter<Outer> { outer, sample in inner.apply(to: &outer[keyPath: path], sample) }
  }

  /// The same for a value that holds the root.
  package func lifted<Outer>(through path: any WritableKeyPath<Outer, Root> & Sendable) -> TrackWriter<Outer> {
    lifted(through: path, at: MemoryLayout<Outer>.offset(of: path))
  }

  /// The same for an optional root; without a value there is nothing to change.
  package func liftedToOptional() -> TrackWriter<Root?> {
    let inner = self
    return TrackWriter<Root?> { outer, sample in
      guard var value = outer else { return }
      inner.apply(to: &value, sample)
      outer = value
    }
  }

  /// The same for a group that few values have. It is written where this writer wrote it for the last frame, so that
  /// animated groups cost a frame no allocation.
  package func liftedToRare() -> TrackWriter<Rare<Root>> where Root: RareGroup {
    let (offset, write, change) = (offset, write, Root.rareChange())
    return TrackWriter<Rare<Root>>(write: { rare, sample in change(rare) { write($0 + offset, sample) } })
  }

  package func apply(to root: inout Root, _ sample: AnimationSample) {
    apply(toFirst: &root, sample)
  }

  /// Changes a part that is all that the writer reaches, and with which the root begins.
  @inline(__always)
  func apply<First>(toFirst first: inout First, _ sample: AnimationSample) {
    withUnsafeMutablePointer(to: &first) { write(UnsafeMutableRawPointer($0) + offset, sample) }
  }
}

/// Changes the value at an address.
package typealias ValueWriter = @Sendable (UnsafeMutableRawPointer, AnimationSample) -> Void
