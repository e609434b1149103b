/// The rows that edges which follow one another reach, in 1/256 pixel: most edges of a large shape lie in other rows
/// than a tile's, and are passed over by whole blocks.
struct EdgeBlock: BitwiseCopyable {
  /// Edges of a block.
  static let size = 32

  private var top = Int32.max
  private var bottom = Int32.min

  init(_ edges: ArraySlice<Edge>) {
    for edge in edges {
      top = min(top, edge.y0, edge.y1)
      bottom = max(bottom, edge.y0, edge.y1)
    }
  }

  /// - Parameters:
  ///   - minY: pixels.
  ///   - maxY: the same.
  func reaches(minY: Int, maxY: Int) -> Bool { Int(top) < maxY << 8 && Int(bottom) > minY << 8 }
}

/// The edges of a frame's shapes, with the blocks that they form in their order, whatever shapes these belong to.
struct EdgeList {
  let edges: UnsafeBufferPointer<Edge>
  let blocks: UnsafeBufferPointer<EdgeBlock>

  /// Calls `body` with the edges of a range that may lie in rows.
  func forEachPart(of range: Range<Int>, minY: Int, maxY: Int, _ body: (UnsafeBufferPointer<Edge>) -> Void) {
    guard range.count > EdgeBlock.size else { return body(UnsafeBufferPointer(rebasing: edges[range])) }
    var first = range.lowerBound
    while first < range.upperBound {
      let block = first / EdgeBlock.size
      let last = min((block + 1) * EdgeBlock.size, range.upperBound)
      if blocks[block].reaches(minY: minY, maxY: maxY) { body(UnsafeBufferPointer(rebasing: edges[first..<last])) }
      first = last
    }
  }
}
