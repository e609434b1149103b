import CStarmineParticleKernels
import StarmineScene

/// Where an emitter's particles are born and which way they face before longitude, latitude and range apply: the plain
/// twin of the kernels' shapes.
///
/// Base directions (behavior.md 5.5): line -y (seen on devices); outlines of rectangle, cuboid, circle, and
/// outline and surface of the sphere outward; all else +x. Points are spread evenly over length, area or volume.
struct ReferenceShape {
  private let shape: EmitterShape
  private let mode: EmitterMode
  private let pieces: ReferencePieces?
  private let center: SIMD3<Float>
  private let half: SIMD3<Float>
  private let drift: SIMD3<Float>?

  init(_ values: ParticleShape) {
    pieces = Int(values.shape) == ParticleShapePieces ? ReferencePieces(shape: values) : nil
    shape = [EmitterShape.point, .line, .rectangle, .cuboid, .circle, .sphere, .path][Int(values.shape)]
    mode = [EmitterMode.points, .outline, .surface, .volume][Int(values.mode)]
    center = SIMD3(values.center)
    half = SIMD3(values.half)
    drift = values.is_drifting != 0 ? SIMD3(values.drift) : nil
  }

  /// Birth points and base directions of eight particles.
  ///
  /// - Parameters:
  ///   - elapsed: seconds that the centre has moved at each birth.
  ///   - numbers: of the births.
  func sample(
    _ identities: Words, elapsed: Floats, numbers: Words
  ) -> (position: VectorLanes, direction: VectorLanes, color: ColorLanes) {
    let white = ColorLanes(repeating: SIMD4(repeating: 1))
    let found = pieces?.sample(identities, numbers)
    let (offset, direction) = found.map { ($0.position, $0.direction) } ?? local(identities)
    let position = VectorLanes(
      offset.x * half.x + center.x, offset.y * half.y + center.y, offset.z * half.z + center.z)
    guard let drift else { return (position, direction, found?.color ?? white) }
    return (position + VectorLanes(repeating: drift) * elapsed, direction, found?.color ?? white)
  }

  /// Offset in units of the half extents, -1...1.
  private func local(_ identities: Words) -> (VectorLanes, VectorLanes) {
    let zero = Floats(repeating: 0)
    let alongX = VectorLanes(repeating: SIMD3(1, 0, 0))
    switch shape {
    case .point, .path, .rectangles, .image, .text:
      return (VectorLanes(zero, zero, zero), alongX)
    case .line:
      let x = signed(identities, .shapeA)
      let ends = mode == .points ? sign(of: x) : x
      return (VectorLanes(ends, zero, zero), VectorLanes(repeating: SIMD3(0, -1, 0)))
    case .rectangle: return rectangle(identities)
    case .cuboid: return cuboid(identities)
    case .circle: return circle(identities)
    case .sphere: return sphere(identities)
    }
  }

  private func rectangle(_ identities: Words) -> (VectorLanes, VectorLanes) {
    let zero = Floats(repeating: 0)
    let alongX = VectorLanes(repeating: SIMD3(1, 0, 0))
    let x = signed(identities, .shapeA)
    let y = signed(identities, .shapeB)
    switch mode {
    case .points: return (VectorLanes(sign(of: x), sign(of: y), zero), alongX)
    case .surface, .volume: return (VectorLanes(x, y, zero), alongX)
    case .outline, .sequential:
      // The edge is picked by its share of the perimeter.
      let share = half.x + half.y > 0 ? half.x / (half.x + half.y) : 0.5
      let isHorizontal = RandomStream.uniform(identities, .shapePart) .< share
      let sx = sign(of: x)
      let sy = sign(of: y)
      return (
        VectorLanes(sx.replacing(with: x, where: isHorizontal), y.replacing(with: sy, where: isHorizontal), zero),
        VectorLanes(sx.replacing(with: 0, where: isHorizontal), zero.replacing(with: sy, where: isHorizontal), zero)
      )
    }
  }

