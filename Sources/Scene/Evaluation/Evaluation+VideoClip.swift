import StarmineGraphics

/// Frames of clips that one list shows. The list holds their pictures, so there is a limit.
struct ClipFrames {
  struct Key: Hashable {
    let source: ObjectIdentifier
    let frame: Int
  }

  /// Different frames of all clips, and their pixels: 512 MB.
  static let (maximumFrames, maximumPixels) = (256, 128 << 20)
  /// Nil for a frame that cannot be had.
  private(set) var images: [Key: CGImage?] = [:]
  private var pixels = 0

  /// Whether there is room for one more.
  var isFull: Bool { images.count >= Self.maximumFrames || pixels >= Self.maximumPixels }

  mutating func keep(_ image: CGImage?, _ key: Key) {
    images[key] = .some(image)
    pixels += image.map { $0.width * $0.height } ?? 0
  }
}

extension Evaluation {
  /// The image that contents show at a time of the layer; nil for none, and for a frame that is not drawn, which the
  /// list says.
  mutating func image(of contents: LayerContents, at time: Double) -> CGImage? {
    switch contents {
    case .image(let image): image
    case .video(let clip): image(of: clip, frame: clip.frame(at: time))
    }
  }

  private mutating func image(of clip: VideoClip, frame: Int) -> CGImage? {
    let key = ClipFrames.Key(source: ObjectIdentifier(clip.source), frame: frame)
    if let known = clipFrames.images[key] { return known }
    guard !clipFrames.isFull else {
      list.droppedEffects += 1
      return nil
    }
    do throws(VideoClipError) {
      let image = try clip.source.picture(ofFrame: frame)
      clipFrames.keep(image, key)
      return image
    } catch {
      if list.clipProblem == nil { list.clipProblem = error.reason }
      clipFrames.keep(nil, key)
      return nil
    }
  }
}

extension LayerContents {
  /// Whether a clip that shows inside of the bounds only shows nowhere: then its frame is not decoded.
  func isOutOfSight(_ state: LayerState, _ plane: PlaneTransform, _ context: DrawContext) -> Bool {
    guard case .video = self,
      state.masksToBounds || [.resize, .resizeAspect].contains(state.placement.contentsGravity)
    else { return false }
    return state.shape.deviceBounds(plane, within: context.frame).isEmpty
  }
}
