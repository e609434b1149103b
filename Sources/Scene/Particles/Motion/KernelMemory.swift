package import CStarmineParticleKernels
import Glibc

/// Memory with a fixed address. Kernels keep pointers to it while the object is retained.
final class KernelMemory<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    count = elements.count
    start = .allocate(capacity: max(1, elements.count))
    for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
  }

  init(count: Int) {
    self.count = count
    start = .allocate(capacity: max(1, count))
  }

  deinit { start.deallocate() }
}

extension KernelMemory {
  func row(from first: Int) -> KernelSpan<Element> { KernelSpan(start: start + first) }
}

/// Elements from an index in memory shared by kernels and workers. The owner of the memory retains it.
struct KernelSpan<Element> {
  let start: UnsafeMutablePointer<Element>

  init(start: UnsafeMutablePointer<Element>) { self.start = start }

  /// Allocates memory. Free it with `deallocate`.
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
  func from(_ index: Int) -> KernelSpan { KernelSpan(start: start + index) }

  /// Initializes the first element.
  @inline(__always)
  func initialize(to value: Element) { start.initialize(to: value) }

  /// Moves elements to this position. The ranges may overlap.
  func move(from other: KernelSpan, count: Int) { start.moveInitialize(from: other.start, count: count) }

  func fill(_ value: Element, count: Int) { start.update(repeating: value, count: count) }

  /// Calls a closure with temporary uninitialized memory.
  @inline(__always)
  static func withRoom<Result>(for count: Int, _ body: (KernelSpan) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { room in
      guard let start = room.baseAddress else { preconditionFailure("KernelSpan: room for nothing") }
      return body(KernelSpan(start: start))
    }
  }
}

extension Array {
  mutating func withRow<Result>(_ body: (KernelSpan<Element>) -> Result) -> Result? {
    withUnsafeMutableBufferPointer { $0.baseAddress.map { body(KernelSpan(start: $0)) } }
  }
}

extension OutputSpan {
  /// Appends elements that a closure writes to uninitialized memory. It returns their number.
  mutating func append(_ body: (KernelSpan<Element>) -> Int) {
    withUnsafeMutableBufferPointer { memory, filled in
      guard let base = memory.baseAddress else { return }
      filled += body(KernelSpan(start: base + filled))
    }
  }
}

extension KernelSpan<Float> {
  @inline(__always)
  func vector(_ column: Int, stride: Int) -> SIMD3<Float> { start.readable.vector(column, stride: stride) }
}

extension UnsafeMutablePointer {
  @inline(__always)
  var readable: UnsafePointer<Pointee> { UnsafePointer(self) }
}

/// Calls a closure with the elements of a C array.
func withElements<Array, Element: BitwiseCopyable>(
  of array: inout Array, _: Element.Type, _ body: (inout MutableSpan<Element>) -> Void
) {
  withUnsafeMutableBytes(of: &array) { bytes in
    var elements = bytes.assumingMemoryBound(to: Element.self).mutableSpan
    body(&elements)
  }
}

extension ParticleCell {
  func isSame(as other: ParticleCell) -> Bool {
    withUnsafePointer(to: self) { a in
      withUnsafePointer(to: other) { b in memcmp(a, b, MemoryLayout<ParticleCell>.size) == 0 }
    }
  }
}

extension ParticleColumns {
  /// The used part of a column.
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
  func surfaces(of stretch: Int) -> UnsafeBufferPointer<ParticleSurface> {
    let range = stretches[stretch].surfaces
    return UnsafeBufferPointer(start: surfaces.map { $0 + Int(range.first) }, count: Int(range.count))
  }
}

extension ParticleParent {
  init(_ columns: UnsafePointer<Float>, stride: Int) {
    self.init()
    withUnsafeMutableBytes(of: &self) { bytes in
      let values = bytes.assumingMemoryBound(to: Float.self)
      for column in values.indices { values[column] = columns[column * stride] }
    }
  }

  package func store(at index: Int, in columns: UnsafeMutablePointer<Float>, stride: Int) {
    withUnsafeBytes(of: self) { bytes in
      let values = bytes.assumingMemoryBound(to: Float.self)
      for column in values.indices { columns[column * stride + index] = values[column] }
    }
  }
}

extension UnsafePointer<Float> {
  package func vector(_ column: Int, stride: Int) -> SIMD3<Float> {
    SIMD3(self[column * stride], self[(column + 1) * stride], self[(column + 2) * stride])
  }
}
