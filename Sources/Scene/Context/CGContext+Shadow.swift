extension CGContext {
  /// The shadow of everything that is drawn.
  struct ShadowStyle {
    /// In starting coordinates, whatever the transform is.
    var offset: CGSize
    /// Standard deviation, in starting coordinates.
    var sigma: Double
    var color: CGColor

    /// More shadows than this inside what throws a shadow do not throw one themselves: with every layer around they
    /// would be drawn twice as often.
    private static let mostInside = 8

    func command(of drawn: [DrawCommand]) -> ShadowCommand {
      let silhouette = drawn.shadowCount > Self.mostInside ? drawn.filter { !$0.isShadow } : drawn
      var command = ShadowCommand(
        bounds: .empty, silhouette: silhouette, silhouetteBounds: .empty, color: 0, sigmaX: sigma, sigmaY: sigma,
        offsetX: offset.width, offsetY: offset.height)
      command.take(color)
      return command
    }
  }

  /// Everything that is drawn from now on throws a shadow; nil for none.
  ///
  /// - Parameters:
  ///   - offset: in starting coordinates: the transform does not move, turn or scale it (documented).
  ///   - blur: twice the standard deviation of the blur (assumed: Core Graphics does not say), in starting coordinates.
  ///   - color: the shadow's, at its densest; nil for no shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    state.shadow = nil
    guard let color, color.premultipliedPixel != 0, offset.width.isFinite, offset.height.isFinite, blur.isFinite else {
      return
    }
    state.shadow = ShadowStyle(offset: offset, sigma: max(0, blur) / 2, color: color)
  }

  /// A shadow of black at a third of full opacity (documented).
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }
}

extension [DrawCommand] {
  /// Shadows, with those of their silhouettes.
  fileprivate var shadowCount: Int {
    reduce(0) { count, command in
      if case .shadow(let shadow) = command { count + 1 + shadow.silhouette.shadowCount } else { count }
    }
  }
}

extension DrawCommand {
  fileprivate var isShadow: Bool { if case .shadow = self { true } else { false } }
}
