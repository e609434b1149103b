package import StarmineGraphics

/// Effects on a whole frame after drawing. Until then, sums of colours are not limited.
package struct FrameLight: Hashable, Sendable {
  /// Glow around bright areas.
  package struct Bloom: Hashable, Sendable {
    /// Standard deviations of the blur in pixels.
    package var sigmaX: Double
    package var sigmaY: Double
    package var intensity: Double

    package init(sigmaX: Double, sigmaY: Double, intensity: Double) {
      (self.sigmaX, self.sigmaY, self.intensity) = (sigmaX, sigmaY, intensity)
    }
  }

  package var bloom: Bloom?
  /// Whether HDR is compressed toward white instead of clipped.
  package var isFilmic: Bool
  /// Colour table that is applied last; nil: none.
  package var lut: ColorLUT?

  package init(bloom: Bloom? = nil, isFilmic: Bool = false, lut: ColorLUT? = nil) {
    (self.bloom, self.isFilmic, self.lut) = (bloom, isFilmic, lut)
  }
}
