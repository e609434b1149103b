/// Changes a value, or a part of it, by what the sample of an animation says.
///
/// It works in place: a part that is stored in the value is reached by its offset, and only what is computed is taken
/// out and put back.
package struct TrackWriter<Root>: Sendable {
  /// Where the part lies, bytes from the start of the root, or of the innermost group where there are groups.
  let offset: Int
  let writer: ValueWriter
  /// Type of the part.
  private let part: Any.Type
  /// Groups on the way to the part, outermost first.
  let groups: [GroupStep]

  private init(offset: Int = 0, of part: Any.Type, in groups: [GroupStep] = [], _ writer: ValueWriter) {
    (self.offset, self.writer, self.part, self.groups) = (offset, writer, part, groups)
  }

  /// Changes the root as a whole.
  package init(_ body: @escaping @Sendable (inout Root, AnimationSample) -> Void) {
    self.init(of: Root.self, .general { body(&$0.assumingMemoryBound(to: Root.self).pointee, $1) })
  }

  /// Moves the root along a curve.
  package init(_ curve: AnimationCurve<Root>) where Root: Animatable {
    self.init(of: Root.self, Root.writer(curve))
  }

  /// The same for a value that holds the root at an offset.
  package func lifted<Outer>(at place: Int) -> TrackWriter<Outer> {
    guard var first = groups.first else { return TrackWriter<Outer>(offset: place + offset, of: part, writer) }
    first.offset += place
    return TrackWriter<Outer>(offset: offset, of: part, in: [first] + groups.dropFirst(), writer)
  }

  /// The same for a value from which the root is computed.
  package func lifted<Outer>(by change: @escaping PartChange) -> TrackWriter<Outer> {
    if offset == 0, groups.isEmpty, case .double(let from, let to) = writer {
      return TrackWriter<Outer>(of: Outer.self, .computed(from: from, to: to, change))
    }
    let (writer, offset, groups) = (writer, offset, groups)
    return TrackWriter<Outer>(
      of: Outer.self,
      .general { address, sample in
        change(address) { writer.apply(at: $0, through: groups[...], offset, sample) }
      })
  }

  /// The same for a value that holds the root.
  package func lifted<Outer>(through path: any WritableKeyPath<Outer, Root> & Sendable) -> TrackWriter<Outer> {
    if let place = MemoryLayout<Outer>.offset(of: path) { return lifted(at: place) }
    return lifted { outer, body in
      withUnsafeMutablePointer(to: &outer.assumingMemoryBound(to: Outer.self).pointee[keyPath: path]) {
        body(UnsafeMutableRawPointer($0))
      }
    }
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
      offset: offset, of: part, in: [GroupStep(offset: 0, group: Root.self)] + groups, writer)
  }

  package func apply(to root: inout Root, _ sample: AnimationSample) {
    withUnsafeMutablePointer(to: &root) { root in
      let address = UnsafeMutableRawPointer(root)
      if groups.isEmpty { return writer.write(address + offset, sample) }
      writer.apply(at: address, through: groups[...], offset, sample)
    }
  }
}

extension ValueWriter {
  /// - Parameter offset: bytes from the start of the innermost group.
  fileprivate func apply(
    at address: UnsafeMutableRawPointer, through groups: ArraySlice<GroupStep>, _ offset: Int,
    _ sample: AnimationSample
  ) {
    guard let step = groups.first else { return write(address + offset, sample) }
    step.group.change(address + step.offset) { apply(at: $0, through: groups.dropFirst(), offset, sample) }
  }
}

// What a frame does with writers whose groups it has found.
extension TrackWriter {
  /// Changes the part, given the address of what it lies in: the innermost group, or a value with which the root
  /// begins and that is all that the writer reaches.
  @inline(__always)
  func apply(at address: UnsafeMutableRawPointer, _ sample: AnimationSample) {
    writer.write(address + offset, sample)
  }

  /// Changes the part, given its own address.
  func apply(toPart address: UnsafeMutableRawPointer, _ sample: AnimationSample) { writer.write(address, sample) }

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
