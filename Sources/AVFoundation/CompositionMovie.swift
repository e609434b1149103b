/// The movie of an asset with its video composition. It contains the layers of an animation tool until `close()`.
struct CompositionMovie {
  let movie: Movie
  /// The clip under the layers, if nothing else changes its frames and sound.
  let clip: Footage?
  /// Layers of video frames, one for each video layer of the tool.
  private let stages: [CALayer]
  private let root: CALayer?

  /// Errors: a composition that does not fit, a file that cannot be read.
  /// - Parameter isWhole: Whether all frames are written in their own size.
  init(
    _ asset: AVAsset, _ composition: AVMutableVideoComposition?, _ mix: AVMutableAudioMix?, isWhole: Bool
  ) throws(AVError) {
    try asset.check()
    let composition = composition ?? AVMutableVideoComposition(propertiesOf: asset)
    try composition.check(for: asset)
    let host = Self.layer(composition.renderSize)
    host.isGeometryFlipped = true
    // The stage's clock begins at 0. In the first frame AVCoreAnimationBeginTimeAtZero has already passed.
    host.beginTime = Movie.startTime.nextDown
    movie = Movie(rootLayer: host, size: composition.renderSize)
    movie.duration = asset.duration.seconds
    movie.framesPerSecond = 1 / composition.frameDuration.seconds
    movie.soundtracks = try asset.soundtracks(mix)
    let tool = composition.animationTool
    clip = isWhole && mix == nil ? Self.clip(of: asset, composition) : nil
    let root = tool?.trackID == nil ? tool?.root : nil
    if let root { host.addSublayer(root) }
    self.root = tool?.root
    let owners = clip != nil ? [] : root == nil ? [host] : tool?.videoLayers ?? []
    do throws(AVError) {
      stages = try owners.map { owner throws(AVError) in
        try Self.stage(of: asset, composition, flipped: owner.contentsAreFlipped())
      }
    } catch {
      tool?.root.removeFromSuperlayer()
      throw error
    }
    for (owner, stage) in zip(owners, stages) {
      let (size, pixels) = (owner.bounds.size, composition.renderSize)
      stage.position = owner.bounds.origin
      stage.setAffineTransform(CGAffineTransform(scaleX: size.width / pixels.width, y: size.height / pixels.height))
      owner.insertSublayer(stage, at: 0)
    }
  }

  /// Removes the tool's layers from the movie.
  func close() {
    root?.removeFromSuperlayer()
    stages.forEach { $0.removeFromSuperlayer() }
  }

