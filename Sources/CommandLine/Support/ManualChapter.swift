import StarminePresets

/// Chapters of the manual besides the commands.
struct ManualChapter {
  var title: String
  var text = ""
  var rows: [(name: String, meaning: String)] = []
  /// Lines that stay as they are.
  var example = ""

  static let all = [exitStatus, environment, files, documentFormat]

  private static let exitStatus = ManualChapter(
    title: "EXIT STATUS", rows: CommandError.Code.allCases.map { ("\($0.rawValue)", $0.meaning) })

  private static let environment = ManualChapter(
    title: "ENVIRONMENT", text: "What an option says counts more.",
    rows: EnvironmentVariable.all.map { ($0.name, $0.meaning) })

  private static let files = ManualChapter(
    title: "FILES",
    rows: [
      ("out/", "in the working directory: where results go when no -o is given"),
      ("out/bench/", "reports of `starmine bench save`"),
      ("OUTPUT.segments/", "finished segments of `starmine render --resume`, until the movie is complete"),
      ("NAME.manifest.json", "beside a sheet of `starmine tune`: the values of every picture"),
      ("schema/", "of the source: JSON Schemas of documents and of everything that --json and --stats write"),
    ])

  private static let documentFormat = ManualChapter(
    title: "DOCUMENT FORMAT",
    text: """
      A document is JSON; comments, trailing commas and unquoted keys are allowed (JSON5). Names and values are Core \
      Animation's: `starmine params` lists them, `starmine schema` prints a JSON Schema for editors.
      """,
    rows: [
      ("name, summary", "what presets are listed by; optional"),
      ("movie", "\(MovieProperty.all.map(\.key).joined(separator: ", ")); all optional"),
      ("layer", "the root layer: class, its properties, sublayers, emitterCells, animations"),
      ("states, stateTransitions", "named sets of values, and what animates between two of them; optional"),
      (
        "timeline",
        "events: { at: 2, set: { \"sky.opacity\": 0 } }, with state, addSublayers, animations, remove and others"
      ),
      ("audio", "sound files under the movie: { file: \"a.wav\", at: 1, gain: 0.5, fadeOut: 2 }; optional"),
      ("numbers", "plain, or with a unit: 90deg, 0.5pi, 250ms, 50%; or an expression such as stage.width / 2"),
      ("colours", "#ff8800, orange, rgb(255 136 0), hsl(32 100% 50%), [1, 0.5, 0]"),
      (
        "images",
        "a file beside the document, or a sprite: { sprite: \"glow\", size: 48 }; `starmine sprites` lists them"
      ),
    ],
    example: """
      {
        movie: { size: [640, 360], duration: 4 },
        layer: { class: "CAEmitterLayer", emitterPosition: ["50%", "90%"], emitterCells: [{
          name: "drop", contents: { sprite: "glow", size: 32 }, color: "skyblue",
          birthRate: 200, lifetime: 2, velocity: 300, emissionLongitude: "-90deg", emissionRange: "25deg",
          yAcceleration: 260,
        }] },
      }
      """)
}
