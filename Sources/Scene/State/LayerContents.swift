package import StarmineGraphics

/// What fills a layer: a picture that stays, or one that moves.
package enum LayerContents: Sendable, Equatable {
  case image(CGImage)
  case video(VideoClip)
}

extension Timing {
  /// The local time at which a clip begins that a layer gets at a time of its parent: now, or when the layer begins,
  /// and in either case where the clock would stand without `timeOffset`.
  package func clipBeginning(fromParent time: Double) -> Double {
    ((beginTime == 0 ? time : max(time, beginTime)) - beginTime) * Double(speed)
  }
}
