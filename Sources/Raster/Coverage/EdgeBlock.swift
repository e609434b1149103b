import CStarminePixelKernels
import StarmineScene

/// Where edges that follow one another lie, in 1/256 pixel: most edges of a large shape lie in other rows than a tile's
/// or right of it, and are passed over by whole blocks.
struct EdgeBlock: BitwiseCopyable {
  /// Edges of a block.
  static let size = 32

  private var top = Int32.max
  private var bottom = Int32.min
  private var left = Int32.max

  init(_ edges: UnsafeBufferPointer<Edge>.SubSequence) {
    for edge in edges {
      left = min(left, edge.x0, edge.x1)
      top = min(top, edge.y0, edge.y1)
      bottom = max(bottom, edge.y0, edge.y1)
    }
  }

  /// Whether the edges may cover something in a clip.
  func reaches(_ clip: DeviceRect) -> Bool {
    Int(top) < clip.maxY << 8 && Int(bottom) > clip.minY << 8 && Int(left) < clip.maxX << 8
  }
}

/// The edges of a frame's shapes, with the blocks that they form in their order, whatever shapes these belong to.
struct EdgeList {
  let edges: UnsafeBufferPointer<Edge>
  let blocks: UnsafeBufferPointer<EdgeBlock>

  /// Calls `body` with the edges of a range that may cover something in a clip.
  func forEachPart(of range: Range<Int>, in clip: DeviceRect, _ body: (UnsafeBufferPointer<Edge>) -> Void) {
    guard range.count > EdgeBlock.size else { return body(UnsafeBufferPointer(rebasing: edges[range])) }
    var (part, next) = (range.lowerBound..<range.lowerBound, range.lowerBound)
    while next < range.upperBound {
      let block = next / EdgeBlock.size
      let end = min((block + 1) * EdgeBlock.size, range.upperBound)
      if blocks[block].reaches(clip) {
        part = part.isEmpty ? next..<end : part.lowerBound..<end
      } else if !part.isEmpty {
        body(UnsafeBufferPointer(rebasing: edges[part]))
        part = end..<end
      }
      next = end
    }
    if !part.isEmpty { body(UnsafeBufferPointer(rebasing: edges[part])) }
  }
}
