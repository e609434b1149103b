extension UIView {
  /// Returns a view with the present appearance of this view. The result does not change.
  ///
  /// - Parameter afterUpdates: true for the present model values; false for the last committed state, including running
  ///   animations.
  /// - Returns: the view, or nil if the committed state is requested and there is none.
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let context = CGContext(bounds: bounds)
    if afterUpdates {
      layer.render(in: context)
    } else if !layer.renderShown(in: context) {
      return nil
    }
    let snapshot = UIView(frame: CGRect(origin: .zero, size: bounds.size))
    snapshot.layer.contents = Drawing(commands: context.finish())
    // The drawing uses the coordinates of this view.
    snapshot.bounds.origin = bounds.origin
    return snapshot
  }

  /// Draws the view with its subviews into the current context, stretched to a rectangle.
  ///
  /// - Returns: whether something was drawn. False without a context or a committed state.
  @discardableResult
  public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else { return false }
    context.saveGState()
    defer { context.restoreGState() }
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    guard !afterUpdates else {
      layer.render(in: context)
      return true
    }
    return layer.renderShown(in: context)
  }
}
