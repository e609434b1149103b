import StarmineRendering
import StarmineCore
import StarminePresets
import StarmineScene

extension BenchScene {
  /// Moments evenly spread over each bundled preset, in its own size.
  static let presetScenes: [BenchScene] = PresetLibrary.names.map { name in
    BenchScene(
      name: "preset-\(name)", group: .presets, summary: "the preset \(name), 8 moments of it", cycle: 8
    ) { settings in
      let movie = try Movie(presetNamed: name)
      let moments = (0..<8).map { frame in
        let time = movie.duration * (Double(frame) + 0.5) / 8
        return TreePlayer.Moment(tree: movie.snapshot(at: time), time: Movie.startTime + time)
      }
      return TreePlayer(moments, in: try movie.viewport(for: nil), settings)
    }
  }
}
