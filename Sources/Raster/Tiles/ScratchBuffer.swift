/// Memory that is kept between frames and grows to the largest need. Contents are undefined after growing.
final class ScratchBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Room for `count` elements.
  @discardableResult
  func reserve(_ count: Int) -> UnsafeMutablePointer<Element> {
    if count > capacity {
      base.deallocate()
      capacity = count + count / 4
      base = .allocate(capacity: capacity)
    }
    return base
  }

  /// Room for `count` elements, all of them `value`.
  func reserve(_ count: Int, filledWith value: Element) -> UnsafeMutablePointer<Element> {
    let pointer = reserve(count)
    pointer.update(repeating: value, count: count)
    return pointer
  }
}
