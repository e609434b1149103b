extension MovieProperty {
  /// In the order of documents. For a new key, add a property here, its field in `PresetScene`, and its effect.
  package static let all: [MovieProperty] = [
    size,
    number("scale", range: 0.5...4, upTo: 16, \.settings.scale, "Pixels per point."),
    number(
      "fps", unit: .framesPerSecond, range: 1...120, upTo: 1000, \.settings.framesPerSecond,
      "Frames per second, also as a fraction such as 30000/1001."
    ).example("30"),
    number("duration", unit: .seconds, range: 0.1...60, upTo: 86_400, \.settings.duration, "Length of the movie."),
    MovieProperty(
      PropertyInfo("background", .color, "Background colour behind the root layer."), \.settings.background,
      spelled: { $0 }
    ) { value, _ throws(ValueMismatchError) in try ColorReader.read(value) },
    seed,
    choice(
      "start", \.settings.start,
      "steady: emitters look as if they had always been running; clean: they start with the movie."),
    number("speed", range: 0.1...4, upTo: 1000, \.settings.speed, "Playback speed, including cues.").example("0.5")
      .ours,
    choice(
      "fit", \.settings.fit,
      "How the scene fits a frame of another aspect ratio. contain: show all; cover: fill the frame and crop; stretch: "
        + "fill the frame and distort; reflow: lay out the scene again for the frame."),
    motionBlur, loop, bloom,
    choice(
      "dither", \.settings.dither,
      "Dither when quantizing to 8 bits. auto: only float renders in lossless formats; true: all formats, and "
        + "gradients of 8-bit renders; false: never."
    ).example("true").ours,
    choice(
      "toneMapping", \.settings.toneMapping,
      "Tone mapping of colours brighter than white in SDR. none: clip at white; filmic: roll off toward white."
    ).ours,
    lut, hdr,
    number(
      "white", unit: .nits, range: 80...400, from: 1, upTo: 10_000, \.settings.white, "Luminance of white in HDR video."
    ).example("100").ours,
    number(
      "peak", unit: .nits, range: 400...4000, from: 1, upTo: 10_000, \.settings.peak,
      "Luminance that the brightest highlights approach in HDR video; at least that of white."
    ).example("4000").ours,
    choice(
      "depth", \.settings.depth,
      "Working precision. 8: 8-bit, clipped at white; float: 32-bit, unclamped; auto: float for EXR and for formats "
        + "with 10 bits or more."
    ).example("float").ours,
    choice(
      "colorSpace", \.settings.colorSpace,
      "Colour space of the file. display-p3: renders in float, and writes the label that MP4, QuickTime and PNG have "
        + "for it."
    ).example("display-p3").ours,
  ]

  private static let size = MovieProperty(
    PropertyInfo("size", .size, unit: .points, range: 1...4096, "Size of the canvas: width and height."),
    read: { $0.size },
    write: { value, scene throws(ValueMismatchError) in
      let size = try scene.values.read(value, kind: .size, unit: .points) as? CGSize ?? .zero
      guard size.width > 0, size.height > 0, max(size.width, size.height) <= 16_384 else {
        throw ValueMismatchError("expected sides above 0 and up to 16384 points, found \(value.quoted)")
      }
      scene.resize(to: size)
    }
  ).example("1080,1920")

  private static let seed = MovieProperty(
    PropertyInfo(
      "seed", .integer, range: 0...1000, "Seed of all random numbers. The same seed gives the same frames."),
    \.settings.seed, spelled: { NSNumber(value: $0) }
  ) { value, values throws(ValueMismatchError) in
    guard let seed = UInt32(exactly: try values.number(value, unit: .none)) else {
      throw ValueMismatchError("expected a whole number from 0 to \(UInt32.max), found \(value.quoted)")
    }
    return seed
  }.spelled([
    ("type", .text("integer")), ("minimum", .number(0)), ("maximum", .number(Double(UInt32.max))),
  ])

  private static let lut = MovieProperty(
    PropertyInfo("lut", .string, "Colour table of a .cube file (1D or 3D) that grades the finished picture; none."),
    \.settings.lut, spelled: { $0?.path }
  ) { value, values throws(ValueMismatchError) in
    switch value.content {
    case .null, .boolean(false), .string("none"), .string("false"): return nil
    case .string(let path): return try values.images.lut(path)
    default: throw ValueMismatchError("expected the path of a .cube file or none, found \(value.quoted)")
    }
  }.example("look.cube").ours

  private static let hdr = MovieProperty(
    PropertyInfo(
      "hdr", .enumeration(["none"] + HDRTransfer.allCases.map(\.rawValue)),
      "HDR transfer function. pq: HDR10; hlg: broadcast and phones; none: SDR. Formats without HDR are tone-mapped."),
    \.settings.hdr, spelled: { $0?.rawValue ?? "none" }
  ) { value, values throws(ValueMismatchError) in
    let names = ["none"] + HDRTransfer.allCases.map(\.rawValue)
    return (try values.read(value, kind: .enumeration(names), unit: .none) as? String).flatMap(HDRTransfer.init)
  }.example("pq").ours

  /// The key of version 0.2 for `hdr`, with the values `standard` and `high`.
  package static let earlierHDRKey = "dynamicRange"

  package static func hdr(earlier value: DocumentValue) -> HDRTransfer? {
    if case .string("high") = value.content { .pq } else { nil }
  }

  // MARK: Effects

  private static let motionBlur = effect(
    "motionBlur", on: "true", \.settings.motionBlur, text: \.text,
    parts: [
      part(
        "motionBlur.angle", unit: .degrees, range: 0...360, allowed: 0...720, \.settings.motionBlur,
        "Shutter angle: exposure in degrees of a frame. 0: no motion blur.", read: { $0?.angle ?? 0 },
        write: { $1.setAngle($0) }),
      part(
        "motionBlur.phase", unit: .degrees, range: -360...360, allowed: -360...360, \.settings.motionBlur,
        "Shutter phase: start of the exposure in degrees from the frame time.", read: { ($0 ?? MotionBlur()).phase },
        write: { $1 = ($1 ?? MotionBlur()).with(\.phase, $0) }),
      part(
        "motionBlur.samples", .integer, range: 2...64, allowed: 2...256, \.settings.motionBlur,
        "Number of samples per frame.",
        read: { Double(($0 ?? MotionBlur()).samples) },
        write: { $1 = ($1 ?? MotionBlur()).with(\.samples, Int($0)) }),
    ],
    "Motion blur: true, a shutter angle, or ANGLE:PHASE:SAMPLES in degrees of a frame, such as 180:-90:16."
  ) { value throws(ValueMismatchError) in try MotionBlur(value) }
  .spelled([("type", .list([.text("boolean"), .text("number"), .text("string")]))]).example("180:-90:16").ours

  private static let loop = effect(
    "loop", on: "blend", \.settings.loop, text: \.text,
    parts: [
      part(
        "loop.length", unit: .seconds, range: 0...60, allowed: 0...86_400, \.settings.loop,
        "Length of the loop in seconds. 0: no loop, or with blend the length of the movie.",
        read: { $0?.length ?? 0 },
        write: { $1 = MovieSettings.Loop(orNone: $0 > 0 ? $0 : nil, $1?.blends ?? false) }),
      MovieProperty(
        PropertyInfo("loop.blend", .boolean, "Whether the end crossfades into the start."),
        read: { NSNumber(value: $0.loop?.blends ?? false) },
        write: { value, scene throws(ValueMismatchError) in
          scene.loop = MovieSettings.Loop(orNone: scene.loop?.length, try scene.values.boolean(value))
        }),
    ],
    "Seamless loop of this length: 6s. blend crossfades the end into the start, for scenes that cannot repeat: blend, "
      + "6s blend."
  ) { value throws(ValueMismatchError) in try MovieSettings.Loop(value) }
  .spelled([("type", .list([.text("number"), .text("string")]))]).example("6s").ours

  private static let bloom = effect(
    "bloom", on: "0.6", \.settings.bloom, text: \.text,
    parts: [
      part(
        "bloom.radius", unit: .points, range: 0...100, allowed: 0...1000, \.settings.bloom, "Radius of the glow.",
        read: { ($0 ?? MovieSettings.Bloom()).radius },
        write: { $1 = MovieSettings.Bloom(orNone: $0, $1?.intensity ?? 0) }),
      part(
        "bloom.intensity", range: 0...2, allowed: 0...16, \.settings.bloom,
        "Fraction of the light that glows. 0: no glow.",
        read: { $0?.intensity ?? 0 },
        write: { $1 = MovieSettings.Bloom(orNone: ($1 ?? MovieSettings.Bloom()).radius, $0) }),
    ],
    "Glow around bright parts: its intensity, such as 0.6, or radius in points and intensity: 12 0.6."
  ) { value throws(ValueMismatchError) in try MovieSettings.Bloom(value) }
  .spelled([("type", .list([.text("number"), .text("string")]))]).example("0.6").ours
}

