extension Evaluation {
  /// The image of contents at a time of the layer. Nil for none, and for a frame above the limits, which is counted.
  mutating func image(of contents: LayerContents, at time: Double) -> CGImage? {
    switch contents {
    case .image(let image): image
    case .video(let clip): image(of: clip, frame: clip.frame(at: time))
    }
  }

  private mutating func image(of clip: VideoClip, frame: Int) -> CGImage? {
    let key = ClipFrames.Key(clip, frame: frame)
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

extension Evaluation {
  /// The video frames of an emitter's particles at a time of the layer. Decoded in layer order, because emitters are
  /// evaluated in parallel.
  mutating func clips(of emission: Emission, at time: Double) -> ClipFrames {
    if emission.isSteady { return ClipFrames() }
    let cells = time.isFinite ? loop?.emission(emission)?.cells(at: time) ?? emission.cells(at: time) : []
    guard cells.showClips else { return ClipFrames() }
    findClips(of: cells, at: time)
    return clipFrames
  }

  private mutating func findClips(of cells: [EmitterCellTree], at time: Double) {
    for cell in cells {
      if let contents = cell.state.contents { _ = image(of: contents, at: time) }
      findClips(of: cell.cells, at: time)
    }
  }
}

extension [EmitterCellTree] {
  var showClips: Bool {
    contains { cell in
      if case .video = cell.state.contents { return true }
      return cell.cells.showClips
    }
  }
}

extension LayerContents {
  /// Whether a video inside the bounds is not visible, so that its frame is not decoded.
  func isOutOfSight(_ state: LayerState, _ plane: PlaneTransform, _ context: DrawContext) -> Bool {
    guard case .video = self,
      state.masksToBounds || [.resize, .resizeAspect].contains(state.placement.contentsGravity)
    else { return false }
    return state.shape.deviceBounds(plane, within: context.frame).isEmpty
  }
}
