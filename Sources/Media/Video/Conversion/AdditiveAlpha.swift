/// Treatment of light over nothing: whether additive particles cover what a reader of the file puts behind them.
public enum AdditiveAlpha: String, Sendable, CaseIterable {
  /// Light has the alpha of its particles, raised to its brightest component, so that straight colour holds all of it:
  /// it covers what is behind as far as it is bright. The usual choice.
  case luminance
  /// Opaque, over black: for an editor's Screen or Add mode, where black is nothing.
  case screen
  /// Light has no alpha: premultiplied colours brighter than it, which a reader that is told so adds exactly.
  case keep
}

/// How pixels leave the renderer's premultiplied form.
enum PixelForm: Sendable {
  /// Colours over black; alpha, where there is one, says opaque.
  case overBlack
  /// Divided by alpha, which was raised to the brightest component.
  case straight
  /// As they are.
  case premultiplied
  /// Premultiplied, with raised alpha.
  case raised

  /// Throws `additiveAlpha` for a straight format that is asked to keep what it cannot hold.
  init(_ format: VideoFormat, _ policy: AdditiveAlpha?) throws(VideoError) {
    switch (format.alpha, policy) {
    case (.none, _): self = .overBlack
    case (_, .screen): self = .overBlack
    case (.premultiplied, nil), (.premultiplied, .keep), (.either, .keep): self = .premultiplied
    case (.premultiplied, .luminance): self = .raised
    case (.straight, .keep):
      throw .additiveAlpha(
        format: format.name, instead: VideoFormat.all.filter { $0.alpha == .either }.map(\.key))
    case (.straight, _), (.either, _): self = .straight
    }
  }

  /// One row of a frame in this form. Both hold `count` pixels.
  ///
  /// - Returns: whether all of the renderer's pixels were opaque.
  func convert(_ source: SourceRow<UInt32>, _ target: SampleRow<UInt32>, _ count: Int) -> Bool {
    var all: UInt32 = 0xFF00_0000
    for x in 0..<count { all &= source[x] }
    if all == 0xFF00_0000 {
      // The same in every form.
      target.copy(source, count)
      return true
    }
    switch self {
    case .overBlack: for x in 0..<count { target[x] = source[x] | 0xFF00_0000 }
    case .premultiplied: target.copy(source, count)
    case .raised: for x in 0..<count { target[x] = PixelForm.raised(source[x]) }
    case .straight:
      let table = StraightTable.values
      for x in 0..<count { target[x] = PixelForm.straight(source[x], table.span) }
    }
    return false
  }

  private static func raised(_ pixel: UInt32) -> UInt32 {
    let alpha = max(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    return pixel & 0xFF_FFFF | alpha << 24
  }

  private static func straight(_ pixel: UInt32, _ table: Span<UInt8>) -> UInt32 {
    if pixel == 0 || pixel >= 0xFF00_0000 { return pixel }
    let whole = raised(pixel)
    let row = Int(whole >> 24) << 8
    let red = UInt32(table[row | Int(whole >> 16 & 255)])
    let green = UInt32(table[row | Int(whole >> 8 & 255)])
    let blue = UInt32(table[row | Int(whole & 255)])
    return whole & 0xFF00_0000 | red << 16 | green << 8 | blue
  }
}

/// Component divided by alpha, rounded, for every pair.
private enum StraightTable {
  static let values: [UInt8] = (0..<65_536).map { index in
    let (alpha, component) = (index >> 8, index & 255)
    return alpha == 0 ? 0 : UInt8(min(255, (component * 255 + alpha / 2) / alpha))
  }
}