  private static func layer(_ size: CGSize) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(origin: .zero, size: size)
    return layer
  }

  /// The video frames: each track in each instruction, limited to the times of both.
  private static func stage(
    of asset: AVAsset, _ composition: AVMutableVideoComposition, flipped: Bool
  ) throws(AVError) -> CALayer {
    let stage = layer(composition.renderSize)
    stage.masksToBounds = true
    stage.isGeometryFlipped = flipped
    stage.backgroundColor = .black
    for instruction in composition.instructions {
      if let color = instruction.backgroundColor {
        let back = layer(composition.renderSize)
        back.backgroundColor = color
        stage.addSublayer(back.shown(in: instruction.timeRange))
      }
      for placed in instruction.layerInstructions.reversed() {
        for (content, range) in try contents(of: placed, asset, composition, in: instruction.timeRange) {
          let (place, crop) = (layer(content.bounds.size), layer(content.bounds.size))
          crop.masksToBounds = !placed.crops.isEmpty
          crop.addSublayer(content)
          place.addSublayer(crop.shown(in: range))
          placed.animate(place, crop: crop)
          stage.addSublayer(place)
        }
      }
    }
    return stage
  }

  /// Layers of a track's segments with their times.
  private static func contents(
    of placed: AVMutableVideoCompositionLayerInstruction, _ asset: AVAsset, _ composition: AVMutableVideoComposition,
    in range: CMTimeRange
  ) throws(AVError) -> [(CALayer, CMTimeRange)] {
    if let tool = composition.animationTool, tool.trackID == placed.trackID {
      let flipped = layer(composition.renderSize)
      flipped.isGeometryFlipped = true
      flipped.addSublayer(tool.root)
      return [(flipped, range)]
    }
    guard let track = asset.tracks.first(where: { $0.trackID == placed.trackID }) else {
      throw AVError(.invalidVideoComposition, "Track \(placed.trackID) does not exist. Use the trackID of a track.")
    }
    var result: [(CALayer, CMTimeRange)] = []
    for part in track.segments.within(range) {
      guard let footage = part.source?.footage else { continue }
      result.append((try picture(of: footage, part), part.target))
    }
    return result
  }

  /// The frames of a segment in stored orientation; footage is already rotated.
  private static func picture(of footage: Footage, _ part: TrackSegment) throws(AVError) -> CALayer {
    let stored = layer(CGSize(width: footage.storedSize.width, height: footage.storedSize.height))
    let picture = layer(CGSize(width: footage.width, height: footage.height))
    picture.setAffineTransform(footage.turnTransform.inverted())
    picture.beginTime = part.target.start.seconds
    do throws(FootageError) {
      picture.contents = try VideoClip(
        footage, start: part.sourceRange.start.seconds, end: part.sourceRange.end.seconds, rate: part.rate)
    } catch {
      throw AVError(.invalidSourceMedia, "\(error)")
    }
    stored.addSublayer(picture)
    return stored
  }

  /// The asset's only clip, if the movie's frames and sound equal those of its file.
  private static func clip(of asset: AVAsset, _ composition: AVMutableVideoComposition) -> Footage? {
    let videos = asset.tracks(withMediaType: .video)
    guard videos.count == 1, let footage = videos[0].footage, composition.instructions.count == 1,
      videos[0].isWhole, let placed = composition.instructions.first?.layerInstructions.first,
      composition.instructions[0].layerInstructions.count == 1,
      placed.trackID == videos[0].trackID, placed.isStill(footage.turnTransform),
      composition.renderSize == CGSize(width: footage.width, height: footage.height),
      composition.animationTool?.isOverlay(composition.renderSize) ?? true,
      footage.isSteady(composition.frameDuration)
    else { return nil }
    let sounds = asset.tracks(withMediaType: .audio)
    let all = (try? SoundStream.all(path: footage.path)) ?? []
    let isSame = sounds.allSatisfy { $0.isWhole && $0.segments[0].source?.path == footage.path }
    return isSame && Set(sounds.map { $0.segments[0].source?.stream }) == Set(all.map(\.number)) ? footage : nil
  }
}

extension AVAssetTrack {
  fileprivate var isWhole: Bool {
    guard segments.count == 1, let source = segments[0].source else { return false }
    let (range, shown) = (segments[0].sourceRange, segments[0].target)
    return range.start == .zero && shown.start == .zero && shown.duration == range.duration
      && abs((range.duration - source.duration).seconds) < 0.002
  }
}

extension Footage {
  fileprivate func isSteady(_ frame: CMTime) -> Bool {
    (0..<frameCount).allSatisfy { abs(time(ofFrame: $0) - Double($0) * frame.seconds) < 0.002 }
  }
}

extension CALayer {
  /// Whether the layer has only default values, apart from its bounds.
  fileprivate func isPlain(_ size: CGSize) -> Bool {
    var plain = type(of: self).defaultState
    (plain.plain.bounds, plain.plain.position) = (state.plain.bounds, state.plain.position)
    (plain.plain.anchorPoint, plain.plain.isGeometryFlipped) = (state.plain.anchorPoint, state.plain.isGeometryFlipped)
    return plain == state && mask == nil && animationKeys() == nil && frame == CGRect(origin: .zero, size: size)
  }

  fileprivate func shown(in range: CMTimeRange) -> CALayer {
    opacity = 0
    add("opacity", range, 1, 1, isKept: false)
    return self
  }

