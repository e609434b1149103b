/// Common words for properties that have other names in Core Animation.
enum SearchTerms {
  private static let rows = [
    "glow bloom light shine": "renderMode compositingFilter filters shadowRadius bloom",
    "trail tail streaks wake": "emitterCells birthRate lifetime",
    "gravity fall weight": "yAcceleration xAcceleration zAcceleration",
    "wind": "xAcceleration yAcceleration",
    "speed fast slow": "velocity velocityRange speed spin scaleSpeed alphaSpeed",
    "size big small": "scale scaleRange scaleSpeed bounds emitterSize",
    "amount count number density rate": "birthRate lifetime instanceCount",
    "direction angle aim": "emissionLongitude emissionLatitude emissionRange",
    "spread cone random variation": "emissionRange velocityRange scaleRange lifetimeRange spinRange alphaRange",
    "fade transparency transparent translucent alpha": "alphaSpeed alphaRange opacity color background",
    "beat music sound audio bass rhythm song": "birthRate opacity",
    "colour color tint hue": "color redRange greenRange blueRange redSpeed greenSpeed blueSpeed backgroundColor",
    "rotate rotation turn tumble": "spin spinRange transform",
    "age duration life": "lifetime lifetimeRange duration",
    "texture image picture sprite": "contents contentsRect",
    "blur soft": "filters shadowRadius motionBlur",
    "blend additive screen": "renderMode compositingFilter",
    "depth 3d perspective": "zPosition preservesDepth sublayerTransform zAcceleration emitterDepth",
    "delay begin wait": "beginTime timeOffset",
    "loop repeat": "loop repeatCount repeatDuration autoreverses",
    "shape source place": "emitterShape emitterMode emitterPosition emitterSize",
    "round corner": "cornerRadius",
    "outline line stroke": "lineWidth strokeColor borderWidth",
  ].map { (words: Set($0.split(separator: " ").map(String.init)), keys: $1.split(separator: " ").map(String.init)) }

  static var all: [String] { rows.flatMap(\.words).sorted() }

  static func keys(for word: String) -> Set<String> {
    Set(rows.filter { $0.words.contains(word.lowercased()) }.flatMap(\.keys))
  }
}
