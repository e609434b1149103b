/// What is drawn and how: the one description of a render, whether the command line, the studio, a host, an agent or a
/// farm asks for it.
///
/// A value of the movie is taken from the first of these that has it: `changes` (`--set`), the options, the delivery
/// profile, the document.
package struct RenderRequest {
  /// A video that the scene is drawn over.
  package struct Clip: Sendable, Equatable {
    package var path: String
    /// Seconds of the clip at which the scene begins.
    package var start = 0.0
    /// Seconds of the clip at which the scene ends; nil: with the clip, or after `duration`.
    package var end: Double?

    package init(path: String, start: Double = 0, end: Double? = nil) {
      (self.path, self.start, self.end) = (path, start, end)
    }
  }

  // MARK: Scene

  package var source: PresetSource
  /// Values of the document's variables.
  package var variables = GivenVariables()
  /// File of cues, or a sound whose beats are taken, in place of the document's cues.
  package var cues: URL?
  /// File and look of captions in place of those of the document.
  package var captions: (file: URL?, look: String?)
  /// State of the document in which the scene begins.
  package var state: String?
  /// Layers that are drawn; nil: as the document says.
  package var parts: MovieSettings.Parts?
  /// Changes as `--set` takes them, variables (`vars.title=ANN`) included.
  package var changes: [PropertyOverride] = []
  /// What messages put in front of a change: `--set `.
  package var changeLabel = ""
  /// Name or colours of a palette for all cells.
  package var palette: String?

  // MARK: Movie

  /// Values of the `movie` object (`movie.fps=30`) in the order in which they apply, after the profile and before
  /// `changes`.
  package var options: [PropertyOverride] = []
  /// Seconds of the file, whatever the speed; nil: as the document says.
  package var duration: Double?
  /// Loop with a length in seconds of the file; nil: as the document says.
  package var loop: MovieSettings.Loop?
  /// Sounds in addition to the document's.
  package var sounds: [Soundtrack] = []

  // MARK: Picture and file

  package var profile: DeliveryProfile?
  /// Pixels; nil: as the profile, then the document says.
  package var size: AskedSize?
  /// Finer pixels along each side that become one: 1 to 8.
  package var supersampling = 1
  /// Name of a format; nil: as the profile, then the extension says.
  package var format: String?
  /// Frames to write; nil: all.
  package var frames: Range<Int>?
  package var oddSides = OddSides.pad
  package var paletteScope = PaletteScope.movie
  /// Encoder, metadata and alpha. A quality of nil is the profile's.
  package var video = VideoOptions()
  package var clip: Clip?
  /// Threads; 0 is one per core.
  package var workers = 0
  /// Returns true to stop an export.
  package var isCancelled: @Sendable () -> Bool = { false }

  package init(_ source: PresetSource) { self.source = source }

  /// Sets a key of the `movie` object.
  /// - Parameter name: what messages call it, such as `--fps 30`.
  package mutating func setOption(_ key: String, _ value: String, named name: String? = nil) {
    options.append(PropertyOverride(path: "movie.\(key)", value: value, name))
  }

  /// Adds changes in the spelling of `--set`. Errors: the first text that is not a change.
  package mutating func set(_ texts: [String]) throws(ValueMismatchError) {
    for text in texts { changes.append(try PropertyOverride(parsing: text)) }
  }
}
