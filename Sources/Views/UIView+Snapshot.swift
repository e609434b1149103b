extension UIView {
  /// A view that looks like this one and changes no more.
  ///
  /// - Parameter afterUpdates: true for what the view is now, false for what was last committed, in the middle of its
  ///   animations.
  /// - Returns: Nil where nothing has been committed yet and it was asked for.
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let context = CGContext(bounds: bounds)
    if afterUpdates {
      layer.render(in: context)
    } else if !layer.renderShown(in: context) {
      return nil
    }
    let snapshot = UIView(frame: CGRect(origin: .zero, size: bounds.size))
    snapshot.layer.contents = Drawing(commands: context.finish())
    // The drawing has this view's coordinates.
    snapshot.bounds.origin = bounds.origin
    return snapshot
  }

  /// Draws the view with its subviews into the current context, stretched over a rectangle.
  ///
  /// - Returns: Whether there was something to draw: without a context, or nothing committed yet, false.
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
