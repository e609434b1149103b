extension RenderRequest {
  /// Sets options of `starmine render` as NAME=VALUE: `hdr=pq`, `over=clip.mp4`.
  ///
  /// A name with a dot is a change, as for `--set`. `audio` may occur several times. Errors: an unknown name, an
  /// invalid value, conflicting options.
  package mutating func setOptions(_ texts: [String]) throws(ValueMismatchError) {
    var given: [(name: String, value: String)] = []
    for text in texts {
      guard let sign = text.firstIndex(of: "=") else {
        throw ValueMismatchError("\"\(text.excerpt(60))\": expected NAME=VALUE")
      }
      let name = String(text[..<sign])
      if name.contains(".") { try set([text]) } else { given.append((name, String(text[text.index(after: sign)...]))) }
    }
    // Details of videos and sounds depend on these options, so they come later.
    given = given.filter { Self.leading.contains($0.name) } + given.filter { !Self.leading.contains($0.name) }
    let names = given.map(\.name)
    for (name, value) in given { try setOption(named: name, to: value) }
    if clip != nil { try Self.checkOverClip(names) }
    if let clip, let end = clip.end, end <= clip.start {
      throw ValueMismatchError("until=\(ValueText.text(end)): expected a time after at=\(ValueText.text(clip.start))")
    }
    if sounds.isEmpty, let name = names.first(where: { $0.hasPrefix("audio-") }) {
      throw ValueMismatchError("\(name) applies to sounds of the option audio; add audio=FILE")
    }
  }

  package static var optionNames: [String] { (Array(readers.keys) + movieKeys.keys).sorted() }

  private mutating func setOption(named name: String, to value: String) throws(ValueMismatchError) {
    if let key = Self.movieKeys[name] { return setOption(key, value, named: "\(name)=\(value)") }
    guard let reader = Self.readers[name] else {
      throw ValueMismatchError("\(name.excerpt(60)): unknown option\(name.alternatives(among: Self.optionNames))")
    }
    guard reader.read(&self, value) else {
      throw ValueMismatchError("\(name)=\(value.excerpt(60)): expected \(reader.expected)")
    }
  }

  /// Errors: options that contradict a video, which has its own size, frame rate, background and sound.
  /// - Parameter names: names of the given options.
  /// - Parameter prefix: prefix of names in messages: `--`.
  package static func checkOverClip(_ names: [String], prefix: String = "") throws(ValueMismatchError) {
    let rules = [
      (
        "the video determines size, rate and background",
        ["size", "fps", "frames", "background", "for", "additive-alpha"]
      ),
      (
        "a movie over a video keeps its size and format",
        ["odd", "max-size", "first-number", "gif-palette", "gif-dither", "depth", "dither"]
      ),
      ("the sound of the video is kept unchanged", ["audio", "audio-gain", "audio-fade", "audio-loop"]),
    ]
    for (reason, others) in rules {
      let wrong = others.filter(names.contains).map { prefix + $0 }
      guard wrong.isEmpty else {
        throw ValueMismatchError("\(prefix)over: \(reason); leave out \(wrong.joined(separator: ", "))")
      }
    }
  }
}

// MARK: Table

extension RenderRequest {
  private static let leading: Set = ["audio", "over"]

  /// Options that set a key of the `movie` object, which checks the value.
  private static let movieKeys = [
    "fps": "fps", "speed": "speed", "seed": "seed", "background": "background", "fit": "fit", "depth": "depth",
    "hdr": "hdr", "white": "white", "peak": "peak", "dither": "dither", "motion-blur": "motionBlur",
    "lut": "lut",
  ]

  private struct Reader: Sendable {
    let expected: String
    /// Returns whether the value is valid.
    let read: @Sendable (inout RenderRequest, String) -> Bool

    init(_ expected: String, _ read: @escaping @Sendable (inout RenderRequest, String) -> Bool) {
      (self.expected, self.read) = (expected, read)
    }

    init<Value>(
      _ expected: String, _ path: any WritableKeyPath<RenderRequest, Value> & Sendable,
      _ parse: @escaping @Sendable (String) -> Value?
    ) {
      self.init(expected) { request, text in
        guard let value = parse(text) else { return false }
        request[keyPath: path] = value
        return true
      }
    }

    init<Value>(
      _ expected: String, optional path: any WritableKeyPath<RenderRequest, Value?> & Sendable,
      _ parse: @escaping @Sendable (String) -> Value?
    ) {
      self.init(expected) { request, text in
        request[keyPath: path] = parse(text)
        return request[keyPath: path] != nil
      }
    }

