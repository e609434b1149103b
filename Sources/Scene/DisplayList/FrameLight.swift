package import StarmineGraphics

/// What the light of a whole frame goes through once everything is drawn. Sums of light have no limit until then.
package struct FrameLight: Hashable, Sendable {
  /// A glow around what is bright.
  package struct Bloom: Hashable, Sendable {
    /// Standard deviations of the blur, pixels.
    package var sigmaX: Double
    package var sigmaY: Double
    /// Share of the light.
    package var intensity: Double

    package init(sigmaX: Double, sigmaY: Double, intensity: Double) {
      (self.sigmaX, self.sigmaY, self.intensity) = (sigmaX, sigmaY, intensity)
    }
  }

  /// Nil: none.
  package var bloom: Bloom?
  /// Whether bright light fades out toward white instead of ending there.
  package var isFilmic: Bool
  /// Table in which all colours are looked up at last; nil: none.
  package var lut: ColorLUT?

  package init(bloom: Bloom? = nil, isFilmic: Bool = false, lut: ColorLUT? = nil) {
    (self.bloom, self.isFilmic, self.lut) = (bloom, isFilmic, lut)
  }
}
