package import CStarmineParticleKernels

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
