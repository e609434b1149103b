/// A render request, common to all entry points: command line, studio, Python, C, agents and farm.
///
/// A value of the movie comes from the first of these that contains it: `changes` (`--set`), the options, the delivery
/// preset, the document.
package struct RenderRequest {
  package struct Clip: Sendable, Equatable {
    package var path: String
    /// Seconds.
    package var start = 0.0
    /// End in the video in seconds; nil: its end, or after `duration`.
    package var end: Double?

    package init(path: String, start: Double = 0, end: Double? = nil) {
      (self.path, self.start, self.end) = (path, start, end)
    }
  }

  // MARK: Scene

  package var source: PresetSource
  package var variables = GivenVariables()
  /// File with cues, or a sound with beats, instead of the document's cues.
  package var cues: URL?
  /// File and style of captions instead of those of the document.
  package var captions: (file: URL?, look: String?)
  /// State in which the scene begins.
  package var state: String?
  /// Layers to draw; nil: as in the document.
  package var parts: MovieSettings.Parts?
  /// Changes for `--set`, including variables (`vars.title=ANN`).
  package var changes: [PropertyOverride] = []
  /// Prefix of a change in messages: `--set `.
  package var changeLabel = ""
  /// Name or colours of a palette for all cells and colour variables.
  package var palette: String?

  // MARK: Movie

  /// Values of the `movie` object (`movie.fps=30`), applied in order after the profile and before `changes`.
  package var options: [PropertyOverride] = []
  /// Duration of the file in seconds at any speed; nil: as in the document.
  package var duration: Double?
  /// Loop with a length in seconds of the file; nil: as in the document.
  package var loop: MovieSettings.Loop?
  package var sounds: [Soundtrack] = []

  // MARK: Picture and file

  package var profile: DeliveryProfile?
  /// Pixels; nil: those of the profile or the document.
  package var size: RequestedSize?
  /// Oversampling along each side, 1 to 8.
  package var supersampling = 1
  /// Name of a format; nil: that of the profile or the extension.
  package var format: String?
  package var frames: Range<Int>?
  package var oddSides = OddSides.pad
  package var paletteScope = PaletteScope.movie
  /// Encoder, metadata and alpha. A nil quality means that of the profile.
  package var video = VideoOptions()
  package var clip: Clip?
  package var workers = 0
  package var isCancelled: @Sendable () -> Bool = { false }

  package init(_ source: PresetSource) { self.source = source }

  /// Sets a key of the `movie` object.
  /// - Parameter name: name in messages, such as `--fps 30`.
  package mutating func setOption(_ key: String, _ value: String, named name: String? = nil) {
    options.append(PropertyOverride(path: "movie.\(key)", value: value, name))
  }

  /// Adds changes in the form of `--set`. Errors: the first invalid string.
  package mutating func set(_ texts: [String]) throws(ValueMismatchError) {
    for text in texts { changes.append(try PropertyOverride(parsing: text)) }
  }
}
