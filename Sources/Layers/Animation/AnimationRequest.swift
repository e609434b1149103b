import StarmineGraphics
import StarmineScene

extension AnimationRequest {
  /// A basic animation of contents: as a value the image changes half-way (peer-tested, behavior.md 2.10), on the
  /// screen one fades into the other. Nil for what is not one.
  func contentsFade() throws(WrongValue) -> TrackWriter<LayerState>? {
    guard case .basic(let from, let to, nil) = self, from != nil || to != nil else { return nil }
    func image(_ value: Any?) throws(WrongValue) -> CGImage? {
      guard let value else { return nil }
      guard let image = value as? CGImage else { throw WrongValue() }
      return image
    }
    let (start, end) = (try image(from), try image(to))
    let fades = RareMemory<ContentsFade>()
    let writer = TrackWriter<RareValues> { values, sample in
      let fade = ContentsFade(
        from: start ?? values.contents, to: end ?? values.contents, progress: sample.progress)
      values.contents = fade.progress < 0.5 ? fade.from : fade.to
      fades.change(&values.contentsFade) { $0 = fade }
    }
    return writer.liftedToRare().lifted(through: \LayerState.rare)
  }
}
