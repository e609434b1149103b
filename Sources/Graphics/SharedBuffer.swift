/// Constant elements in memory with a fixed address while a copy of the buffer exists. Kernels may keep pointers to it.
/// Copies share the memory.
@usableFromInline
package struct SharedBuffer<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let memory: BufferMemory<Element>
  @usableFromInline package let count: Int

  /// - Parameter slack: number of zero bytes after the last element that may be read.
  /// - Parameter fill: writes all `count` elements.
  @inlinable
  package init(count: Int, slack: Int = 0, _ fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
    memory = BufferMemory(capacity: count + slack)
    self.count = count
    fill(UnsafeMutableBufferPointer(start: memory.start, count: count))
    UnsafeMutableRawPointer(memory.start + count).initializeMemory(
      as: UInt8.self, repeating: 0, count: slack * MemoryLayout<Element>.stride)
  }

  @inlinable
  package init(_ elements: some Collection<Element>, slack: Int = 0) {
    self.init(count: elements.count, slack: slack) { target in _ = target.initialize(fromContentsOf: elements) }
  }

  /// Address of the first element, valid while a copy of the buffer exists.
  @inlinable package var start: UnsafePointer<Element> { UnsafePointer(memory.start) }
}

@usableFromInline
final class BufferMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // Written before sharing.
  @usableFromInline let start: UnsafeMutablePointer<Element>

  @usableFromInline
  init(capacity: Int) { start = .allocate(capacity: max(1, capacity)) }

  deinit { start.deallocate() }
}

extension SharedBuffer {
  /// A rectangular part of rows with `width` elements each.
  ///
  /// - Precondition: inside the elements.
  func part(_ columns: Range<Int>, _ rows: Range<Int>, of width: Int) -> SharedBuffer {
    SharedBuffer(count: columns.count * rows.count) { target in
      for (row, y) in rows.enumerated() {
        for (column, x) in columns.enumerated() { target[row * columns.count + column] = self[y * width + x] }
      }
    }
  }
}

extension SharedBuffer: RandomAccessCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { count }

  @inlinable package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "SharedBuffer: an index outside")
    return memory.start[index]
  }

  @inlinable
  package func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: start, count: count))
  }

  @inlinable
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: start, count: count))
  }
}

extension SharedBuffer: Equatable where Element: Equatable {
  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.memory === right.memory || left.elementsEqual(right)
  }

  @inlinable
  package static func == (left: Self, right: [Element]) -> Bool { left.elementsEqual(right) }
}
