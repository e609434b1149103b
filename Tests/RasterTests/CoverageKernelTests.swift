import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster
import StarmineReference
import Testing

/// Random outlines through the kernels that turn edges into coverage, on both levels.
@Suite struct CoverageKernelTests {
  /// Everything that the kernels of one level make of polygons in a clip.
  private struct Found: Equatable {
    var pixels: [UInt32] = []
    var rows: [[Int32]] = []
    /// Memory that is not zero again.
    var left = 0
  }

  /// Pixels behind a row's end, where kernels may write what is there.
  private static let behind = Int(PIXEL_CELL_GROUP)

  /// Polygons around a clip: their edges, without level ones.
  private static func polygon(_ corners: Int, reach: ClosedRange<Int32>, _ random: inout SplitMix64) -> [PixelEdge] {
    let points = (0..<corners).map { index in
      let snap: Int32 = index % 3 == 0 ? -256 : -1
      return (x: Int32.random(in: reach, using: &random) & snap, y: Int32.random(in: reach, using: &random) & snap)
    }
    return (0..<corners).compactMap { index in
      let (from, to) = (points[index], points[(index + 1) % corners])
      return from.y == to.y ? nil : PixelEdge(x0: from.x, y0: from.y, x1: to.x, y1: to.y)
    }
  }

  /// A pixel whose colours are at most its alpha.
  private static func premultiplied(_ bits: UInt32) -> UInt32 {
    let alpha = bits >> 24
    return alpha << 24 | min(bits >> 16 & 255, alpha) << 16 | min(bits >> 8 & 255, alpha) << 8 | min(bits & 255, alpha)
  }

  /// Paints the rows of a clip in two parts.
  private static func paint(_ pixels: inout [UInt32], _ clip: PixelCells, _ kernels: KernelTable.Coverage) {
    let (width, height) = (Int(clip.width), Int(clip.height))
    let painted = (0..<UInt32(height * width + behind)).map { $0 &* 0x9E37_79B9 }.map(premultiplied)
    var clip = clip
    pixels.withUnsafeMutableBufferPointer { pixels in
      for (first, last) in [(0, height / 3), (height / 3, height)] {
        kernels.paintCells(
          pixels.baseAddress! + first * (width + behind), width + behind, &clip, Array(painted[(first * width)...]),
          width, first, last)
      }
    }
  }

  /// Edges are added in two parts of the clip's rows, as those of corners are.
  private static func found(_ edges: [PixelEdge], width: Int, height: Int, _ kernels: KernelTable.Coverage) -> Found {
    let group = Int(PIXEL_CELL_GROUP)
    let (columns, words) = ((width + group - 1) / group * group, (width + 64 * group - 1) / (64 * group))
    var cells = [Int32](repeating: 0, count: 2 * columns * height)
    var crossed = [UInt64](repeating: 0, count: words * height)
    var beside = [Int32](repeating: 0, count: height)
    var found = Found()
    found.pixels = (0..<height * (width + behind)).map { 0xFF00_0000 | UInt32($0 & 255) }
    cells.withUnsafeMutableBufferPointer { cells in
      crossed.withUnsafeMutableBufferPointer { crossed in
        beside.withUnsafeMutableBufferPointer { beside in
          var clip = PixelCells(
            cells: cells.baseAddress!, crossed: crossed.baseAddress!, beside: beside.baseAddress!,
            cells_per_row: columns, words_per_row: words, min_x: 7, min_y: -3, width: Int32(width),
            height: Int32(height))
          func add() {
            kernels.addEdges(&clip, edges, edges.count, 0, Int32(height / 2 * 256))
            kernels.addEdges(&clip, edges, edges.count, Int32(height / 2 * 256), Int32(height * 256))
          }
          add()
          kernels.fillCells(&found.pixels, width + behind, &clip, 0x8040_2010)
          add()
          kernels.fillCells(&found.pixels, width + behind, &clip, 0xFF40_2010)
          add()
          paint(&found.pixels, clip, kernels)
          add()
          for row in 0..<height {
            var (bytes, parts) = ([UInt8](repeating: 0, count: width + behind), PixelRow())
            kernels.coverRow(&clip, row, &bytes, &parts)
            found.rows.append([parts.first, parts.solid_first, parts.solid_last, parts.last])
            for x in parts.first..<parts.last where x < parts.solid_first || x >= parts.solid_last {
              found.rows[row].append(Int32(bytes[Int(x)]))
            }
          }
        }
      }
    }
    found.left = cells.count { $0 != 0 } + crossed.count { $0 != 0 } + beside.count { $0 != 0 }
    return found
  }

  @Test("both levels find the same coverage", arguments: [600, 4000, 60_000, 1 << 20, 1 << 28] as [Int32])
  func sameCoverage(reach: Int32) {
    var random = SplitMix64(seed: UInt64(reach))
    for index in 0..<400 {
      let (width, height) = (Int.random(in: 1...300, using: &random), Int.random(in: 1...40, using: &random))
      let edges = Self.polygon(3 + index % 9, reach: -reach / (index % 2 == 0 ? 1 : 9)...reach, &random)
      let levels = [KernelTable.reference, KernelTable.fast]
      let both = levels.map { Self.found(edges, width: width, height: height, $0.coverage) }
      let isSame = both[0] == both[1]
      #expect(isSame, "clip \(index)")
      #expect(both[1].left == 0)
    }
  }

  @Test("chains of edges left of a clip cover what each of them does")
  func edgesBeside() {
    var random = SplitMix64(seed: 5)
    for index in 0..<200 {
      let edges = Self.polygon(40, reach: -9000...(index % 2 == 0 ? 500 : 3000), &random)
      let both = [KernelTable.reference, KernelTable.fast].map {
        Self.found(edges, width: 30, height: 20, $0.coverage)
      }
      let isSame = both[0] == both[1]
      #expect(isSame, "clip \(index)")
    }
  }
}
