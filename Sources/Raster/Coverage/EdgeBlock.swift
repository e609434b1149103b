import CStarminePixelKernels
import StarmineScene

/// Bounds of consecutive edges in 1/256 pixel. Most edges of a large shape are in other rows than a tile's or to its
/// right, so whole blocks can be skipped.
struct EdgeBlock: BitwiseCopyable {
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

  /// Whether an edge may affect coverage within a clip.
  func reaches(_ clip: DeviceRect) -> Bool {
    Int(top) < clip.maxY << 8 && Int(bottom) > clip.minY << 8 && Int(left) < clip.maxX << 8
  }
}

/// The edges of a frame's shapes in order, grouped to blocks regardless of the shapes.
struct EdgeList {
  let edges: UnsafeBufferPointer<Edge>
  let blocks: UnsafeBufferPointer<EdgeBlock>

  /// Calls `body` with the edges of a range that may affect coverage within a clip.
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
