/// Distribution of memory in an export: the number of workers and of frames in progress. If memory is short, both are
/// reduced before anything fails.
package struct RenderMemory: Equatable, Sendable {
  package let workers: Int
  package let places: Int

  /// Bytes that do not depend on the frame: the stack of a thread, tiles, sorted commands.
  private static let perWorker = 12 << 20
  /// Bytes of a worker per pixel of a video that is converted in linear light: 16 bits per component, and float buffers
  /// for decoding, rotation and drawing.
  private static let lightBytes = 8 + 3 * 16
  /// Frames ready for the encoder while all workers draw.
  private static let ready = 3

  package struct Need: Equatable, Sendable {
    /// Bytes of the encoder.
    package var always: Int
    /// Bytes per worker.
    package var worker: Int
    /// Bytes of a frame that waits for the encoder.
    package var place: Int

    package init(always: Int, worker: Int, place: Int) {
      (self.always, self.worker, self.place) = (always, worker, place)
    }

    /// - Parameters:
    ///   - frameBytes: bytes of a decoded video frame that waits; 0 without a video below.
    ///   - isDeep: whether frames are drawn in float.
    init(
      _ format: VideoFormat, _ viewport: Viewport, _ sampling: FrameSampling, frameBytes: Int = 0, isDeep: Bool = false
    ) {
      let pixels = viewport.width * viewport.height
      always = pixels * format.encoderBytesPerPixel
      place = format.frameBytes(width: viewport.width, height: viewport.height) ?? 8 * pixels
      place += frameBytes
      worker = RenderMemory.perWorker
      // The drawn frame, and one in the file's format; for motion blur and oversampling, one drawing and the sums.
      if !sampling.isPlain || format.needsWholeFrames { worker += 8 * pixels }
      if !sampling.isPlain { worker += pixels * (8 + 4 * sampling.factor * sampling.factor) * (isDeep ? 4 : 1) }
    }

    package func bytes(workers: Int, places: Int) -> Int { always + workers * worker + places * place }
  }

  /// As many workers as requested and three more frames, or as many as fit into memory.
  /// - Parameter available: bytes.
  /// - Returns: nil if not even one frame fits.
  package init?(_ need: Need, workers: Int, available: Int) {
    let rest = available - need.bytes(workers: 0, places: 0)
    guard rest >= need.worker + need.place else { return nil }
    let drawing = min(workers, rest / (need.worker + need.place))
    let places = (rest - drawing * need.worker) / max(need.place, 1)
    (self.workers, self.places) = (drawing, min(places, drawing + Self.ready))
  }

  /// Errors: not enough memory for a single frame.
  /// - Parameter footage: the video below the movie.
  init(
    _ format: VideoFormat, _ viewport: Viewport, _ sampling: FrameSampling, workers: Int, over footage: Footage? = nil,
    isDeep: Bool = false
  ) throws(MovieError) {
    var need = Need(format, viewport, sampling, frameBytes: footage?.frameBytes ?? 0, isDeep: isDeep)
    // Frames of these videos may be converted to float for the format.
    if let footage, format.hdr != nil || footage.traits.isHDR && (format.depth < 10 || format.hasAlpha) {
      need.worker += Self.lightBytes * viewport.width * viewport.height
    }
    let available = MemoryBudget.available
    guard let shares = RenderMemory(need, workers: workers, available: available) else {
      throw .outOfMemory(
        "a movie of \(viewport.width)x\(viewport.height) as \(format.name) takes "
          + "\(MemoryBudget.text(need.bytes(workers: 1, places: 1))) at least, and \(MemoryBudget.text(available)) are "
          + "available; use a smaller size, another format or more memory")
    }
    self = shares
  }

  /// Errors: not enough memory for an image and its drawing.
  package static func check(picture viewport: Viewport) throws(MovieError) {
    let (need, available) = (perWorker + 8 * viewport.width * viewport.height, MemoryBudget.available)
    guard need <= available else {
      throw .outOfMemory(
        "a picture of \(viewport.width)x\(viewport.height) takes \(MemoryBudget.text(need)) at least, and "
          + "\(MemoryBudget.text(available)) are available; use a smaller size or more memory")
    }
  }
}
