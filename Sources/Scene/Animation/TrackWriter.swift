/// Changes a value or a part of it by the sample of an animation.
///
/// It works in place: a stored part is accessed by its offset. Only computed parts are read and written back.
package struct TrackWriter<Root>: Sendable {
  /// Byte offset of the part in the root, or in the innermost group if there are groups.
  let offset: Int
  let writer: ValueWriter
  private let part: Any.Type
  /// Groups that contain the part, outermost first.
  let groups: [GroupStep]

  private init(offset: Int = 0, of part: Any.Type, in groups: [GroupStep] = [], _ writer: ValueWriter) {
    (self.offset, self.writer, self.part, self.groups) = (offset, writer, part, groups)
  }

  package init(_ body: @escaping @Sendable (inout Root, AnimationSample) -> Void) {
    self.init(of: Root.self, .general { body(&$0.assumingMemoryBound(to: Root.self).pointee, $1) })
  }

  package init(_ curve: AnimationCurve<Root>) where Root: Animatable { self.init(of: Root.self, Root.writer(curve)) }

  /// Returns the writer for a value that contains the root at an offset.
  package func lifted<Outer>(at place: Int) -> TrackWriter<Outer> {
    guard var first = groups.first else { return TrackWriter<Outer>(offset: place + offset, of: part, writer) }
    first.offset += place
    return TrackWriter<Outer>(offset: offset, of: part, in: [first] + groups.dropFirst(), writer)
  }

  /// Returns the writer for a value from which the root is computed.
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

  /// Returns the writer for a value that contains the root.
  package func lifted<Outer>(through path: any WritableKeyPath<Outer, Root> & Sendable) -> TrackWriter<Outer> {
    if let place = MemoryLayout<Outer>.offset(of: path) { return lifted(at: place) }
    return lifted { outer, body in
      withUnsafeMutablePointer(to: &outer.assumingMemoryBound(to: Outer.self).pointee[keyPath: path]) {
        body(UnsafeMutableRawPointer($0))
      }
    }
  }

  /// Returns the writer for an optional root. Without a value it does nothing.
  package func liftedToOptional() -> TrackWriter<Root?> {
    let inner = self
    return TrackWriter<Root?> { outer, sample in
      guard var value = outer else { return }
      inner.apply(to: &value, sample)
      outer = value
    }
  }

  /// Returns the writer for a group of rare values.
  package func liftedToRare() -> TrackWriter<Rare<Root>> where Root: RareGroup {
    TrackWriter<Rare<Root>>(offset: offset, of: part, in: [GroupStep(offset: 0, group: Root.self)] + groups, writer)
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
  /// - Parameter offset: byte offset in the innermost group.
  fileprivate func apply(
    at address: UnsafeMutableRawPointer, through groups: ArraySlice<GroupStep>, _ offset: Int,
    _ sample: AnimationSample
  ) {
    guard let step = groups.first else { return write(address + offset, sample) }
    step.group.change(address + step.offset) { apply(at: $0, through: groups.dropFirst(), offset, sample) }
  }
}

// MARK: Writers whose groups a frame has resolved
extension TrackWriter {
  /// Changes the part, given the address of the innermost group, or of a value that starts with the root.
  @inline(__always)
  func apply(at address: UnsafeMutableRawPointer, _ sample: AnimationSample) { writer.write(address + offset, sample) }

  func apply(toPart address: UnsafeMutableRawPointer, _ sample: AnimationSample) { writer.write(address, sample) }

  /// Copies the part from one container to another.
  func restore(_ address: UnsafeMutableRawPointer, from committed: UnsafeMutableRawPointer) {
    func copy<Part>(_ type: Part.Type) {
      (address + offset).assumingMemoryBound(to: Part.self).pointee =
        (committed + offset).assumingMemoryBound(to: Part.self).pointee
    }
    copy(part)
  }

  /// Byte range in the container of the part.
  var range: Range<Int> {
    func size<Part>(_ type: Part.Type) -> Int { MemoryLayout<Part>.size }
    return offset..<offset + size(part)
  }
}

struct GroupStep: Sendable {
  /// Byte offset of its `Rare` in the enclosing value.
  var offset: Int
  let group: any RareGroup.Type
}

extension TrackWriter where Root == EmitterCellState {
  /// Returns the writer for the cell at a path of indices from the top-level cells.
  package func lifted(toCellAt path: [Int]) -> TrackWriter<EmissionValues> {
    let inner = self
    return TrackWriter<EmissionValues> { values, sample in
      values.cells.update(path[...]) { inner.apply(to: &$0, sample) }
    }
  }
}
