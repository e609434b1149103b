import StarmineGraphics

extension Evaluation {
  /// Draws what the layer drew for itself, cut off at its bounds as the bitmap of Apple's system is.
  mutating func drawDrawing(
    _ state: LayerState, at time: Double, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard let drawing = state.drawing, state.contents == nil else { return }
    var area = state.shape
    if !state.masksToBounds { area.cornerRadius = 0 }
    let transform = context.upright(plane, area)
    let bounds = area.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty else { return }
    list.droppedPaths += drawing.droppedPaths
    let drawn = drawing.commands(at: time).placed(by: transform, within: bounds)
    guard !drawn.isEmpty, takePath(drawn.reduce(0) { $0 + PathBudget.cost(of: $1) }) else { return }
    list.commands.append(.pushGroup(GroupCommand(bounds: drawn.bounds, clip: (area, transform))))
    list.commands += drawn
    list.commands.append(.popGroup)
  }
}
