extension LargeDocument {
  /// Unknown keys and names, and texts without an end.
  static let keys: [LargeDocument] = [
    LargeDocument("a key of a megabyte") { layer("\"\(repeated("k", size))\":1") },
    LargeDocument("100,000 unknown keys") { layer(items(100_000) { "k\($0):1" }) },
    LargeDocument("60,000 keys that look like one") { layer(items(60_000) { "opacit\($0):1" }) },
    LargeDocument("100,000 keys of the movie") { "{movie:{\(items(100_000) { "k\($0):1" })},layer:{}}" },
    LargeDocument("100,000 keys of a sprite") { layer("contents:{sprite:\"dot\",\(items(100_000) { "k\($0):1" })}") },
    LargeDocument("100,000 keys of an animation") { layer("animations:{opacity:{\(items(100_000) { "k\($0):1" })}}") },
    LargeDocument("100,000 keys of a transaction") {
      layer("", ",timeline:[{at:0,transaction:{\(items(100_000) { "k\($0):1" })}}]")
    },
    LargeDocument("40,000 errors behind a long key") {
      layer("animations:{\"\(repeated("f", size / 2))\":{\(items(40_000) { "k\($0):1" })}}")
    },
    LargeDocument("a class of a megabyte") { layer("class:\"\(repeated("f", size))\"") },
    LargeDocument("a spelling of a megabyte") { layer("class:\"CAShapeLayer\",lineCap:\"\(repeated("f", size))\"") },
    LargeDocument("a colour of a megabyte") { layer("backgroundColor:\"\(repeated("f", size))\"") },
    LargeDocument("a font of a megabyte") {
      layer("class:\"CATextLayer\",string:\"a\",font:\"\(repeated("f", size))\"")
    },
    LargeDocument("a key twice") { "{\"\(repeated("f", size / 2))\":1,\"\(repeated("f", size / 2))\":1}" },
    LargeDocument("70,000 unsupported keys") { layer("sublayers:[\(items(70_000) { _ in "{cullRect:[]}" })]") },
    LargeDocument("60,000 unknown filters") { layer("filters:[\(items(60_000) { "{type:\"x\($0)\"}" })]") },
    LargeDocument("40,000 missing images") { layer("sublayers:[\(items(40_000) { "{contents:\"f\($0).png\"}" })]") },
    LargeDocument("18,000 missing fonts") {
      layer("sublayers:[\(items(18_000) { "{class:\"CATextLayer\",font:\"f\($0)\",string:\"a\",bounds:[0,0,9,9]}" })]")
    },
  ]

  /// Numbers, texts and paths, and what is not a document at all.
  static let values: [LargeDocument] = [
    LargeDocument("open brackets") { repeated("[", size) },
    LargeDocument("open braces") { repeated("{a:", size / 3) },
    LargeDocument("an open text") { "{a:\"" + repeated("x", size) },
    LargeDocument("escapes") { "{a:\"\(repeated("\\u0041", size / 6))\",layer:{}}" },
    LargeDocument("250,000 comments") { "{layer:{}}" + repeated("/**/", size / 4) },
    LargeDocument("a million digits") { layer("opacity:\(repeated("1", size))") },
    LargeDocument("a million digits in a text") { layer("opacity:\"\(repeated("1", size))\"") },
    LargeDocument("an exponent of a million digits") { layer("opacity:1e\(repeated("1", size))") },
    LargeDocument("half a million numbers for four") { layer("bounds:[\(repeated("1,", size / 2))]") },
    LargeDocument("a path of 350,000 numbers") {
      shape("path:\"M0 0 L \((0..<350_000).map { "\($0 % 64)" }.joined(separator: " "))\"")
    },
    LargeDocument("a path of 80,000 arcs") {
      shape("path:\"M0 0 \((0..<80_000).map { "A9 5 0 01\($0 % 64) \($0 * 7 % 36)" }.joined())\"")
    },
    LargeDocument("a path of 30,000 curves across each other") {
      shape("path:\"M0 0\((0..<30_000).map { "C" + places($0 * 3) }.joined())\"")
    },
    LargeDocument("a path of 8,000 lines between thousandths") {
      shape("fillRule:\"even-odd\",path:\"M0 0L\((0..<8000).map { thousandths($0) }.joined(separator: " "))\"")
    },
    LargeDocument("a path of 200,000 subpaths") { shape("path:\"M0 0\(repeated("H1V1Z", 200_000))\"") },
    LargeDocument("150,000 dashes with a unit") {
      shape("lineDashPattern:[\(items(150_000) { "\"\($0 % 9 + 1)pt\"" })],path:\"M0 0L5 5\"")
    },
    LargeDocument("500,000 dashes") {
      shape("lineDashPattern:[\(items(500_000) { "\($0 % 9 + 1)" })],path:\"M0 0L5 5\"")
    },
    LargeDocument("40,000 moments") { layer("sublayers:[\(items(40_000) { "{beginTime:\"now+\($0)ms\"}" })]") },
    LargeDocument("70,000 functions of a transform") {
      layer("transform:\"\((0..<70_000).map { "rotate(\($0 % 360)deg)" }.joined(separator: " "))\"")
    },
    LargeDocument("500,000 arguments") { layer("transform:\"rotate(\(items(500_000) { _ in "1" }))\"") },
    LargeDocument("a million brackets in a transform") { layer("transform:\"\(repeated("(", size))\"") },
    LargeDocument("140,000 colours of a gradient") {
      layer("class:\"CAGradientLayer\",bounds:[0,0,9,9],colors:[\(items(140_000) { _ in "\"#123\"" })]")
    },
    LargeDocument("a text of 200,000 words, wrapped") {
      layer("class:\"CATextLayer\",string:\"\(repeated("word ", 200_000))\",wrapped:true")
    },
    LargeDocument("a text of 200,000 words on one line") {
      layer("class:\"CATextLayer\",string:\"\(repeated("word ", 200_000))\"")
    },
    LargeDocument("40,000 runs of text") {
      layer("class:\"CATextLayer\",string:[\(items(40_000) { "{text:\"a\",fontSize:\($0 % 90 + 1)}" })]")
    },
  ]

  /// Three arbitrary points.
  private static func places(_ index: Int) -> String {
    (index..<index + 3).map { "\($0 * 7919 % 64) \($0 * 104_729 % 36)" }.joined(separator: " ")
  }

  private static func thousandths(_ index: Int) -> String {
    "\(Double(index * 7919 % 64_000) / 1000) \(Double(index * 104_729 % 36_000) / 1000)"
  }

  private static func shape(_ members: String) -> String {
    layer("class:\"CAShapeLayer\",strokeColor:\"#fff\",\(members)")
  }
}
