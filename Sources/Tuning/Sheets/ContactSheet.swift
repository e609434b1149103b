import Synchronization

extension Movie {
  /// A size with the aspect ratio of the canvas.
  package func thumbnailSize(longerSide: Double) -> PixelSize {
    let size = settings.size
    let longest = max(size.width, size.height, 1)
    func side(_ points: CGFloat) -> Int { max(1, Int((Double(points / longest) * longerSide).rounded())) }
    return PixelSize(width: side(size.width), height: side(size.height))
  }
}

/// Images in rows with labels. The result does not depend on the number of threads.
package struct ContactSheet: Sendable {
  package let layout: SheetLayout
  private let blank: [UInt32]

  /// Draws the labels. Errors: a sheet of more than `Movie.largestFrame` pixels.
  package init(_ layout: SheetLayout) throws(MovieError) {
    self.layout = layout
    let size = layout.size
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, area <= Movie.largestFrame else {
      throw .invalidSize(
        "\(layout.columns * layout.rows) pictures of \(layout.cell.width)x\(layout.cell.height) are more than "
          + "a sheet's 64 megapixels; use fewer or smaller ones")
    }
    let movie = Movie(rootLayer: layout.labels(), size: CGSize(width: size.width, height: size.height))
    movie.background = CGColor(red: 0.09, green: 0.09, blue: 0.1, alpha: 1)
    blank = try movie.still(at: 0, pixelSize: size, workers: 1).packedPixels
  }

  /// Draws all pictures at their positions.
  /// - Parameter workers: number of threads; 0 is one per core.
  /// - Parameter isCancelled: called before each picture.
  /// - Parameter cancellation: also tested while a picture is drawn.
  /// - Parameter progress: called after each picture with the number of finished ones, from any thread, in turn.
  package func draw(
    _ pictures: [MovieFrame], workers: Int, isCancelled: @Sendable () -> Bool = { false },
    unless cancellation: Cancellation? = nil, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(MovieError) -> CGImage {
    let sheet = Mutex((pixels: blank, done: 0))
    let failures = Mutex<[Int: MovieError]>([:])
    let count = workers > 0 ? workers : ProcessInfo.processInfo.activeProcessorCount
    @Sendable func isOver() -> Bool { isCancelled() || cancellation?.isRequested ?? false }
    Workers(count: count).run(count: pictures.count) { index, _ in
      guard !isOver(), failures.withLock({ $0.isEmpty }) else { return }
      do throws(MovieError) {
        let frame = pictures[index]
        var painter = FramePainter(workers: 1)
        var buffer = PixelBuffer(width: frame.viewport.width, height: frame.viewport.height)
        try painter.draw(frame, into: &buffer, unless: cancellation)
        sheet.withLock { sheet in
          layout.copy(buffer, to: index, of: &sheet.pixels)
          sheet.done += 1
          progress(sheet.done)
        }
      } catch {
        failures.withLock { $0[index] = error }
      }
    }
    if isOver() { throw .cancelled }
    if let first = failures.withLock({ $0 }).min(by: { $0.key < $1.key }) { throw first.value }
    let pixels = sheet.withLock { $0.pixels }
    return CGImage(width: layout.size.width, height: layout.size.height, pixels: pixels)
  }
}

extension SheetLayout {
  fileprivate func copy(_ picture: borrowing PixelBuffer, to index: Int, of sheet: inout [UInt32]) {
    let place = origin(of: index)
    let (width, stride) = (size.width, picture.stride)
    unsafe picture.withPixels { source in
      for y in 0..<cell.height {
        let start = (place.y + y) * width + place.x
        unsafe sheet.replaceSubrange(start..<start + cell.width, with: source[y * stride..<y * stride + cell.width])
      }
    }
  }
}
