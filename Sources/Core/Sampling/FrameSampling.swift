/// How many drawings become one frame.
struct FrameSampling: Sendable, Equatable {
  /// Moments of a frame, in frames from its time. One, zero, without motion blur.
  var moments: [Double] = [0]
  /// Pixels of a drawing to one of the frame, along each side.
  var factor = 1
  /// Whether additive light leaves alpha as it is, instead of covering what is behind it.
  var lightCoversNothing = false
  /// Where the frames go.
  var light = LightTarget.screen

  var isPlain: Bool { moments == [0] && factor == 1 }

  /// The viewport of a drawing.
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

/// A moment of a frame and the tree that is seen then.
package struct Exposure: Sendable {
  /// Media time.
  var time: Double
  var tree: RenderTree

  /// What is drawn: the one evaluation behind every frame of a movie.
  package func list(
    in viewport: Viewport, recycling memory: consuming DisplayList? = nil, workers: Workers = Workers(count: 1)
  ) -> DisplayList {
    evaluate(tree, at: time, in: viewport, recycling: memory, workers: workers)
  }
}

extension Movie {
  /// The moments of a frame. Before the movie's start there is nothing to see.
  func exposures(ofFrame index: Int, _ sampling: FrameSampling) -> [Exposure] {
    exposures(at: time(ofFrame: index), sampling)
  }

  /// The moments of a frame that is seen at a time, in seconds of the script.
  func exposures(at start: Double, _ sampling: FrameSampling) -> [Exposure] {
    let step = settings.speed / settings.framesPerSecond
    return sampling.moments.map { moment in
      let time = max(0, start + moment * step)
      return Exposure(time: Movie.startTime + time, tree: snapshot(at: time, for: sampling.light))
    }
  }

  /// The moment of a frame that is visible at a time, in seconds of the script.
  package func exposure(at time: Double) -> Exposure {
    Exposure(time: Movie.startTime + time, tree: snapshot(at: time))
  }

  func sampling(_ options: ExportOptions) throws(MovieError) -> FrameSampling {
    try sampling(supersampling: options.supersampling, lightCoversNothing: options.video.additiveAlpha == .keep)
  }

  /// Errors: values out of range, more samples than are added up.
  func sampling(supersampling factor: Int, lightCoversNothing: Bool) throws(MovieError) -> FrameSampling {
    let motionBlur = settings.motionBlur
    guard (1...8).contains(factor), motionBlur?.isUsable ?? true else {
      throw .invalidSampling("supersampling goes from 1 to 8, motion blur from 1 to 720 degrees and 2 to 256 samples")
    }
    let moments = motionBlur?.moments ?? [0]
    guard moments.count * factor * factor <= FrameAccumulator.limit else {
      throw .invalidSampling(
        "\(moments.count) moments of \(factor)x\(factor) pixels: at most \(FrameAccumulator.limit) go into one pixel; "
          + "take \(FrameAccumulator.limit / (factor * factor)) moments")
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
