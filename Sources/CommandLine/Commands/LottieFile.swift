import Foundation
import Starmine
import StarmineGraphics
import StarmineImport
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineScene

/// Writes the particles of a movie as a document of Lottie.
enum LottieFile {
  static func write(_ movie: Movie, _ scene: PresetScene, to path: String, blend: LottieExport.Blend) throws {
    let lives = try lives(of: movie, path)
    guard !lives.isEmpty else {
      throw CommandError.usage("-o \(path): no particle is ever seen, and only particles are written for Lottie")
    }
    let background = movie.background.components ?? [0, 0, 0, 0]
    let settings = LottieExport.Settings(
      size: movie.size, framesPerSecond: movie.framesPerSecond, frames: movie.frameCount,
      background: background.map { Double($0) }, blend: blend)
    var export = try LottieExport(lives, settings) { try ImageWriter.png($0) }
    if hasOthers(scene.rootLayer) { export.lose("layers that do not emit particles") }
    for feature in scene.featuresOfMovie where feature != "movie.loop" { export.lose(feature) }
    var bytes = Array(export.text.utf8)
    if URL(fileURLWithPath: path).pathExtension.lowercased() == "lottie" {
      let manifest = "{\"version\":\"1.0\",\"generator\":\"Starmine\",\"animations\":[{\"id\":\"animation\"}]}"
      bytes = ZipPacker.pack([("manifest.json", Array(manifest.utf8)), ("animations/animation.json", bytes)])
    }
    try OutputPath.write(Data(bytes), to: path)
    for lost in export.lost { Log.warning("\(path): not kept: \(lost)") }
    Log.result("\(path): \(export.layerCount) particles, \(bytes.count) bytes", on: path)
  }

  private static func lives(of movie: Movie, _ path: String) throws -> LottieLives {
    let viewport = try movie.viewport(
      for: PixelSize(width: Int(movie.size.width.rounded()), height: Int(movie.size.height.rounded())))
    var lives = LottieLives()
    for frame in 0..<movie.frameCount {
      let time = movie.time(ofFrame: frame)
      let found = traceParticles(movie.snapshot(at: time), at: Movie.startTime + time, in: viewport)
      guard lives.add(found, frame: frame, time: time) else {
        throw CommandError.usage(
          "-o \(path): more than \(LottieLives.most) particles by frame \(frame), each of which would be a layer; "
            + "--set '**.birthRate*=0.5' makes fewer, --duration a shorter movie")
      }
    }
    return lives
  }

  /// Whether something is drawn besides emitters.
  private static func hasOthers(_ layer: CALayer) -> Bool {
    let draws =
      layer.backgroundColor != nil || layer.contents != nil || !["CALayer", "CAEmitterLayer"].contains(layer.className)
    return draws || layer.sublayers?.contains(where: hasOthers) ?? false
  }
}
