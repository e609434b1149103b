/// An error while drawing or writing a movie.
public enum MovieError: Error, Equatable {
  /// The size of the movie or of the frames is invalid.
  case invalidSize(String)
  /// The range of frames is outside the movie.
  case noSuchFrames(asked: Range<Int>, frameCount: Int)
  /// Duration and frame rate give no frame.
  case noFrames(duration: Double, framesPerSecond: Double)
  /// A frame has more particles than the limit.
  case tooManyParticles(frame: Int, dropped: Int)
  /// Layers are nested deeper than the limit.
  case tooDeep(frame: Int)
  /// Replicators make more copies in a frame than the limit.
  case tooManyCopies(frame: Int, dropped: Int)
  /// Shadows, filters, rasterized layers and video frames exceed the limit of work in a frame.
  case tooManyEffects(frame: Int, dropped: Int)
  /// Shapes and drawings have more points in a frame than the limit.
  case tooManyPaths(frame: Int, dropped: Int)
  /// A frame of a video in a layer cannot be read. The reason names the video and the time.
  case unreadableClip(frame: Int, reason: String)
  /// Motion blur or supersampling is out of range.
  case invalidSampling(String)
  /// A setting was changed after the first frame was drawn.
  case invalidOrder(String)
  /// There is not enough memory for one frame.
  case outOfMemory(String)
  /// `ExportOptions.isCancelled` cancelled the export.
  case cancelled
  /// The encoder or the file failed.
  case video(VideoError)
}

extension MovieError: CustomStringConvertible {
  /// A message that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .invalidSize(let reason), .invalidSampling(let reason), .invalidOrder(let reason), .outOfMemory(let reason):
      reason
    case .noSuchFrames(let asked, let count):
      "frames \(asked.lowerBound)-\(asked.upperBound - 1) were requested, but the movie has frames 0-\(count - 1)"
    case .noFrames(let duration, let rate):
      "a movie of \(duration) s at \(rate) frames per second has no frames"
    case .tooManyParticles(let frame, let dropped):
      "frame \(frame) exceeds the limit of \(Movie.particleLimit) particles by \(dropped). "
        + "Lower birthRate or lifetime, or nest fewer cells"
    case .tooDeep(let frame):
      "frame \(frame) has more than \(RenderTree.depthLimit) levels of nested layers. Nest fewer"
    case .tooManyCopies(let frame, let dropped):
      "frame \(frame) exceeds the limit of replicator copies by at least \(dropped). Lower instanceCount"
    case .tooManyEffects(let frame, let dropped):
      "frame \(frame): \(dropped) shadows, filters, rasterized layers, texts or videos do not fit into memory. "
        + "Use fewer, or smaller ones"
    case .tooManyPaths(let frame, let dropped):
      "frame \(frame): \(dropped) shapes or drawings do not fit into memory. Use fewer copies, or paths with "
        + "fewer points"
    case .unreadableClip(let frame, let reason): "frame \(frame) cannot be drawn: \(reason)"
    case .cancelled: "cancelled before the end"
    case .video(let error): "\(error)"
    }
  }
}

extension DisplayList {
  /// Why the list does not contain the whole frame, or nil.
  package func shortage(inFrame frame: Int) -> MovieError? {
    if isTooDeep { return .tooDeep(frame: frame) }
    if let reason = clipProblem { return .unreadableClip(frame: frame, reason: reason) }
    if droppedParticles > 0 { return .tooManyParticles(frame: frame, dropped: droppedParticles) }
    if droppedCopies > 0 { return .tooManyCopies(frame: frame, dropped: droppedCopies) }
    if droppedEffects > 0 { return .tooManyEffects(frame: frame, dropped: droppedEffects) }
    return droppedPaths > 0 ? .tooManyPaths(frame: frame, dropped: droppedPaths) : nil
  }
}
