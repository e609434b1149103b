package import CStarmineParticleKernels
import Glibc

/// Elements in memory that stays where it is: kernels hold pointers into it while the object is held.
final class KernelMemory<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    count = elements.count
    start = .allocate(capacity: max(1, elements.count))
    for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
  }

  /// Memory that is filled before it is read.
  init(count: Int) {
    self.count = count
    start = .allocate(capacity: max(1, count))
  }

  deinit { start.deallocate() }
}

extension KernelMemory {
  /// Elements from one on.
  func row(from first: Int) -> KernelRow<Element> { KernelRow(start: start + first) }
}

/// Elements in memory that kernels and workers read and write, from one on; what made the memory keeps it.
struct KernelRow<Element> {
  let start: UnsafeMutablePointer<Element>

  init(start: UnsafeMutablePointer<Element>) { self.start = start }

  /// Memory of its own, to be given back with `deallocate`.
  init(repeating value: Element, count: Int) {
    start = .allocate(capacity: count)
    start.initialize(repeating: value, count: count)
  }

  func deallocate() { start.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { start[index] }
    nonmutating set { start[index] = newValue }
  }

  @inline(__always)
  func from(_ index: Int) -> KernelRow { KernelRow(start: start + index) }

  /// The first element of memory that has none yet.
  @inline(__always)
  func initialize(to value: Element) { start.initialize(to: value) }

  /// Moves elements to the first place, which may be among them.
  func move(from other: KernelRow, count: Int) { start.moveInitialize(from: other.start, count: count) }

  func fill(_ value: Element, count: Int) { start.update(repeating: value, count: count) }

  /// Calls a closure with memory for as long as it runs; what is in it at first means nothing.
  @inline(__always)
  static func withRoom<Result>(for count: Int, _ body: (KernelRow) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { room in
      guard let start = room.baseAddress else { preconditionFailure("KernelRow: room for nothing") }
      return body(KernelRow(start: start))
    }
  }
}

extension Array {
  /// Calls a closure with the elements where they lie.
  mutating func withRow<Result>(_ body: (KernelRow<Element>) -> Result) -> Result? {
    withUnsafeMutableBufferPointer { $0.baseAddress.map { body(KernelRow(start: $0)) } }
  }
}

extension OutputSpan {
  /// Appends elements that a closure writes, to memory without values; it returns how many.
  mutating func append(_ body: (KernelRow<Element>) -> Int) {
    withUnsafeMutableBufferPointer { memory, filled in
      guard let base = memory.baseAddress else { return }
      filled += body(KernelRow(start: base + filled))
    }
  }
}

extension KernelRow<Float> {
  /// Reads three columns.
  @inline(__always)
  func vector(_ column: Int, stride: Int) -> SIMD3<Float> { start.readable.vector(column, stride: stride) }
}

extension UnsafeMutablePointer {
  /// The same place for a kernel that only reads it.
  @inline(__always)
  var readable: UnsafePointer<Pointee> { UnsafePointer(self) }
}

/// Calls a closure with the elements of an array of a C struct.
func withElements<Array, Element: BitwiseCopyable>(
  of array: inout Array, _: Element.Type, _ body: (inout MutableSpan<Element>) -> Void
) {
  withUnsafeMutableBytes(of: &array) { bytes in
    var elements = bytes.assumingMemoryBound(to: Element.self).mutableSpan
    body(&elements)
  }
}

extension ParticleCell {
  /// Whether particles of both can be drawn together.
  func isSame(as other: ParticleCell) -> Bool {
    withUnsafePointer(to: self) { a in
      withUnsafePointer(to: other) { b in memcmp(a, b, MemoryLayout<ParticleCell>.size) == 0 }
    }
  }
}

extension ParticleColumns {
  /// What is filled of a column of numbers.
  @inline(__always)
  func filled(_ column: Int) -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: numbers + column * stride, count: count)
  }
  @inline(__always)
  var filledTints: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: tints, count: count) }
  @inline(__always)
  var filledSprites: UnsafeBufferPointer<UInt16> { UnsafeBufferPointer(start: sprites, count: count) }
  @inline(__always)
  var filledKeys: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: keys, count: count) }
}

extension ParticleIntegration {
  /// Floors and walls of a stretch.
  func surfaces(of stretch: Int) -> UnsafeBufferPointer<ParticleSurface> {
    let range = stretches[stretch].surfaces
    return UnsafeBufferPointer(start: surfaces.map { $0 + Int(range.first) }, count: Int(range.count))
  }
}

extension ParticleParent {
  /// Reads one from columns.
  init(_ columns: UnsafePointer<Float>, stride: Int) {
    self.init()
    withUnsafeMutableBytes(of: &self) { bytes in
      let values = bytes.assumingMemoryBound(to: Float.self)
      for column in values.indices { values[column] = columns[column * stride] }
    }
  }

  /// Writes its numbers into columns of floats.
  package func store(at index: Int, in columns: UnsafeMutablePointer<Float>, stride: Int) {
    withUnsafeBytes(of: self) { bytes in
      let values = bytes.assumingMemoryBound(to: Float.self)
      for column in values.indices { columns[column * stride + index] = values[column] }
    }
  }
}

extension UnsafePointer<Float> {
  /// Reads three columns.
  package func vector(_ column: Int, stride: Int) -> SIMD3<Float> {
    SIMD3(self[column * stride], self[(column + 1) * stride], self[(column + 2) * stride])
  }
}
