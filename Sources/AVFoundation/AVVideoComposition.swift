public import Foundation
public import StarmineGraphics
public import StarmineLayers

/// Begin time of animations, layers and emitters that begin with the movie: 0 means "now" instead.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Values of a property over time.
struct Ramp<Value> {
  var range: CMTimeRange
  var from: Value
  var to: Value
}

/// Place and opacity of a track's frames.
public final class AVMutableVideoCompositionLayerInstruction {
  /// Number of the track, or of an additional layer.
  public var trackID: CMPersistentTrackID
  private(set) var transforms: [Ramp<CGAffineTransform>] = []
  private(set) var opacities: [Ramp<Float>] = []
  private(set) var crops: [Ramp<CGRect>] = []

  /// For a track.
  public init(assetTrack track: AVAssetTrack) { trackID = track.trackID }
  /// For the track whose number is set later.
  public init() { trackID = kCMPersistentTrackID_Invalid }

  /// Sets the transform from a time on, in pixels with y down. Default: identity.
  public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    setTransformRamp(fromStart: transform, toEnd: transform, timeRange: CMTimeRange(start: time, duration: .zero))
  }
  /// Changes the transform over a time range; it keeps the last value.
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
  /// Changes the opacity over a time range; it keeps the last value.
  public func setOpacityRamp(fromStartOpacity start: Float, toEndOpacity end: Float, timeRange: CMTimeRange) {
    opacities.append(Ramp(range: timeRange, from: start, to: end))
  }
  /// Shows a part of the frames only, from a time on: pixels before the transform, y down. Default: the whole frame.
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

/// What a video composition shows in a time range.
public final class AVMutableVideoCompositionInstruction {
  /// The times; instructions follow each other without gaps.
  public var timeRange = CMTimeRange.invalid
  /// Colour behind the tracks. Default nil: black.
  public var backgroundColor: CGColor?
  /// Tracks from front to back; tracks without an instruction are not shown. Default empty.
  public var layerInstructions: [AVMutableVideoCompositionLayerInstruction] = []

  /// An instruction without a time range.
  public init() {}
}

/// How the tracks of an asset and layers become frames.
public final class AVMutableVideoComposition {
  /// Size of the frames in pixels. Required.
  public var renderSize = CGSize.zero
  /// Scale for players. Default 1; the export throws for other values, as AVFoundation does.
  public var renderScale: Float = 1
  /// Seconds of a frame. Required.
  public var frameDuration = CMTime.invalid
  /// Instructions for all times of the asset. Required.
  public var instructions: [AVMutableVideoCompositionInstruction] = []
  /// Layers over or around the video. Default nil.
  public var animationTool: AVVideoCompositionCoreAnimationTool?

  /// An empty composition.
  public init() {}

  /// Shows the video tracks of an asset, the first one in front, with its size, rate and preferred transforms.
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

/// Draws layers with the video frames of an export.
///
/// The clock of the layers begins at 0 with the movie, and y points up in the animation layer unless its
/// `isGeometryFlipped` is true.
public final class AVVideoCompositionCoreAnimationTool {
  /// Layers that show the video frames.
  let videoLayers: [CALayer]
  /// The root: of everything, or of an additional layer.
  let root: CALayer
  /// Number of an additional layer.
  let trackID: CMPersistentTrackID?

  /// Shows the video in a layer of a tree, and writes the whole tree.
  ///
  /// - Parameters:
  ///   - videoLayer: a layer of the animation layer's tree. Its contents are the video frames.
  ///   - animationLayer: the root of the tree, as large as `renderSize`.
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
  }

  /// The same with the video in several layers.
  public init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    (self.videoLayers, root, trackID) = (videoLayers, animationLayer, nil)
  }

  /// Uses a layer as a track of its own, which layer instructions place by its number.
  public init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    (videoLayers, root, self.trackID) = ([], layer, trackID)
  }
}
