extension FrameLight {
  init?(_ light: RenderTree.Light, in viewport: Viewport) {
    self.init(isFilmic: light.isFilmic, lut: light.lut)
    if let bloom = light.bloom, bloom.radius > 0, bloom.intensity > 0 {
      let sigma = { (scale: Double) in min(bloom.radius * scale, ShadowCommand.largestSigma) }
      self.bloom = Bloom(
        sigmaX: sigma(viewport.scale), sigmaY: sigma(viewport.scale * viewport.stretch), intensity: bloom.intensity)
    }
    if !isFilmic, bloom == nil, lut == nil { return nil }
  }
}
