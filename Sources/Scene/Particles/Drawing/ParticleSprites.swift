import CStarmineParticleKernels
import Foundation
import StarmineGraphics

/// The sprites of a batch: one per drawn cell, or one per flipbook frame.
struct ParticleSprites {
  let clips: ClipFrames
  /// In the layer's local time.
  let time: Double
  private(set) var sprites: [ParticleBatch.Sprite] = []

  init(clips: ClipFrames, time: Double) { (self.clips, self.time) = (clips, time) }

  /// Adds the sprites of a cell; nil if the cell is invisible.
  /// - Parameter gain: factor of the particles' colours.
  mutating func add(_ state: EmitterCellState, gain: TintGain) -> SpriteRange? {
    guard let image = clips.image(of: state.contents, at: time), state.contentsScale > 0, state.contentsScale.isFinite
    else { return nil }
    let rect = state.contentsRect.standardized
    guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite else { return nil }
    let count = min(max(state.contentsFrameCount, 1), 4096)
    let columns = state.contentsFramesPerRow > 0 ? min(state.contentsFramesPerRow, count) : count
    let rows = (count + columns - 1) / columns
    let width = rect.width / CGFloat(columns)
    let height = rect.height / CGFloat(rows)
    var range = SpriteRange(
      first: UInt16(truncatingIfNeeded: sprites.count), count: count, state,
      size: SIMD2(
        bounded(width * CGFloat(image.width) / state.contentsScale),
        bounded(height * CGFloat(image.height) / state.contentsScale)))
    guard sprites.count + count <= Int(UInt16.max) else { return nil }
    range.gain = gain
    for frame in 0..<count {
      let x = rect.minX + CGFloat(frame % columns) * width
      let y = rect.minY + CGFloat(frame / columns) * height
      sprites.append(
        ParticleBatch.Sprite(
          image: image, minU: bounded(x), minV: bounded(y), maxU: bounded(x + width), maxV: bounded(y + height),
          isNearest: state.magnificationFilter == .nearest,
          isNearestWhenSmaller: state.minificationFilter == .nearest, detailBias: state.detailBias, gain: gain))
    }
    return range
  }
}

extension EmitterCellState {
  /// As for layers, the bias applies only to the trilinear filter.
  fileprivate var detailBias: Float {
    minificationFilter == .trilinear ? min(max(bounded(minificationFilterBias), -16), 16) : 0
  }
}

/// The sprites of a cell, with their size at scale 1.
struct SpriteRange {
  var first: UInt16
  var count: Int
  /// Points at scale 1.
  var size: SIMD2<Float>
  /// Factor of tints.
  var gain = TintGain.none
  private var mode: ContentsFrameMode
  private(set) var framesPerSecond: Float
  /// Strength of the lighting of rotated planes.
  private(set) var shine: Float

  init(first: UInt16, count: Int, _ state: EmitterCellState, size: SIMD2<Float>) {
    self.first = first
    self.count = count
    self.size = size
    mode = state.contentsFrameMode
    framesPerSecond = max(0, bounded(state.contentsFramesPerSecond))
    shine = state.particleType == .plane ? min(max(bounded(state.shine), 0), 1) : 0
  }

  var kernelMode: Int32 {
    switch mode {
    case .automatic, .loop: Int32(ParticleFramesLoop)
    case .random: Int32(ParticleFramesRandom)
    case .once: Int32(ParticleFramesOnce)
    case .overLife: Int32(ParticleFramesOverLife)
    }
  }
}
