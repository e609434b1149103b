import CStarmineFFmpeg

/// How a picture, or the pictures of a clip, are turned before they are seen: by quarters, as cameras and phones note
/// it.
struct PictureTurn: Sendable, Equatable {
  /// Whether rows become columns; before the two others.
  var swapsSides = false
  var mirrorsX = false
  var mirrorsY = false

  static let none = PictureTurn()

  init(swapsSides: Bool = false, mirrorsX: Bool = false, mirrorsY: Bool = false) {
    (self.swapsSides, self.mirrorsX, self.mirrorsY) = (swapsSides, mirrorsX, mirrorsY)
  }

  /// The turn of a stream; the nearest one by quarters.
  ///
  /// The matrix maps (x, y) to (a x + c y, b x + d y) with y down, in the order a, b, u, c, d, v, x, y, w.
  init(_ stream: MediaStream) {
    guard let matrix = shim_display_matrix(stream.pointer) else { return }
    let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
    swapsSides = abs(b) + abs(c) > abs(a) + abs(d)
    mirrorsX = swapsSides ? c < 0 : a < 0
    mirrorsY = swapsSides ? b < 0 : d < 0
  }

  /// Pixels of a picture once it is turned.
  func size(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    swapsSides ? (height, width) : (width, height)
  }

  /// Where a pixel of the turned picture comes from.
  ///
  /// - Parameters:
  ///   - width: of the turned picture.
  ///   - height: of the turned picture.
  @inline(__always)
  func source(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
    let (x, y) = (mirrorsX ? width - 1 - x : x, mirrorsY ? height - 1 - y : y)
    return swapsSides ? (y, x) : (x, y)
  }

  /// Copies a plane of samples, turned.
  ///
  /// - Parameters:
  ///   - width: of the turned plane, in samples.
  ///   - height: of the turned plane.
  func copy<Sample>(
    _ source: SourceRow<Sample>, _ sourceStride: Int, to target: SampleRow<Sample>, _ targetStride: Int,
    width: Int, height: Int
  ) {
    for y in 0..<height {
      for x in 0..<width {
        let from = self.source(x, y, width, height)
        target[y * targetStride + x] = source[from.y * sourceStride + from.x]
      }
    }
  }
}
