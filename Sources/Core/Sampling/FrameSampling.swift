struct FrameSampling: Sendable, Equatable {
  /// Moments of a frame relative to its time, in frames. A single 0 without motion blur.
  var moments: [Double] = [0]
  /// Pixels of a drawing per pixel of the frame, along each side.
  var factor = 1
  /// Whether additive light does not change alpha.
  var lightCoversNothing = false
  var light = DynamicRangeTarget.screen

  var isPlain: Bool { moments == [0] && factor == 1 }

  func viewport(_ viewport: Viewport) -> Viewport {
    let scale = Double(factor)
    var drawing = viewport
    (drawing.width, drawing.height, drawing.scale) = (
      viewport.width * factor, viewport.height * factor, viewport.scale * scale
    )
    (drawing.offsetX, drawing.offsetY) = (viewport.offsetX * scale, viewport.offsetY * scale)
    return drawing
  }
}

/// A moment of a frame with the tree at that time.
package struct Exposure: Sendable {
  var time: Double
  var tree: RenderTree

  /// The drawing commands of a moment. All frames of a movie use this function.
  package func list(
    in viewport: Viewport, recycling memory: consuming DisplayList? = nil, workers: Workers = Workers(count: 1)
  ) -> DisplayList {
    evaluate(tree, at: time, in: viewport, recycling: memory, workers: workers)
  }
}

extension Movie {
  /// Returns the moments of a frame. Before the movie's start there are none.
  func exposures(ofFrame index: Int, _ sampling: FrameSampling) -> [Exposure] {
    exposures(at: time(ofFrame: index), sampling)
  }

  /// Returns the moments of a frame at a time in seconds of the script.
  func exposures(at start: Double, _ sampling: FrameSampling) -> [Exposure] {
    let step = settings.speed / settings.framesPerSecond
    return sampling.moments.map { moment in
      let time = max(0, start + moment * step)
      return Exposure(time: Movie.startTime + time, tree: snapshot(at: time, for: sampling.light))
    }
  }

  /// Returns a single moment at a time in seconds of the script.
  package func exposure(at time: Double) -> Exposure {
    Exposure(time: Movie.startTime + time, tree: snapshot(at: time))
  }

  func sampling(_ options: ExportOptions) throws(MovieError) -> FrameSampling {
    try sampling(supersampling: options.supersampling, lightCoversNothing: options.video.additiveAlpha == .keep)
  }

  /// Errors: values out of range, or too many samples.
  func sampling(supersampling factor: Int, lightCoversNothing: Bool) throws(MovieError) -> FrameSampling {
    let motionBlur = settings.motionBlur
    guard (1...8).contains(factor), motionBlur?.isUsable ?? true else {
      throw .invalidSampling("expected supersampling 1 to 8, and motion blur of 1 to 720 degrees and 2 to 256 samples")
    }
    let moments = motionBlur?.moments ?? [0]
    guard moments.count * factor * factor <= FrameAccumulator.limit else {
      throw .invalidSampling(
        "\(moments.count) samples of \(factor)x\(factor) pixels: the limit is \(FrameAccumulator.limit) per pixel; "
          + "use \(FrameAccumulator.limit / (factor * factor)) samples")
    }
    return FrameSampling(moments: moments, factor: factor, lightCoversNothing: lightCoversNothing)
  }

  func checkSize(_ sampling: FrameSampling, _ viewport: Viewport) throws(MovieError) {
    let (width, height) = (viewport.width * sampling.factor, viewport.height * sampling.factor)
    guard width <= 16_384, height <= 16_384, width * height <= Movie.largestFrame else {
      throw .invalidSampling(
        "supersampling makes drawings of \(width)x\(height) pixels; the limits are 16384 per side and 64 megapixels")
    }
  }
}
