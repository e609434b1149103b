/// The filling of a layer or of a particle: a picture that stays, or one that moves.
package enum LayerContents: Sendable, Equatable {
  case image(CGImage)
  case video(VideoClip)

  /// Whether it is a clip that has not begun.
  package var isWaitingClip: Bool { if case .video(let clip) = self { clip.beginTime == nil } else { false } }

  /// With a clip that begins at a time of the layer, unless it has begun.
  package func begun(at time: Double) -> LayerContents {
    if case .video(let clip) = self { .video(clip.begun(at: time)) } else { self }
  }
}

extension [EmitterCellTree] {
  /// Whether any has a clip that has not begun.
  package var haveWaitingClips: Bool {
    contains { $0.state.contents?.isWaitingClip == true || $0.cells.haveWaitingClips }
  }

  /// With clips that begin at a time of the layer, unless they have begun.
  package func begun(at time: Double) -> [EmitterCellTree] {
    map { cell in
      var state = cell.state
      state.contents = state.contents?.begun(at: time)
      return EmitterCellTree(state, cells: cell.cells.begun(at: time))
    }
  }
}

extension Timing {
  /// The local time at which a clip begins that a layer gets at a time of its parent: now, or when the layer begins,
  /// and in either case where the clock would stand without `timeOffset`.
  package func clipBeginning(fromParent time: Double) -> Double {
    ((beginTime == 0 ? time : max(time, beginTime)) - beginTime) * Double(speed)
  }
}

/// Contents on their way from one picture to another, which shows as a mix of both (documented: contents are
/// animatable).
package struct ContentsFade: RareGroup {
  package var from: LayerContents?
  package var to: LayerContents?
  /// 0...1
  package var progress = 0.0

  package init() {}
  package init(from: LayerContents?, to: LayerContents?, progress: Double) {
    (self.from, self.to, self.progress) = (from, to, progress)
  }
  package static let defaults = ContentsFade()
}
