/// Transposes lines of values: value `x` of line `y` becomes value `y` of line `x`.
/// - Parameters:
///   - count: Number of source lines.
///   - length: Number of values in each.
///   - source: Start of a source line.
///   - target: Start of a target line.
///   - change: Converts values.
@inline(__always)
func turnLines(
  _ count: Int, length: Int, from source: (Int) -> UnsafePointer<UInt32>,
  to target: (Int) -> UnsafeMutablePointer<UInt32>, _ change: (SIMD4<UInt32>) -> SIMD4<UInt32>
) {
  let (wholeCount, wholeLength) = (count & ~3, length & ~3)
  for y in stride(from: 0, to: wholeCount, by: 4) {
    let (a, b, c, d) = (source(y), source(y + 1), source(y + 2), source(y + 3))
    for x in stride(from: 0, to: wholeLength, by: 4) {
      let (p, q, r, s) = (change(four(a + x)), change(four(b + x)), change(four(c + x)), change(four(d + x)))
      store(SIMD4(p.x, q.x, r.x, s.x), target(x) + y)
      store(SIMD4(p.y, q.y, r.y, s.y), target(x + 1) + y)
      store(SIMD4(p.z, q.z, r.z, s.z), target(x + 2) + y)
      store(SIMD4(p.w, q.w, r.w, s.w), target(x + 3) + y)
    }
  }
  for y in 0..<count {
    for x in (y < wholeCount ? wholeLength : 0)..<length { target(x)[y] = change(SIMD4(repeating: source(y)[x])).x }
  }
}

@inline(__always)
private func four(_ values: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
  UnsafeRawPointer(values).loadUnaligned(as: SIMD4<UInt32>.self)
}

@inline(__always)
private func store(_ values: SIMD4<UInt32>, _ place: UnsafeMutablePointer<UInt32>) {
  UnsafeMutableRawPointer(place).storeBytes(of: values, as: SIMD4<UInt32>.self)
}
