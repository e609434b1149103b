/// Reused memory that grows to the largest need. Aligned to cache lines, because vectors that cross lines cost twice.
/// All bytes are zero after growing.
final class ScratchBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = Self.allocate(capacity)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
    let bytes = count * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return memory.bindMemory(to: Element.self, capacity: count)
  }

  @discardableResult
  func reserve(_ count: Int) -> UnsafeMutablePointer<Element> {
    if count > capacity {
      UnsafeMutableRawPointer(base).deallocate()
      capacity = count + count / 4
      base = Self.allocate(capacity)
    }
    return base
  }

  /// Reserves `count` elements and preserves the first `kept`.
  func reserve(_ count: Int, keeping kept: Int) -> UnsafeMutablePointer<Element> {
    if count > capacity {
      let old = base
      capacity = 2 * count
      base = Self.allocate(capacity)
      base.update(from: old, count: kept)
      UnsafeMutableRawPointer(old).deallocate()
    }
    return base
  }

  func reserve(_ count: Int, filledWith value: Element) -> UnsafeMutablePointer<Element> {
    let pointer = reserve(count)
    pointer.update(repeating: value, count: count)
    return pointer
  }
}
