extension Movie {
  /// Moments at which the end of a movie is searched for something that is drawn.
  private static let probes = 60
  /// Seconds without a picture at the end that are not noted.
  private static let pause = 1.0

  /// A note if nothing is drawn at the end of a movie that shows something before; frames are evaluated, not drawn.
  package var emptinessNote: String? {
    let (last, rate) = (frameCount - 1, settings.framesPerSecond)
    guard settings.loop == nil, last > 0, let viewport = try? viewport(for: nil), isEmpty(last, viewport) else {
      return nil
    }
    let step = max(1, last / Self.probes)
    guard let found = stride(from: last - step, through: 0, by: -step).first(where: { !isEmpty($0, viewport) }) else {
      return nil
    }
    var (shown, empty) = (found, min(last, found + step))
    while empty - shown > 1 {
      let middle = (shown + empty) / 2
      if isEmpty(middle, viewport) { empty = middle } else { shown = middle }
    }
    guard Double(last - empty) / rate > Self.pause else { return nil }
    let end = (Double(empty) / rate * 10).rounded(.up) / 10
    let text = end == end.rounded() ? String(format: "%.0f", end) : String(format: "%.1f", end)
    return "Nothing is drawn after \(text) s. Use --duration \(text), or set repeatCount of the animations that end."
  }

  private func isEmpty(_ frame: Int, _ viewport: Viewport) -> Bool {
    let list = exposure(at: time(ofFrame: frame)).list(in: viewport)
    // Frames beyond the limits are errors of their own, and take long.
    return list.commands.isEmpty && list.droppedParticles == 0
  }
}
