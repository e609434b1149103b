import CStarmineParticleKernels
import Synchronization

extension EmitterSource {
  private struct Table: Sendable {
    var pieces: EmitterPieces?
  }

  /// Places for a shape and mode, made once; nil where nothing can be born.
  func pieces(_ shape: EmitterShape, _ mode: EmitterMode) -> EmitterPieces? {
    tables.withLock { tables in
      let wish = Wish(shape: shape, mode: mode)
      if let known = tables[wish] as? Table { return known.pieces }
      let table = Table(pieces: EmitterPieces(PieceList(values, shape, mode).pieces))
      tables[wish] = table
      return table.pieces
    }
  }
}

/// A table of places, each chosen by its share of the whole.
// Sendable: the memory is written once, before anybody else has the object.
final class EmitterPieces: @unchecked Sendable {
  let memory: KernelMemory<ParticlePiece>

  /// - Parameter pieces: with their weights; nil without any.
  init?(_ pieces: [(piece: ParticlePiece, weight: Double)]) {
    let total = pieces.reduce(0) { $0 + $1.weight }
    guard !pieces.isEmpty, total > 0, total.isFinite else { return nil }
    var result = pieces.map(\.piece)
    var sum = 0.0
    for index in result.indices {
      sum += pieces[index].weight
      result[index].share_end = Float(sum / total)
    }
    Self.setAlternatives(&result, shares: pieces.map { $0.weight / total * Double(pieces.count) })
    memory = KernelMemory(result)
  }

  /// The alias method (Vose 1991): every piece is picked alike, and those of a small share hand on to large ones.
  private static func setAlternatives(_ pieces: inout [ParticlePiece], shares: [Double]) {
    var shares = shares
    var small = shares.indices.filter { shares[$0] < 1 }
    var large = shares.indices.filter { shares[$0] >= 1 }
    while let few = small.popLast(), let many = large.last {
      (pieces[few].threshold, pieces[few].other) = (Float(shares[few]), Int32(many))
      shares[many] -= 1 - shares[few]
      if shares[many] < 1 {
        large.removeLast()
        small.append(many)
      }
    }
    // What is left is full but for rounding, and has a threshold that is always kept.
  }
}