  private func cuboid(_ identities: Words) -> (VectorLanes, VectorLanes) {
    let alongX = VectorLanes(repeating: SIMD3(1, 0, 0))
    var offset = VectorLanes(
      signed(identities, .shapeA), signed(identities, .shapeB), signed(identities, .shapeC))
    let side = VectorLanes(sign(of: offset.x), sign(of: offset.y), sign(of: offset.z))
    let pick = RandomStream.uniform(identities, .shapePart)
    switch mode {
    case .volume: return (offset, alongX)
    case .points: return (side, alongX)
    case .surface:
      // The fixed axis is picked by the area of the faces across it.
      let (first, second) = shares(half.y * half.z, half.x * half.z, half.x * half.y)
      offset.x = offset.x.replacing(with: side.x, where: pick .< first)
      offset.y = offset.y.replacing(with: side.y, where: (pick .>= first) .& (pick .< second))
      offset.z = offset.z.replacing(with: side.z, where: pick .>= second)
      return (offset, alongX)
    case .outline, .sequential:
      // The free axis is picked by its length; the other two stand on an edge, which faces diagonally outward.
      let (first, second) = shares(half.x, half.y, half.z)
      let freeX = pick .< first
      let freeY = (pick .>= first) .& (pick .< second)
      let freeZ = pick .>= second
      offset.x = side.x.replacing(with: offset.x, where: freeX)
      offset.y = side.y.replacing(with: offset.y, where: freeY)
      offset.z = side.z.replacing(with: offset.z, where: freeZ)
      let outward = side * Float(0.5).squareRoot()
      return (
        offset,
        VectorLanes(
          outward.x.replacing(with: 0, where: freeX), outward.y.replacing(with: 0, where: freeY),
          outward.z.replacing(with: 0, where: freeZ))
      )
    }
  }

  private func circle(_ identities: Words) -> (VectorLanes, VectorLanes) {
    let zero = Floats(repeating: 0)
    let alongX = VectorLanes(repeating: SIMD3(1, 0, 0))
    guard mode != .points else { return (VectorLanes(zero, zero, zero), alongX) }
    let (sine, cosine) = LaneMath.sineCosine(turns: RandomStream.uniform(identities, .shapeA))
    let rim = VectorLanes(cosine, sine, zero)
    guard mode != .outline else { return (rim, rim) }
    // The larger of two uniform numbers is distributed as the square root of one: even over the area.
    let radius = LaneMath.larger(
      RandomStream.uniform(identities, .shapeB), RandomStream.uniform(identities, .shapeC))
    return (rim * radius, alongX)
  }

  private func sphere(_ identities: Words) -> (VectorLanes, VectorLanes) {
    let zero = Floats(repeating: 0)
    let alongX = VectorLanes(repeating: SIMD3(1, 0, 0))
    guard mode != .points else { return (VectorLanes(zero, zero, zero), alongX) }
    let (sine, cosine) = LaneMath.sineCosine(turns: RandomStream.uniform(identities, .shapeA))
    let z = signed(identities, .shapeB)
    let ring = LaneMath.squareRoot(1 - z * z)
    let rim = VectorLanes(cosine * ring, sine * ring, z)
    guard mode == .volume else { return (rim, rim) }
    // The largest of three uniform numbers is distributed as the cube root of one: even over the volume.
    let radius = LaneMath.larger(
      RandomStream.uniform(identities, .shapeC),
      LaneMath.larger(
        RandomStream.uniform(identities, .shapeD), RandomStream.uniform(identities, .shapePart)))
    return (rim * radius, alongX)
  }

  /// Uniform in -1..<1.
  private func signed(_ identities: Words, _ quantity: RandomStream.Quantity) -> Floats {
    RandomStream.uniform(identities, quantity) * 2 - 1
  }

  /// -1 below zero, else 1.
  private func sign(of x: Floats) -> Floats {
    Floats(repeating: 1).replacing(with: -1, where: x .< 0)
  }

  /// Cumulative shares of three weights, evenly split when all are 0.
  private func shares(_ a: Float, _ b: Float, _ c: Float) -> (Float, Float) {
    let sum = a + b + c
    return sum > 0 ? (a / sum, (a + b) / sum) : (1 / 3, 2 / 3)
  }
}
