/// The values that components get where light is changed.
struct LightTable: Sendable {
  private let colors: [UInt8]
  private let alphas: [UInt8]

  /// Light times a factor. Alpha goes along, up to where it was.
  init(gain factor: Double) {
    func table(_ factor: Double) -> [UInt8] { (0..<256).map { UInt8(min(255, Double($0) * factor + 0.5)) } }
    (colors, alphas) = (table(factor), table(min(1, factor)))
  }

  private init(opaque colors: [UInt8]) {
    (self.colors, alphas) = (colors, [UInt8](repeating: 255, count: 256))
  }

  /// Sums of half the light as a film shows them: white where the knee is not reached, so that the smaller one of this
  /// and the clipped picture is the one to show.
  static let shoulder = LightTable(
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

  /// Calls back with the new values of colours and of alpha, 256 each.
  func withTables(_ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Void) {
    colors.withUnsafeBufferPointer { colors in
      alphas.withUnsafeBufferPointer { alphas in
        if let colors = colors.baseAddress, let alphas = alphas.baseAddress { body(colors, alphas) }
      }
    }
  }

  /// A premultiplied pixel with more or less light; the brightest component takes alpha along where it outshines it.
  @inline(__always)
  static func changed(_ pixel: UInt32, _ colors: UnsafePointer<UInt8>, _ alphas: UnsafePointer<UInt8>) -> UInt32 {
    let blue = UInt32(colors[Int(pixel & 255)])
    let green = UInt32(colors[Int(pixel >> 8 & 255)])
    let red = UInt32(colors[Int(pixel >> 16 & 255)])
    // Of four numbers at once the standard library would make an array.
    let alpha = max(max(UInt32(alphas[Int(pixel >> 24)]), red), max(green, blue))
    return alpha << 24 | red << 16 | green << 8 | blue
  }
}
