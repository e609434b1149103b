public import StarmineMedia
import StarmineScene

/// Why a movie could not be drawn or written.
public enum MovieError: Error, Equatable {
  /// The canvas or the pixel size is not usable.
  case invalidSize(String)
  /// Frames were asked for that the movie does not have.
  case noSuchFrames(asked: Range<Int>, frameCount: Int)
  /// Duration or frame rate give no frame at all.
  case noFrames(duration: Double, framesPerSecond: Double)
  /// Emitters have more particles in one frame than are drawn.
  case tooManyParticles(frame: Int, dropped: Int)
  /// Layers are nested deeper than is drawn.
  case tooDeep(frame: Int)
  /// Replicators draw more copies in one frame than are allowed.
  case tooManyCopies(frame: Int, dropped: Int)
  /// Shadows, filters, rasterized layers and frames of clips are more work in one frame than is done.
  case tooManyEffects(frame: Int, dropped: Int)
  /// Shapes and drawings have more points in one frame than are drawn.
  case tooManyPaths(frame: Int, dropped: Int)
  /// A frame of a clip that a layer shows cannot be read; the reason names the clip and the time in it.
  case unreadableClip(frame: Int, reason: String)
  /// Motion blur or supersampling outside of what is drawn.
  case invalidSampling(String)
  /// A setting that must come before the first frame was changed after it.
  case invalidOrder(String)
  /// There is no memory for a single frame.
  case outOfMemory(String)
  /// The export was stopped by `ExportOptions.isCancelled`.
  case cancelled
  /// The encoder or the file cannot take it.
  case video(VideoError)
}

extension MovieError: CustomStringConvertible {
  /// A sentence for people: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .invalidSize(let reason), .invalidSampling(let reason), .invalidOrder(let reason), .outOfMemory(let reason):
      reason
    case .noSuchFrames(let asked, let count):
      "frames \(asked.lowerBound)-\(asked.upperBound - 1) were asked for, but the movie has frames 0-\(count - 1)"
    case .noFrames(let duration, let rate):
      "a movie of \(duration) s at \(rate) frames per second has no frames"
    case .tooManyParticles(let frame, let dropped):
      "frame \(frame) has \(dropped) particles or births to look through more than it may have "
        + "(\(Movie.particleLimit) particles); lower birthRate or lifetime, or nest fewer cells"
    case .tooDeep(let frame):
      "frame \(frame) has layers nested deeper than the limit of \(RenderTree.depthLimit) levels; nest fewer"
    case .tooManyCopies(let frame, let dropped):
      "frame \(frame) has at least \(dropped) copies of replicators more than are drawn; lower instanceCount"
    case .tooManyEffects(let frame, let dropped):
      "frame \(frame) has \(dropped) shadows, filters, rasterized layers, texts or frames of clips more than one frame "
        + "has room for; use fewer, or smaller ones"
    case .tooManyPaths(let frame, let dropped):
      "frame \(frame) has \(dropped) shapes or drawings more than one frame has room for; use fewer copies, or paths "
        + "of fewer points"
    case .unreadableClip(let frame, let reason): "frame \(frame) cannot be drawn: \(reason)"
    case .cancelled: "stopped before the end"
    case .video(let error): "\(error)"
    }
  }
}

extension DisplayList {
  /// Why the list does not show all of a frame; nil if it does.
  package func shortage(inFrame frame: Int) -> MovieError? {
    if isTooDeep { return .tooDeep(frame: frame) }
    if let reason = clipProblem { return .unreadableClip(frame: frame, reason: reason) }
    if droppedParticles > 0 { return .tooManyParticles(frame: frame, dropped: droppedParticles) }
    if droppedCopies > 0 { return .tooManyCopies(frame: frame, dropped: droppedCopies) }
    if droppedEffects > 0 { return .tooManyEffects(frame: frame, dropped: droppedEffects) }
    return droppedPaths > 0 ? .tooManyPaths(frame: frame, dropped: droppedPaths) : nil
  }
}
