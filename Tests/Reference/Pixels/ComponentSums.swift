/// A pixel's components in 16 bits each, for sums.
package struct ComponentSums {
  /// Blue and red.
  private var even: UInt32
  /// Green and alpha.
  private var odd: UInt32

  private init(even: UInt32, odd: UInt32) {
    self.even = even
    self.odd = odd
  }

  @inline(__always)
  package init(_ pixel: UInt32) {
    even = pixel & 0x00FF_00FF
    odd = pixel >> 8 & 0x00FF_00FF
  }

  /// Half a step of sums that `shift` bits are too many of.
  package static func half(_ shift: UInt32) -> ComponentSums {
    ComponentSums(even: 0x10001, odd: 0x10001) &* ((1 << shift) >> 1)
  }

  /// The pixel of a sum that `shift` bits are too many of.
  @inline(__always)
  package func pixel(_ shift: UInt32) -> UInt32 {
    (even >> shift & 0x00FF_00FF) | (odd >> shift & 0x00FF_00FF) << 8
  }

  @inline(__always)
  package static func &+ (a: ComponentSums, b: ComponentSums) -> ComponentSums {
    ComponentSums(even: a.even &+ b.even, odd: a.odd &+ b.odd)
  }
  @inline(__always)
  package static func &* (a: ComponentSums, b: UInt32) -> ComponentSums {
    ComponentSums(even: a.even &* b, odd: a.odd &* b)
  }
}
