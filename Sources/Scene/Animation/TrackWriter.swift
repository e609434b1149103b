/// Changes a value, or a part of it, by what the sample of an animation says.
///
/// It works in place: a part that is stored in the value is reached by its offset, and only what is computed is taken
/// out and put back.
package struct TrackWriter<Root>: Sendable {
  /// Where the part lies, bytes from the start of the root, or of the innermost group where there are groups.
  let offset: Int
  private let write: ValueWriter
  /// Type of the part.
  private let part: Any.Type
  /// Groups on the way to the part, outermost first.
  let groups: [GroupStep]

  private init(offset: Int = 0, of part: Any.Type, in groups: [GroupStep] = [], write: @escaping ValueWriter) {
    (self.offset, self.write, self.part, self.groups) = (offset, write, part, groups)
  }

  /// Changes the root as a whole.
  package init(_ body: @escaping @Sendable (inout Root, AnimationSample) -> Void) {
    self.init(of: Root.self) { body(&$0.assumingMemoryBound(to: Root.self).pointee, $1) }
  }

  /// Moves the root along a curve.
  package init(_ curve: AnimationCurve<Root>) where Root: Animatable {
    self.init(of: Root.self, write: Root.writer(curve))
  }

  /// The same for a value that holds the root.
  ///
  /// - Parameter place: offset of the path, nil for a part that is computed.
  package func lifted<Outer>(
    through path: any WritableKeyPath<Outer, Root> & Sendable, at place: Int?
  ) -> TrackWriter<Outer> {
    if let place {
      guard var first = groups.first else { return TrackWriter<Outer>(offset: place + offset, of: part, write: write) }
      first.offset += place
      return TrackWriter<Outer>(offset: offset, of: part, in: [first] + groups.dropFirst(), write: write)
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

  /// The same for a group that few values have.
  package func liftedToRare() -> TrackWriter<Rare<Root>> where Root: RareGroup {
    TrackWriter<Rare<Root>>(
      offset: offset, of: part, in: [GroupStep(offset: 0, group: Root.self)] + groups, write: write)
  }

  package func apply(to root: inout Root, _ sample: AnimationSample) {
    withUnsafeMutablePointer(to: &root) { apply(at: UnsafeMutableRawPointer($0), through: groups[...], sample) }
  }

  private func apply(
    at address: UnsafeMutableRawPointer, through groups: ArraySlice<GroupStep>, _ sample: AnimationSample
  ) {
    guard let step = groups.first else { return write(address + offset, sample) }
    step.group.change(address + step.offset) { apply(at: $0, through: groups.dropFirst(), sample) }
  }
}

// What a frame does with writers whose groups it has found.
extension TrackWriter {
  /// Changes the part, given the address of what it lies in: the innermost group, or a value with which the root
  /// begins and that is all that the writer reaches.
  @inline(__always)
  func apply(at address: UnsafeMutableRawPointer, _ sample: AnimationSample) {
    write(address + offset, sample)
  }

  /// Copies the part from one place that it lies in to another.
  func restore(_ address: UnsafeMutableRawPointer, from committed: UnsafeMutableRawPointer) {
    func copy<Part>(_ type: Part.Type) {
      (address + offset).assumingMemoryBound(to: Part.self).pointee =
        (committed + offset).assumingMemoryBound(to: Part.self).pointee
    }
    copy(part)
  }

  /// Bytes from the start of what the part lies in.
  var range: Range<Int> {
    func size<Part>(_ type: Part.Type) -> Int { MemoryLayout<Part>.size }
    return offset..<offset + size(part)
  }
}

/// Step into a group of values that few values have.
struct GroupStep: Sendable {
  /// Where its `Rare` lies, bytes from the start of the value around it.
  var offset: Int
  let group: any RareGroup.Type
}

/// Changes the value at an address.
package typealias ValueWriter = @Sendable (UnsafeMutableRawPointer, AnimationSample) -> Void
