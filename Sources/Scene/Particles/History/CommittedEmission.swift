import StarmineGraphics

/// A history that a tree has: an object, because a frame that hands thousands of them on would count five references
/// of each.
final class CommittedEmission: Sendable {
  let emission: Emission

  init(_ emission: Emission) { self.emission = emission }

  /// The same as `Emission.emit`, where the history lies: to call it on the history from outside counts its references.
  @inline(never)
  func emit(
    at time: Double, in loop: LoopedEmission?, seed: UInt32, matrix: CATransform3D, isFlipped: Bool,
    clip: DeviceRect, clips: ClipFrames, into sink: inout ParticleSink
  ) {
    emission.emit(
      at: time, in: loop, seed: seed, matrix: matrix, isFlipped: isFlipped, clip: clip, clips: clips, into: &sink)
  }
}
