import CStarmineParticleKernels
import StarmineScene

/// Birth places on the pieces of a path, of rectangles or of an image: the plain twin of the kernels' pieces.
struct ReferencePieces {
  let shape: ParticleShape

  private func piece(_ index: Int) -> ParticlePiece { shape.pieces![index] }

  /// Offsets, base directions and colours of eight particles.
  func sample(
    _ identities: Words, _ numbers: Words
  ) -> (position: VectorLanes, direction: VectorLanes, color: ColorLanes) {
    let picks = identities &* RandomStream.Quantity.shapeA.multiplier
    let chance = RandomStream.uniform(identities, .shapePart)
    var u = RandomStream.uniform(identities, .shapeB)
    let v = RandomStream.uniform(identities, .shapeC)
    var direction = VectorLanes(repeating: SIMD3(1, 0, 0))
    var color = ColorLanes(repeating: SIMD4(repeating: 1))
    let zero = Floats(repeating: 0)
    var (origin, a, b) = (VectorLanes(zero, zero, zero), VectorLanes(zero, zero, zero), VectorLanes(zero, zero, zero))
    for lane in 0..<8 {
      let found: ParticlePiece
      if shape.lap != 0 { (found, u[lane]) = walked(numbers[lane]) } else { found = drawn(picks[lane], chance[lane]) }
      (origin.x[lane], origin.y[lane]) = (found.x, found.y)
      (a.x[lane], a.y[lane], b.x[lane], b.y[lane]) = (found.ax, found.ay, found.bx, found.by)
      if shape.faces_outward != 0 {
        (direction.x[lane], direction.y[lane], direction.z[lane]) = (found.normal_x, found.normal_y, 0)
      }
      guard shape.has_colors != 0 else { continue }
      (color.red[lane], color.green[lane]) = (found.color.red, found.color.green)
      (color.blue[lane], color.alpha[lane]) = (found.color.blue, found.color.alpha)
    }
    return (VectorLanes(origin.x + a.x * u + b.x * v, origin.y + a.y * u + b.y * v, zero), direction, color)
  }

  /// A piece by chance: the one that is picked, or the one that it stands in for.
  private func drawn(_ bits: UInt32, _ chance: Float) -> ParticlePiece {
    let picked = piece(Int((UInt64(bits) * UInt64(shape.piece_count)) >> 32))
    return chance < picked.threshold ? picked : piece(Int(picked.other))
  }

  /// The next piece of a walk, and how far along.
  private func walked(_ number: UInt32) -> (ParticlePiece, Float) {
    let share = Float((number &- 1) % UInt32(shape.lap)) / Float(shape.lap)
    var (low, high) = (0, Int(shape.piece_count) - 1)
    while low < high {
      let middle = (low + high) / 2
      if piece(middle).share_end > share { high = middle } else { low = middle + 1 }
    }
    let start = low > 0 ? piece(low - 1).share_end : 0
    let length = piece(low).share_end - start
    let way = length > 0 ? (share - start) / length : 0
    return (piece(low), max(way, 0))
  }
}
