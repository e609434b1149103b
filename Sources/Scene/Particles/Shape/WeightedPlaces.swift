import CStarmineParticleKernels
import Synchronization

extension EmitterSource {
  struct Table: Sendable {
    /// Nil without births.
    var pieces: WeightedPlaces?
    /// Why a video has no image.
    var problem: String?
  }

  /// The table for a shape and mode, created once.
  func table(_ wish: Request) -> Table {
    tables.withLock { tables in
      if let known = tables[wish] as? Table { return known }
      let table = makeTable(wish)
      tables.keep(table, wish)
      return table
    }
  }

  private func makeTable(_ wish: Request) -> Table {
    var list = PieceList()
    switch (wish.shape, values.image) {
    case (.image, .image(let image)?): list.add(image, pixels: PieceList.imageLimit)
    case (.image, .video(let clip)?):
      do throws(VideoClipError) {
        list.add(try clip.source.picture(ofFrame: wish.clipFrame), pixels: PieceList.clipLimit)
      } catch {
        return Table(problem: error.reason)
      }
    default: list.add(values, wish.shape, wish.mode)
    }
    if wish.isTurnedOver { list.turnOver() }
    return Table(pieces: WeightedPlaces(list))
  }
}

/// A table of birth positions with probabilities.
// Sendable: the memory is written once, before the object is shared.
final class WeightedPlaces: @unchecked Sendable {
  let memory: KernelMemory<ParticlePiece>
  /// Size of the image in pixels; 0 without an image.
  let imageSize: SIMD2<Float>

  init?(_ list: PieceList) {
    let pieces = list.pieces
    imageSize = list.imageSize
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

  /// The alias method (Vose 1991): pieces are selected equally, and small ones redirect to large ones.
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
    // The remaining pieces are full, except for rounding, and their threshold always keeps them.
  }
}
