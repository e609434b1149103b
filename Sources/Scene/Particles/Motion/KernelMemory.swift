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
