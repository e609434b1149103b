/// One row of the table of named properties: how a property is read and written on one class of objects. Several
/// classes may have a row of the same name (`bounds` of layers and of views).
struct PropertyRow: Sendable {
  let name: String
  let count: Int
  let threshold: Double
  let owns: @Sendable (Any) -> Bool
  /// Zeros for a value that is not set.
  let read: @Sendable (Any) -> SIMD4<Double>
  let write: @Sendable (Any, SIMD4<Double>) -> Void

  init<Owner>(
    _ name: String, of owner: Owner.Type, count: Int, threshold: Double,
    read: @escaping @Sendable (Owner) -> SIMD4<Double>, write: @escaping @Sendable (Owner, SIMD4<Double>) -> Void
  ) {
    (self.name, self.count, self.threshold) = (name, count, threshold)
    owns = { $0 is Owner }
    self.read = { ($0 as? Owner).map(read) ?? SIMD4() }
    self.write = { object, vector in
      if let object = object as? Owner { write(object, vector) }
    }
  }

  /// A row over a layer's own key path, or one key path per number.
  init<Owner: CALayer>(
    _ name: String, of owner: Owner.Type = CALayer.self, _ kind: VectorKind, _ threshold: Double, _ keyPaths: String...,
    adjust: @escaping @Sendable (SIMD4<Double>) -> SIMD4<Double>? = { $0 }
  ) {
    self.init(name, of: owner, count: keyPaths.count > 1 ? keyPaths.count : kind.count, threshold: threshold) { layer in
      var result = SIMD4<Double>()
      for (index, keyPath) in keyPaths.enumerated() {
        let value = layer.value(forKeyPath: keyPath).flatMap(VectorKind.read)?.vector ?? SIMD4()
        if keyPaths.count == 1 { result = value } else { result[index] = value.x }
      }
      return result
    } write: { layer, vector in
      guard let vector = adjust(vector) else { return }
      for (index, keyPath) in keyPaths.enumerated() {
        let value = keyPaths.count == 1 ? vector : SIMD4(vector[index], 0, 0, 0)
        layer.setValue(kind.box(value), forKeyPath: keyPath)
      }
    }
  }

  // MARK: The table

  private static let table = Dictionary(grouping: layerRows + viewRows, by: \.name)

  static func rows(named name: String) -> [PropertyRow] { table[name] ?? [] }
}
