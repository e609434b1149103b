/// A plane in space with its drawing.
struct Face {
  var commands: [DrawCommand]
  /// A convex outline of the drawing in device pixels.
  var outline: [SIMD2<Double>]
  /// Depth at a pixel is the dot product with `(x, y, 1)`, because projection keeps planes. Larger is nearer.
  var depth: SIMD3<Double>
  /// Cuts by other planes. Pixels outside belong to other pieces of the face.
  var cuts: [HalfPlane] = []
  /// Number of particles in the drawing. Each piece of the face draws all of them.
  let particles: Int

  init(commands: [DrawCommand], outline: [SIMD2<Double>], depth: SIMD3<Double>) {
    (self.commands, self.outline, self.depth) = (commands, outline, depth)
    particles = commands.reduce(0) { sum, command in
      if case .particles(let batch) = command { sum + batch.count } else { sum }
    }
  }

  func depth(at point: SIMD2<Double>) -> Double { depth.x * point.x + depth.y * point.y + depth.z }
}

/// Sorts planes in space from back to front by a binary space partition, and cuts them where they intersect.
///
/// In device space a cut is a straight line, so a piece is the whole face limited to half planes. Visibility is decided
/// at the centre of each pixel, and all pieces together give exactly the face.
enum DepthSort {
  /// Above this number of faces or pieces, faces are sorted by their middles and not cut.
  static let limit = 4096
  /// The same limit for particles in all pieces, unless the faces had more before they were cut: each piece draws the
  /// particles of its face, a million per second.
  static let particleLimit = EmissionModel.particleLimit / 2
  /// Number of faces that are tried as dividers.
  private static let candidates = 6

  private enum Step {
    case sort([Face])
    case take([Face])
  }

  /// Faces in the same plane keep their order.
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

  /// The face, of some candidates, that cuts the fewest others.
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

  /// Signed distances of a face's corners from a plane.
  private static func sides(of face: Face, from plane: SIMD3<Double>) -> [Double] {
    let line = face.depth - plane
    return face.outline.map { line.x * $0.x + line.y * $0.y + line.z }
  }

  /// Extent of a face behind (negative) and in front of a plane, without rounding errors.
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

  /// The part of a face on one side of a line. `sides` are the values at its corners.
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
