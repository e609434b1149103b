public import StarmineLayers
public import StarmineMedia

extension CAKeyframeAnimation {
  /// An animation of a number that follows a sound: `from` in silence, `to` at its loudest moment.
  ///
  ///     let beat = try SoundLevels(path: "song.mp3", band: 20...150)
  ///     let rate = CAKeyframeAnimation(
  ///       keyPath: "emitterCells.spark.birthRate", following: beat, from: 0, to: 400)
  ///     emitter.add(rate, forKey: "beat")
  ///
  /// It begins when it is added unless it has a `beginTime`, and lasts as long as the sound.
  public convenience init(keyPath: String?, following levels: SoundLevels, from: Double, to: Double) {
    self.init(keyPath: keyPath, levels: levels.values, rate: SoundLevels.rate, from: from, to: to)
  }
}