    init<Value: RawRepresentable & CaseIterable & Sendable>(
      _ path: any WritableKeyPath<RenderRequest, Value> & Sendable, _: Value.Type
    ) where Value.RawValue == String {
      self.init(Value.allCases.map(\.rawValue).joined(separator: ", "), path) { Value(rawValue: $0) }
    }

    /// An option value that selects layers.
    static func parts(_ word: String, _ parts: MovieSettings.Parts) -> Reader {
      Reader(word, optional: \.parts) { $0 == word ? parts : nil }
    }

    static func clip(_ change: @escaping @Sendable (inout Clip, Double) -> Void) -> Reader {
      Reader("seconds of the video, together with the option over") { request, text in
        guard var clip = request.clip, let time = OptionText.seconds(text) else { return false }
        change(&clip, time)
        request.clip = clip
        return true
      }
    }

    static func sounds(
      _ expected: String, _ change: @escaping @Sendable (inout Soundtrack, String) -> Bool
    ) -> Reader {
      Reader(expected) { request, text in
        request.sounds.indices.allSatisfy { change(&request.sounds[$0], text) }
      }
    }
  }

  private static let readers: [String: Reader] = [
    // Scene
    "duration": Reader("more than 0 and at most 86400 seconds", optional: \.duration) { text in
      OptionText.seconds(text).flatMap { $0 > 0 && $0 <= 86_400 ? $0 : nil }
    },
    "loop": Reader("a time, blend, or both: 6s,blend", optional: \.loop) { text in
      try? MovieSettings.Loop(parsing: text)
    },
    "palette": Reader("a palette or colours", optional: \.palette) { $0 },
    "cues": Reader("a file", optional: \.cues) { URL(fileURLWithPath: $0) },
    "captions": Reader("a file", optional: \.captions.file) { URL(fileURLWithPath: $0) },
    "captions-look": Reader("a look", optional: \.captions.look) { $0 },
    "theme": Reader("a theme's name", optional: \.variables["theme"]) { GivenVariables.Value($0, file: "theme") },
    "state": Reader("a state's name", optional: \.state) { $0 },
    "only": .parts("particles", .particles),
    "without": .parts("scenery", .withoutScenery),
    "with": .parts("scenery", .all),
    // Picture
    "size": Reader("pixels such as 1280x720, 1080x or x720, or a name such as story", optional: \.size) { text in
      RequestedSize(parsing: text)
    },
    "frames": Reader("first-last or one frame, counted from 0", optional: \.frames) { OptionText.frames($0) },
    "threads": Reader("0 to 1024", \.workers) { OptionText.integer($0, in: 0...1024) },
    "supersample": Reader("1 to 8", \.supersampling) { OptionText.integer($0, in: 1...8) },
    "odd": Reader(\.oddSides, OddSides.self),
    // File
    "format": Reader("one of \(VideoFormat.keys.joined(separator: ", "))", optional: \.format) { text in
      (try? VideoFormat(named: text)) == nil ? nil : text
    },
    "for": Reader("one of \(DeliveryProfile.all.map(\.name).joined(separator: ", "))", optional: \.profile) { text in
      DeliveryProfile(named: text)
    },
    "crf": Reader("a number", optional: \.video.crf) { Double($0) },
    "encoder-preset": Reader("a preset of the encoder", optional: \.video.encoderPreset) { $0 },
    "additive-alpha": Reader("luminance, screen or keep", optional: \.video.additiveAlpha) { text in
      AdditiveAlpha(rawValue: text)
    },
    "first-number": Reader("0 to 1000000000", \.video.firstNumber) { OptionText.integer($0, in: 0...1_000_000_000) },
    "gif-palette": Reader(\.paletteScope, PaletteScope.self),
    "gif-dither": Reader("pattern or none", \.video.dithers) { ["pattern": true, "none": false][$0] },
    "max-size": Reader("bytes such as 5MB", optional: \.video.maximumBytes) { OptionText.bytes($0) },
    // Sound
    "audio": Reader("a file, or FILE@SECONDS") { request, text in
      request.sounds.append(OptionText.soundtrack(text))
      return true
    },
    "audio-gain": .sounds("-60 to 24 decibels") { track, text in
      guard let gain = OptionText.number(text, in: -60...24) else { return false }
      track.gain = Double.pow(10, gain / 20)
      return true
    },
    "audio-fade": .sounds("seconds as in 0.5 or 0.5:2") { track, text in
      guard let fade = OptionText.fade(text) else { return false }
      (track.fadeIn, track.fadeOut) = fade
      return true
    },
    "audio-loop": .sounds("true or false") { track, text in
      guard let loops = Bool(text) else { return false }
      track.loops = loops
      return true
    },
    // Clip
    "over": Reader("a video", optional: \.clip) { Clip(path: $0) },
    "at": .clip { $0.start = $1 },
    "until": .clip { $0.end = $1 },
  ]
}
