/// The contents of a layer or a particle: an image or a video.
package enum LayerContents: Sendable, Equatable {
  case image(CGImage)
  case video(VideoClip)

  package var isWaitingClip: Bool { if case .video(let clip) = self { clip.beginTime == nil } else { false } }

  /// With a video started at a time of the layer, unless it has started.
  package func begun(at time: Double) -> LayerContents {
    if case .video(let clip) = self { .video(clip.begun(at: time)) } else { self }
  }
}

extension [EmitterCellTree] {
  package var haveWaitingClips: Bool {
    contains { $0.state.contents?.isWaitingClip == true || $0.cells.haveWaitingClips }
  }

  /// With videos started at a time of the layer, unless they have started.
  package func begun(at time: Double) -> [EmitterCellTree] {
    map { cell in
      var state = cell.state
      state.contents = state.contents?.begun(at: time)
      return EmitterCellTree(state, cells: cell.cells.begun(at: time))
    }
  }
}

extension Timing {
  /// The local start time of a video that is added at a time of the parent: now, or the begin time of the layer,
  /// without `timeOffset`.
  package func clipBeginning(fromParent time: Double) -> Double {
    ((beginTime == 0 ? time : max(time, beginTime)) - beginTime) * Double(speed)
  }
}

/// Contents that cross-fade from one image to another (documented: contents are animatable).
package struct ContentsFade: RareGroup {
  package var from: LayerContents?
  package var to: LayerContents?
  /// 0...1.
  package var progress = 0.0

  package init() {}
  package init(from: LayerContents?, to: LayerContents?, progress: Double) {
    (self.from, self.to, self.progress) = (from, to, progress)
  }
  package static let defaults = ContentsFade()
}
