/// Begin time for animations, layers and emitters that start with the movie. A begin time of 0 would mean "now".
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

struct Ramp<Value> {
  var range: CMTimeRange
  var from: Value
  var to: Value
}

/// Transform and opacity of a track's frames over time.
public final class AVMutableVideoCompositionLayerInstruction {
  /// ID of the track or of an additional layer.
  public var trackID: CMPersistentTrackID
  private(set) var transforms: [Ramp<CGAffineTransform>] = []
  private(set) var opacities: [Ramp<Float>] = []
  private(set) var crops: [Ramp<CGRect>] = []

  /// Creates an instruction for a track.
  public init(assetTrack track: AVAssetTrack) { trackID = track.trackID }
  /// Creates an instruction without a track. Set `trackID` afterwards.
  public init() { trackID = kCMPersistentTrackID_Invalid }

  /// Sets the transform from a time on, in pixels with y down. Default: identity.
  public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    setTransformRamp(fromStart: transform, toEnd: transform, timeRange: CMTimeRange(start: time, duration: .zero))
  }
  /// Changes the transform linearly over a time range. The end value is kept after the range.
  public func setTransformRamp(
    fromStart start: CGAffineTransform, toEnd end: CGAffineTransform, timeRange: CMTimeRange
  ) {
    transforms.append(Ramp(range: timeRange, from: start, to: end))
  }
  /// Sets the opacity, 0 to 1, from a time on. Default: 1.
  public func setOpacity(_ opacity: Float, at time: CMTime) {
    setOpacityRamp(
      fromStartOpacity: opacity, toEndOpacity: opacity, timeRange: CMTimeRange(start: time, duration: .zero))
  }
  /// Changes the opacity linearly over a time range. The end value is kept after the range.
  public func setOpacityRamp(fromStartOpacity start: Float, toEndOpacity end: Float, timeRange: CMTimeRange) {
    opacities.append(Ramp(range: timeRange, from: start, to: end))
  }
  /// Crops the frames from a time on, in pixels before the transform, with y down. Default: the whole frame.
  public func setCropRectangle(_ rectangle: CGRect, at time: CMTime) {
    setCropRectangleRamp(
      fromStartCropRectangle: rectangle, toEndCropRectangle: rectangle,
      timeRange: CMTimeRange(start: time, duration: .zero))
  }
  /// Changes the visible part over a time range; it keeps the last value.
  public func setCropRectangleRamp(
    fromStartCropRectangle start: CGRect, toEndCropRectangle end: CGRect, timeRange: CMTimeRange
  ) {
    crops.append(Ramp(range: timeRange, from: start, to: end))
  }
}

/// Content of a video composition in a time range.
public final class AVMutableVideoCompositionInstruction {
  /// Time range of the instruction. Instructions must be contiguous.
  public var timeRange = CMTimeRange.invalid
  /// Colour behind the tracks. Default nil: black.
  public var backgroundColor: CGColor?
  /// Tracks from front to back. Tracks without a layer instruction are not shown. Default empty.
  public var layerInstructions: [AVMutableVideoCompositionLayerInstruction] = []
  /// Whether the animation tool applies. Default true; with false, the export throws.
  public var enablePostProcessing = true

  /// Creates an instruction without a time range.
  public init() {}
}

/// Describes how tracks and layers are combined to frames.
public final class AVMutableVideoComposition {
  /// Size of the frames in pixels. Required.
  public var renderSize = CGSize.zero
  /// Scale of playback. Default 1. Other values make the export throw, as in AVFoundation.
  public var renderScale: Float = 1
  /// Duration of a frame. Required.
  public var frameDuration = CMTime.invalid
  /// Instructions that cover the whole asset. Required.
  public var instructions: [AVMutableVideoCompositionInstruction] = []
  /// Layers in front of or around the video. Default nil.
  public var animationTool: AVVideoCompositionCoreAnimationTool?

  /// Creates an empty composition.
  public init() {}

  /// Creates a composition that shows the video tracks of an asset, the first one in front, with its size, frame rate
  /// and preferred transforms.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init()
    let tracks = asset.tracks(withMediaType: .video)
    guard let first = tracks.first else { return }
    renderSize =
      (asset as? AVMutableComposition)?.chosenSize
      ?? CGRect(origin: .zero, size: first.naturalSize).applying(first.preferredTransform).size
    let rate = first.footage.flatMap { FrameRate($0.framesPerSecond) }
    if let rate { frameDuration = CMTime(value: Int64(rate.denominator), timescale: Int32(rate.numerator)) }
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    instruction.layerInstructions = tracks.map { track in
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      layer.setTransform(track.preferredTransform, at: .zero)
      return layer
    }
    instructions = [instruction]
  }
}

/// Combines layers with the video frames of an export.
///
/// The clock of the layers begins at 0 with the movie. In the animation layer y points up, unless its
/// `isGeometryFlipped` is true.
public final class AVVideoCompositionCoreAnimationTool {
  let videoLayers: [CALayer]
  /// The animation layer or the additional layer.
  let root: CALayer
  /// ID of an additional layer.
  let trackID: CMPersistentTrackID?

  /// Creates a tool that shows the video in a layer of a layer tree and renders the whole tree.
  ///
  /// - Parameters:
  ///   - videoLayer: A layer of the animation layer's tree. Its contents are the video frames.
  ///   - animationLayer: The root of the tree, with the size of `renderSize`.
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
  }

  /// Creates a tool that shows the video in several layers of a layer tree.
  public init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    (self.videoLayers, root, trackID) = (videoLayers, animationLayer, nil)
  }

  /// Creates a tool that uses a layer as a separate track, which layer instructions refer to by its ID.
  public init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    (videoLayers, root, self.trackID) = ([], layer, trackID)
  }
}
