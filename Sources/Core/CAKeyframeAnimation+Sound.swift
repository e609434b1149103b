extension CAKeyframeAnimation {
  /// Creates an animation of a number that follows a sound: `from` in silence, `to` at the loudest moment.
  ///
  ///     let beat = try SoundLevels(path: "song.mp3", band: 20...150)
  ///     let rate = CAKeyframeAnimation(
  ///       keyPath: "emitterCells.spark.birthRate", following: beat, from: 0, to: 400)
  ///     emitter.add(rate, forKey: "beat")
  ///
  /// The animation has the duration of the sound. It starts when it is added, unless you set `beginTime`.
  public convenience init(keyPath: String?, following levels: SoundLevels, from: Double, to: Double) {
    self.init(keyPath: keyPath, levels: levels.values, rate: SoundLevels.rate, from: from, to: to)
  }
}
