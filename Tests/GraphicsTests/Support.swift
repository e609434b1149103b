import Foundation
import StarmineGraphics
import StarmineTestSupport

/// Numbers that arithmetic likes least.
let awkward: [CGFloat] = [
  .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.0, 1,
  1e19,
]

func elements(_ t: CATransform3D) -> [Double] {
  TransformText.names.map { (try? TransformText.element($0, of: t)) ?? .nan }
}

func elements(_ t: CGAffineTransform) -> [Double] {
  [t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) }
}

func areClose(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-9) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($0), abs($1)) }
}

func areClose(_ a: CGPoint, _ b: CGPoint, _ tolerance: Double = 1e-9) -> Bool {
  areClose([a.x, a.y], [b.x, b.y], tolerance)
}

func areClose(_ a: CGRect, _ b: CGRect, _ tolerance: Double = 1e-9) -> Bool {
  areClose([a.minX, a.minY, a.maxX, a.maxY], [b.minX, b.minY, b.maxX, b.maxY], tolerance)
}

func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}

extension SplitMix64 {
  mutating func number(_ range: ClosedRange<Double> = -3...3) -> CGFloat {
    Double.random(in: range, using: &self)
  }

  mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &self) }
}
