import StarmineLayers

extension PresetScene {
  /// A glow around what is bright, in the whole frame: `0.6`, or `12 0.6` with its radius.
  public struct Bloom: Equatable, Sendable {
    /// Standard deviation of the glow, points. Default 12.
    public var radius: Double
    /// Share of the light, 0...16.
    public var intensity: Double

    /// A glow of a radius in points and an intensity.
    public init(radius: Double = 12, intensity: Double) { (self.radius, self.intensity) = (radius, intensity) }

    /// Reads an intensity, or a radius and an intensity.
    package init(parsing text: String) throws(ValueMismatchError) {
      var numbers: [Double] = []
      for (index, word) in text.split(whereSeparator: { $0 == " " || $0 == "," }).enumerated() {
        numbers.append(try NumberText.parse(word, unit: index == 0 && text.contains("pt") ? .points : .none))
      }
      try self.init(numbers, text)
    }

    init(_ value: DocumentValue) throws(ValueMismatchError) {
      switch value.content {
      case .string(let text): try self.init(parsing: text)
      case .number(let number): try self.init([number], value.quoted)
      default: throw Self.mismatch(value.quoted)
      }
    }

    private init(_ numbers: [Double], _ text: String) throws(ValueMismatchError) {
      guard (1...2).contains(numbers.count), let intensity = numbers.last, (0...16).contains(intensity) else {
        throw Self.mismatch(text)
      }
      self.init(intensity: intensity)
      guard numbers.count == 2 else { return }
      guard (0...1000).contains(numbers[0]) else { throw Self.mismatch(text) }
      radius = numbers[0]
    }

    private static func mismatch(_ text: String) -> ValueMismatchError {
      ValueMismatchError(
        "expected an intensity from 0 to 16, or a radius in points and an intensity (12 0.6), found \(text.prefix(40))")
    }

    /// As documents spell it.
    package var text: String { "\(radius.shortText) \(intensity.shortText)" }
  }

  /// Colours that a file holds and says it holds.
  public enum ColorSpace: String, Sendable, CaseIterable {
    /// Those of screens, without more than bytes hold of them.
    case sRGB = "srgb"
    /// Frames are drawn in floats, so that colours beyond sRGB arrive.
    case displayP3 = "display-p3"
  }

  /// What frames are drawn in.
  public enum Depth: String, Sendable, CaseIterable {
    /// Floats for files with more than 8 bits of a component, bytes for all others.
    case auto
    /// Bytes: light ends at white.
    case bytes = "8"
    /// Floats: sums of light go on above white, and steps between colours are finer than a file's.
    case float
  }

  /// Whether files keep light beyond white, where their format has a place for it.
  public enum DynamicRange: String, Sendable, CaseIterable {
    /// Light ends at white.
    case standard
    /// Video of high dynamic range; what has no place for it shows light beyond white as film does.
    case high
  }

  /// Whether steps between colours are broken up by a fixed pattern of 8 x 8 where pixels get 8 bits.
  public enum Dither: String, Sendable, CaseIterable {
    /// Frames of floats in files that lose nothing.
    case auto
    /// Frames of floats in all files of 8 bits; gradients where frames are drawn in bytes.
    case on = "true"
    /// Nothing.
    case off = "false"
  }

  /// How light beyond white is shown.
  public enum ToneMapping: String, Sendable, CaseIterable {
    /// It is cut off, as Core Animation does.
    case none
    /// It fades out toward white, as on film.
    case filmic
  }
}
