extension CGContext {
  struct ShadowStyle {
    /// In base coordinates, not transformed.
    var offset: CGSize
    /// Standard deviation in base coordinates.
    var sigma: Double
    var color: CGColor

    /// A drawing that contains shadows has no shadow itself: the work would double with every nested layer.
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

  /// Sets the shadow of subsequent drawing.
  ///
  /// - Parameters:
  ///   - offset: offset in base coordinates. The transform does not affect it (documented).
  ///   - blur: twice the standard deviation (assumed: Core Graphics does not document it), in base coordinates.
  ///   - color: colour of the shadow; nil for no shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    state.shadow = nil
    guard let color, color.premultipliedPixel != 0, offset.width.isFinite, offset.height.isFinite, blur.isFinite else {
      return
    }
    state.shadow = ShadowStyle(offset: offset, sigma: max(0, blur) / 2, color: color)
  }

  /// Sets a black shadow with an opacity of one third (documented).
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }
}

extension [DrawCommand] {
  /// Number of shadows, including those inside shadows.
  fileprivate var shadowCount: Int {
    reduce(0) { count, command in
      if case .shadow(let shadow) = command { count + 1 + shadow.silhouette.shadowCount } else { count }
    }
  }
}

extension DrawCommand {
  fileprivate var isShadow: Bool { if case .shadow = self { true } else { false } }
}