// MARK: Parts of effects

extension MotionBlur {
  /// Reads `true`, an angle, or a string with all three values.
  fileprivate init(_ value: DocumentValue) throws(ValueMismatchError) {
    switch value.content {
    case .boolean(true), .string("true"): self.init()
    case .number(let angle): try self.init(text: "\(angle)", value)
    case .string(let text): try self.init(text: text, value)
    default: throw Self.mismatch(value)
    }
  }

  private init(text: String, _ value: DocumentValue) throws(ValueMismatchError) {
    guard let blur = MotionBlur(parsing: text) else { throw Self.mismatch(value) }
    self = blur
  }

  private static func mismatch(_ value: DocumentValue) -> ValueMismatchError {
    ValueMismatchError("expected true, false or ANGLE:PHASE:SAMPLES such as 180:-90:16, found \(value.quoted)")
  }

  fileprivate func with<Value>(_ path: WritableKeyPath<MotionBlur, Value>, _ value: Value) -> MotionBlur {
    var blur = self
    blur[keyPath: path] = value
    return blur
  }
}

extension MotionBlur? {
  /// Keeps an exposure that starts half of its angle before the frame. Below 1 degree, the shutter is closed.
  fileprivate mutating func setAngle(_ angle: Double) {
    guard angle >= 1 else { return self = nil }
    var blur = self ?? MotionBlur()
    if blur.phase == -blur.angle / 2 { blur.phase = -angle / 2 }
    blur.angle = angle
    self = blur
  }
}

extension MovieSettings.Loop {
  fileprivate init?(orNone length: Double?, _ blends: Bool) {
    guard length != nil || blends else { return nil }
    self.init(length: length, blends: blends)
  }
}

extension MovieSettings.Bloom {
  fileprivate init() { self.init(intensity: 0) }

  /// Nil for default values.
  fileprivate init?(orNone radius: Double, _ intensity: Double) {
    self.init(radius: radius, intensity: intensity)
    if self == MovieSettings.Bloom() { return nil }
  }
}