  fileprivate func add(_ keyPath: String, _ range: CMTimeRange, _ from: Any, _ to: Any, isKept: Bool = true) {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue) = (from, to)
    animation.beginTime = range.start.seconds == 0 ? AVCoreAnimationBeginTimeAtZero : range.start.seconds
    // An animation includes its end time.
    animation.duration = isKept ? max(range.duration.seconds, 1e-6) : range.duration.seconds - 1e-6
    if isKept { (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false) }
    add(animation, forKey: nil)
  }

  fileprivate func isInside(_ root: CALayer) -> Bool { superlayer.map { $0 === root || $0.isInside(root) } ?? false }
}

extension AVVideoCompositionCoreAnimationTool {
  /// Whether everything except the video is in front of it, and the video fills the frame.
  fileprivate func isOverlay(_ size: CGSize) -> Bool {
    guard trackID == nil, videoLayers.count == 1, let video = videoLayers.first else { return false }
    return root.isPlain(size) && root.sublayers?.first === video && video.isPlain(size)
      && video.sublayers?.isEmpty != false && root.sublayers?.allSatisfy { $0.zPosition == 0 } == true
  }
}

extension AVMutableVideoCompositionLayerInstruction {
  /// Whether frames always have this transform and are opaque.
  fileprivate func isStill(_ transform: CGAffineTransform) -> Bool {
    opacities.isEmpty && crops.isEmpty
      && (transforms.isEmpty
        ? transform.isIdentity
        : transforms.count == 1 && transforms[0].range.start <= .zero && transforms[0].from == transform
          && transforms[0].to == transform)
  }

  /// Adds the ramps to a layer, and to its sublayer that crops.
  fileprivate func animate(_ layer: CALayer, crop: CALayer) {
    for ramp in transforms {
      let (from, to) = (CATransform3DMakeAffineTransform(ramp.from), CATransform3DMakeAffineTransform(ramp.to))
      layer.add("transform", ramp.range, from, to)
    }
    for ramp in opacities { layer.add("opacity", ramp.range, ramp.from, ramp.to) }
    for ramp in crops {
      crop.add("bounds", ramp.range, ramp.from, ramp.to)
      crop.add("position", ramp.range, ramp.from.origin, ramp.to.origin)
    }
  }
}

extension AVMutableVideoComposition {
  /// Throws if the composition does not fit the asset or uses unsupported features.
  fileprivate func check(for asset: AVAsset) throws(AVError) {
    func fail(_ reason: String) -> AVError { AVError(.invalidVideoComposition, reason) }
    guard !asset.tracks(withMediaType: .video).isEmpty else {
      throw AVError(.invalidSourceMedia, "The asset has no video track. Add one.")
    }
    guard (1...16_384).contains(renderSize.width), (1...16_384).contains(renderSize.height) else {
      throw fail("Set renderSize to the size of the frames, with 1 to 16384 pixels on each side.")
    }
    guard asset.duration.seconds <= 1e6 else { throw fail("The asset is longer than 1000000 s. Use a shorter one.") }
    guard renderScale == 1 else { throw fail("Set renderScale to 1. Other scales are for players.") }
    guard frameDuration.isNumeric, frameDuration > .zero else {
      throw fail("Set frameDuration to the duration of one frame, such as CMTime(value: 1, timescale: 30).")
    }
    var end = CMTime.zero
    for instruction in instructions {
      guard abs((instruction.timeRange.start - end).seconds) < 1e-3, instruction.timeRange.duration > .zero else {
        throw fail("An instruction must begin at \(end.seconds) s, where the one before ends.")
      }
      guard instruction.enablePostProcessing else { throw fail("Set enablePostProcessing to true.") }
      end = instruction.timeRange.end
    }
    guard asset.duration.seconds - end.seconds < frameDuration.seconds else {
      throw fail("The instructions end at \(end.seconds) s, and the asset at \(asset.duration.seconds) s.")
    }
    guard let tool = animationTool else { return }
    guard tool.root.superlayer == nil else { throw fail("The animation layer must not have a superlayer.") }
    guard tool.videoLayers.allSatisfy({ $0 === tool.root || $0.isInside(tool.root) }) else {
      throw fail("The video layer must be a sublayer of the animation layer.")
    }
  }
}
