/// Common words for things that Core Animation calls otherwise.
enum SearchWords {
  private struct Row {
    var words: [String]
    var keys: [String]
    var hint: String

    init(_ words: [String], _ keys: [String], _ hint: String = "") {
      (self.words, self.keys, self.hint) = (words, keys, hint)
    }
  }

  private static let rows: [Row] = [
    Row(
      ["glow", "bloom", "light", "shine"], ["renderMode", "compositingFilter", "filters", "shadowRadius", "bloom"],
      "for light that adds up: renderMode=additive and the sprite \"glow\"; around what is bright: the filter bloom, "
        + "or movie.bloom for the whole picture"
    ),
    Row(
      ["trail", "tail", "streaks", "wake"], ["emitterCells", "birthRate", "lifetime"],
      "a trail is a cell inside a cell, left behind by the flying one: tail, thread and hair of fireworks-show"
    ),
    Row(["gravity", "fall", "weight"], ["yAcceleration", "xAcceleration", "zAcceleration"]),
    Row(["wind"], ["xAcceleration", "yAcceleration"]),
    Row(["speed", "fast", "slow"], ["velocity", "velocityRange", "speed", "spin", "scaleSpeed", "alphaSpeed"]),
    Row(["size", "big", "small"], ["scale", "scaleRange", "scaleSpeed", "bounds", "emitterSize"]),
    Row(["amount", "count", "number", "density", "rate"], ["birthRate", "lifetime", "instanceCount"]),
    Row(["direction", "angle", "aim"], ["emissionLongitude", "emissionLatitude", "emissionRange"]),
    Row(
      ["spread", "cone", "random", "variation"],
      [
        "emissionRange", "velocityRange", "scaleRange", "lifetimeRange", "spinRange", "redRange", "greenRange",
        "blueRange",
        "alphaRange",
      ]),
    Row(
      ["fade", "transparency", "transparent", "translucent", "alpha"],
      ["alphaSpeed", "alphaRange", "opacity", "color"],
      "a transparent background: --background clear, in one of the formats that `starmine formats alpha` lists"),
    Row(
      ["beat", "music", "sound", "audio", "bass", "rhythm", "song"], ["birthRate", "opacity"],
      "numbers of documents follow a sound: birthRate: { audio: \"bass\", from: 10, to: 400 }; render --audio puts one "
        + "under the movie"),
    Row(
      ["colour", "color", "tint", "hue"],
      [
        "color", "redRange", "greenRange", "blueRange", "redSpeed", "greenSpeed", "blueSpeed", "backgroundColor",
      ], "hue+20, saturation*1.2 and --palette gold turn the colours of all cells"),
    Row(["rotate", "rotation", "turn", "tumble"], ["spin", "spinRange", "transform"]),
    Row(["age", "duration", "life"], ["lifetime", "lifetimeRange", "duration"]),
    Row(
      ["texture", "image", "picture", "sprite"], ["contents", "contentsRect"],
      "`starmine sprites` lists the generated ones"),
    Row(
      ["blur", "soft"], ["filters", "shadowRadius", "motionBlur"],
      "the filter gaussianBlur: filters: [{ type: \"gaussianBlur\", inputRadius: 8 }]"),
    Row(["blend", "additive", "screen"], ["renderMode", "compositingFilter"]),
    Row(
      ["depth", "3d", "perspective"],
      ["zPosition", "preservesDepth", "sublayerTransform", "zAcceleration", "emitterDepth"]),
    Row(
      ["delay", "begin", "wait", "begintime"], ["beginTime", "timeOffset"],
      "beginTime counts on a clock that begins at 1000 s: write now+2s for 2 s after the start; animations of "
        + "documents also take delay: 2"),
    Row(["loop", "repeat"], ["loop", "repeatCount", "repeatDuration", "autoreverses"]),
    Row(["shape", "source", "place"], ["emitterShape", "emitterMode", "emitterPosition", "emitterSize"]),
    Row(["round", "corner"], ["cornerRadius"]),
    Row(["outline", "line", "stroke"], ["lineWidth", "strokeColor", "borderWidth"]),
  ]

  static var all: [String] { rows.flatMap(\.words) }

  static func keys(for word: String) -> Set<String> {
    Set(rows.filter { $0.words.contains(word.lowercased()) }.flatMap(\.keys))
  }

  static func hint(for word: String) -> String? {
    rows.first { $0.words.contains(word.lowercased()) && !$0.hint.isEmpty }?.hint
  }
}
