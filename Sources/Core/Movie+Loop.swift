extension Movie {
  /// Maximum duration of a cross-fade in seconds, and as a fraction of the loop.
  private static let (longestBlend, blendShare) = (1.0, 0.25)
  /// Steps per second of the loop's time, so that moments that differ only by rounding are equal.
  private static let timeSteps = 1e9

  /// Length of the loop in seconds of the script's time, or nil without a loop.
  var loopLength: Double? {
    guard let loop = settings.loop else { return nil }
    let length = loop.length ?? settings.duration
    return length > 0 && length.isFinite ? length : nil
  }

  func snapshot(at time: Double, in loop: Loop) -> RenderTree {
    guard let length = loopLength else { return RenderTree(root: tree(at: time).root, seed: settings.seed) }
    let phase = phase(of: time, length)
    if loop.blends { return blended(at: phase, length) }
    let emitters = loopedEmitters(length: length)
    var result = RenderTree(root: tree(at: phase).root, seed: settings.seed)
    (result.moment, result.loop) = (Self.startTime + phase, emitters)
    return result
  }

  /// Seconds since the start of the repetition.
  private func phase(of time: Double, _ length: Double) -> Double {
    let rest = time - (time / length).rounded(.down) * length
    let phase = (rest * Self.timeSteps).rounded() / Self.timeSteps
    return phase < length ? max(0, phase) : 0
  }

  /// Cross-fades the frames after the end into the beginning.
  private func blended(at phase: Double, _ length: Double) -> RenderTree {
    let fade = min(Self.longestBlend, length * Self.blendShare)
    let early = tree(at: phase)
    guard phase < fade else {
      var result = RenderTree(root: early.root, seed: settings.seed)
      result.moment = Self.startTime + phase
      return result
    }
    var result = RenderTree(root: tree(at: phase + length).root, seed: settings.seed)
    result.moment = Self.startTime + phase + length
    result.overlay = RenderTree.Overlay(early.root, at: Self.startTime + phase, opacity: phase / fade)
    return result
  }

  // MARK: Seams

  /// Reasons for a visible seam of the loop: animations whose period does not divide it, and a last frame that differs
  /// from the first.
  package func loopRemarks() throws(MovieError) -> [String] {
    guard let loop = settings.loop, !loop.blends, let length = loopLength else { return [] }
    let speed = settings.speed
    var remarks = rootLayer.periods(speed: 1).compactMap { $0.remark(length: length / speed, speed: speed) }
    let seam = try loopSeam()
    if seam > Self.seamLimit {
      remarks.append(
        "the loop has a seam: colours at its end and start differ by up to \(seam) of 255. To crossfade, use "
          + "--loop \(loop.length.map { Period.text($0 / speed) + "s," } ?? "")blend")
    }
    return remarks
  }

  /// Largest invisible difference, of 255.
  private static let seamLimit = 8
  /// Longer side of the compared images in pixels.
  private static let seamSize = 480.0

  /// Returns the largest difference, 0...255, between the first frame of the loop and the frame at its end. 0 if either
  /// exceeds the limits of a frame, which the export reports.
  package func loopSeam() throws(MovieError) -> Int {
    guard let length = loopLength else { return 0 }
    let natural = try viewport(for: nil)
    let share = min(1, Self.seamSize / Double(max(natural.width, natural.height)))
    let size = PixelSize(
      width: max(1, Int(Double(natural.width) * share)), height: max(1, Int(Double(natural.height) * share)))
    let frame = try frame(at: 0, FrameOptions(pixelSize: size))
    var end = RenderTree(root: tree(at: length.nextDown).root, seed: settings.seed)
    let first = snapshot(at: 0)
    (end.moment, end.loop, end.light) = (Self.startTime + length, first.loop, first.light)
    var painter = FramePainter(workers: 0)
    var pictures: [[UInt8]] = []
    for tree in [first, end] {
      let moment = MovieFrame(
        index: 0, viewport: frame.viewport, exposures: [Exposure(time: 0, tree: tree)], sampling: FrameSampling(),
        isDeep: false, dithers: false, marksHighlights: false)
      var buffer = PixelBuffer(width: size.width, height: size.height)
      do throws(MovieError) { try painter.draw(moment, into: &buffer) } catch { return 0 }
      pictures.append(unsafe buffer.withPixels { unsafe Array(UnsafeRawBufferPointer($0)) })
    }
    return zip(pictures[0], pictures[1]).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}

/// An animation that never ends, or ends long after the loop.
private struct Period {
  var name: String
  /// Seconds of one repetition in the movie's time.
  var seconds: Double

  /// Nil if the period divides the loop.
  /// - Parameter length: length of the visible loop in seconds.
  /// - Parameter speed: speed of the movie.
  func remark(length: Double, speed: Double) -> String? {
    let period = seconds / speed
    let rounds = length / period
    guard abs(rounds - rounds.rounded()) > 1e-6 * max(1, rounds) else { return nil }
    let lengths = [rounds.rounded(.down), rounds.rounded(.up)].filter { $0 > 0 }.map { Self.text($0 * period) + "s" }
    return "\(name) repeats every \(Self.text(period)) s, which does not divide the loop of \(Self.text(length)) s; "
      + "use --loop \(lengths.joined(separator: " or "))"
  }

  static func text(_ number: Double) -> String {
    let rounded = (number * 1e4).rounded() / 1e4
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension CALayer {
  /// Periods of the animations in the subtree.
  /// - Parameter speed: speed of the layer's time.
  fileprivate func periods(speed: Double) -> [Period] {
    let speed = speed * Double(self.speed)
    guard speed > 0, speed.isFinite else { return [] }
    let own = (animationKeys() ?? []).compactMap { key -> Period? in
      guard let animation = animation(forKey: key), animation.speed > 0 else { return nil }
      let isEndless = animation.repeatCount > 1e6 || animation.repeatDuration > 1e6
      guard isEndless, animation.duration > 0 else { return nil }
      let cycle = animation.duration * (animation.autoreverses ? 2 : 1) / Double(animation.speed) / speed
      return Period(name: "animation \"\(key)\" of \(name.map { "layer \"\($0)\"" } ?? "a layer")", seconds: cycle)
    }
    return own + (sublayers ?? []).flatMap { $0.periods(speed: speed) }
  }
}
