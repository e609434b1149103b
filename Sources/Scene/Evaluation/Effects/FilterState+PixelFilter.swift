extension LayerState {
  func pixelFilters(_ list: FilterList, _ transform: PlaneTransform) -> [PixelFilter] {
    (self[list] ?? []).compactMap { $0.pixelFilter(transform, x: plain.bounds.midX, y: plain.bounds.midY) }
  }
}

extension FilterState {
  /// The step for a layer under `transform` near a point; nil without effect.
  func pixelFilter(_ transform: PlaneTransform, x: Double, y: Double) -> PixelFilter? {
    guard isEnabled, let kind else { return nil }
    if kind != .gaussianBlur, kind != .bloom { return color(kind).flatMap { $0 == .identity ? nil : .color($0) } }
    guard radius > 0, kind != .bloom || amount > 0 else { return nil }
    let sigma = transform.spread(radius, x: x, y: y)
    guard sigma.x.isFinite, sigma.y.isFinite else { return nil }
    // As for shadows: larger blurs look almost the same.
    let (sigmaX, sigmaY) = (min(sigma.x, ShadowCommand.largestSigma), min(sigma.y, ShadowCommand.largestSigma))
    if kind == .bloom { return .bloom(sigmaX: sigmaX, sigmaY: sigmaY, intensity: min(Double(amount), 16)) }
    return sigmaX > 0.01 || sigmaY > 0.01 ? .blur(sigmaX: sigmaX, sigmaY: sigmaY) : nil
  }

  private func color(_ kind: FilterKind) -> ColorMatrix? {
    let straight = SIMD4(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    switch kind {
    case .gaussianBlur, .bloom: return nil
    // In this order, as in Core Image (documented there as a single step; assumed here).
    case .colorControls:
      return ColorMatrix.saturation(saturation).followed(by: .brightness(brightness)).followed(by: .contrast(contrast))
    case .colorSaturate: return .saturation(amount)
    case .colorBrightness: return .brightness(amount)
    case .colorContrast: return .contrast(amount)
    case .colorHueRotate: return angle == 0 ? nil : .hueRotation(angle)
    case .colorInvert: return .inverted
    case .colorMatrix: return ColorMatrix(rows: colorMatrix)
    case .colorMonochrome: return .monochrome(SIMD3(straight.x, straight.y, straight.z), amount: amount)
    case .multiplyColor: return .product(straight)
    case .sepiaTone: return .sepia(amount)
    }
  }
}
