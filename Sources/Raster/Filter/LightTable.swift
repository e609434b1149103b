package import CStarminePixelKernels

/// The values that components get where light is changed.
package struct LightTable: Sendable {
  private let colors: [UInt8]
  private let alphas: [UInt8]
  private let factors: (colors: UInt32, alphas: UInt32)

  /// Light times a factor. Alpha goes along, up to where it was.
  package init(gain factor: Double) {
    func table(_ factor: Double) -> [UInt8] { (0..<256).map { UInt8(min(255, Double($0) * factor + 0.5)) } }
    let (colors, alphas) = (table(factor), table(min(1, factor)))
    (self.colors, self.alphas) = (colors, alphas)
    let found = (Self.product(colors, factor), Self.product(alphas, min(1, factor)))
    factors = found.0 > 0 && found.1 > 0 ? found : (0, 0)
  }

  /// The factor in 1/2^18 that gives a table's values; 0 if none does.
  private static func product(_ table: [UInt8], _ factor: Double) -> UInt32 {
    guard factor >= 0x1p-16, factor <= 63 else { return 0 }
    let nearest = UInt32((factor * 0x1p18).rounded())
    return [nearest, nearest + 1, nearest - 1].first { product in
      table.indices.allSatisfy { min(255, (UInt32($0) * product + 1 << 17) >> 18) == UInt32(table[$0]) }
    } ?? 0
  }

  private init(opaque colors: [UInt8]) {
    (self.colors, alphas) = (colors, [UInt8](repeating: 255, count: 256))
    factors = (0, 0)
  }

  /// Sums of half the light as a film shows them: white where the knee is not reached, so that the smaller one of this
  /// and the clipped picture is the one to show.
  package static let shoulder = LightTable(
    opaque: (0..<256).map { index in
      let light = Double(index) / 255 * 2
      guard light > knee else { return 255 }
      // From the knee on with the slope of 1, toward white.
      let way = (light - knee) / (1 - knee)
      let bent = 1 - 1 / (1 + way)
      let most = 1 - 1 / (1 + (2 - knee) / (1 - knee))
      return UInt8(((knee + (1 - knee) * bent * reach / most) * 255).rounded())
    })

  /// Where light begins to be held back, and how much of the way to white twice white comes.
  private static let (knee, reach) = (0.7, 0.98)

  /// Calls back with what the kernel takes.
  package func withLight(_ body: (UnsafePointer<PixelLight>) -> Void) {
    // Below the first value that is not white everything is.
    let isOpaque = alphas[0] == 255
    let white = isOpaque ? (colors.firstIndex { $0 < 255 } ?? 256) - 1 : -1
    colors.withUnsafeBufferPointer { colors in
      alphas.withUnsafeBufferPointer { alphas in
        guard let colors = colors.baseAddress, let alphas = alphas.baseAddress else { return }
        var light = PixelLight(
          colors: colors, alphas: alphas, white: Int32(white), color_factor: factors.colors,
          alpha_factor: factors.alphas)
        body(&light)
      }
    }
  }
}
