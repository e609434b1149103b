/// One plane in space: what was drawn of it, and where it lies.
struct Face {
  var commands: [DrawCommand]
  /// A convex outline that holds everything drawn, device pixels.
  var outline: [SIMD2<Double>]
  /// Depth at a pixel is the dot product with `(x, y, 1)`, because projection keeps planes plane; larger is nearer.
  var depth: SIMD3<Double>
  /// Where other planes cut it; what lies outside any of them belongs to other pieces of the same face.
  var cuts: [HalfPlane] = []
  /// Particles among what was drawn: each piece of the face draws all of them.
  let particles: Int

  init(commands: [DrawCommand], outline: [SIMD2<Double>], depth: SIMD3<Double>) {
    (self.commands, self.outline, self.depth) = (commands, outline, depth)
    particles = commands.reduce(0) { sum, command in
      if case .particles(let batch) = command { sum + batch.count } else { sum }
    }
  }

  func depth(at point: SIMD2<Double>) -> Double { depth.x * point.x + depth.y * point.y + depth.z }
}

/// Sorts planes in space back to front by a binary space partition, cutting them where they run through one another.
///
/// In device space a cut is a straight line, so a piece is its whole face, limited to the pixels of half planes: which
/// of two faces is seen is decided pixel by pixel, at the pixel's centre, and both pieces together are exactly the
/// face.
enum DepthSort {
  /// Beyond this many faces or pieces faces are sorted by their middles and not cut.
  static let limit = 4096
  /// Beyond this many particles in all pieces together likewise, unless the faces had more before they were cut: each
  /// piece draws its face's, a million a second.
  static let particleLimit = EmissionModel.particleLimit / 2
  /// How many faces are tried as the one that parts the others.
  private static let candidates = 6

  private enum Step {
    case sort([Face])
    case take([Face])
  }

  /// Faces in one plane stay in the given order.
  static func backToFront(_ faces: [Face]) -> [Face] {
    if faces.count > limit { return byMiddle(faces) }
    var result: [Face] = []
    var steps = [Step.sort(faces)]
    var pieces = faces.count
    var particles = sum(faces)
    let mostParticles = max(particles, particleLimit)
    while let step = steps.popLast() {
      switch step {
      case .take(let faces): result += faces
      case .sort(let faces) where faces.count < 2: result += faces
      case .sort(let faces) where pieces > limit || particles > mostParticles: result += byMiddle(faces)
      case .sort(let faces):
        let (behind, within, before) = part(faces, by: divider(of: faces))
        pieces += behind.count + within.count + before.count - faces.count
        particles += sum(behind) + sum(within) + sum(before) - sum(faces)
        steps += [.sort(before), .take(within), .sort(behind)]
      }
    }
    return result
  }

  private static func sum(_ faces: [Face]) -> Int { faces.reduce(0) { $0 + $1.particles } }

  /// The face, of a few, that cuts the fewest others.
  private static func divider(of faces: [Face]) -> Face {
    let step = max(1, faces.count / candidates)
    var best = (face: faces[faces.count / 2], cuts: Int.max)
    for index in stride(from: step / 2, to: faces.count, by: step) {
      let cuts = faces.count { face in
        let (low, high) = range(sides(of: face, from: faces[index].depth), face)
        return low < 0 && high > 0
      }
      if cuts < best.cuts { best = (faces[index], cuts) }
    }
    return best.face
  }

  /// How far the corners of a face lie in front of a plane.
  private static func sides(of face: Face, from plane: SIMD3<Double>) -> [Double] {
    let line = face.depth - plane
    return face.outline.map { line.x * $0.x + line.y * $0.y + line.z }
  }

  /// How far a face reaches behind (negative) and in front of a plane; what rounding can explain is 0.
  private static func range(_ sides: [Double], _ face: Face) -> (low: Double, high: Double) {
    let tolerance = 1e-6 * (1 + (face.outline.map { abs(face.depth(at: $0)) }.max() ?? 0))
    let (low, high) = (sides.min() ?? 0, sides.max() ?? 0)
    return (low < -tolerance ? low : 0, high > tolerance ? high : 0)
  }

  private static func part(
    _ faces: [Face], by divider: Face
  ) -> (behind: [Face], within: [Face], before: [Face]) {
    var (behind, within, before): ([Face], [Face], [Face]) = ([], [], [])
    for face in faces {
      let sides = sides(of: face, from: divider.depth)
      let (low, high) = range(sides, face)
      if low == 0, high == 0 {
        within.append(face)
      } else if low == 0 {
        before.append(face)
      } else if high == 0 {
        behind.append(face)
      } else {
        before.append(piece(of: face, sides, line: face.depth - divider.depth, isNegative: false))
        behind.append(piece(of: face, sides, line: face.depth - divider.depth, isNegative: true))
      }
    }
    return (behind, within, before)
  }

  /// The part of a face on one side of a line; `sides` are its values at the corners.
  private static func piece(of face: Face, _ sides: [Double], line: SIMD3<Double>, isNegative: Bool) -> Face {
    var result = face
    result.cuts.append(HalfPlane(a: line.x, b: line.y, c: line.z, isNegative: isNegative))
    result.outline = []
    for (index, point) in face.outline.enumerated() {
      let next = (index + 1) % face.outline.count
      if (sides[index] < 0) == isNegative { result.outline.append(point) }
      if (sides[index] < 0) != (sides[next] < 0) {
        let part = sides[index] / (sides[index] - sides[next])
        result.outline.append(point + (face.outline[next] - point) * part)
      }
    }
    return result
  }

  private static func byMiddle(_ faces: [Face]) -> [Face] {
    let depths = faces.map { face in
      face.depth(at: face.outline.reduce(.zero, +) / Double(max(1, face.outline.count)))
    }
    return faces.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { faces[$0] }
  }
}
