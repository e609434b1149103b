package import CStarmineParticleKernels

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

extension ParticleParent {
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
