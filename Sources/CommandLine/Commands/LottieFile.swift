import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineImport
import StarmineMedia
import StarminePresets
import StarmineExport

/// Writes a movie as a document of Lottie.
enum LottieFile {
  static func write(_ movie: Movie, _ scene: PresetScene, to path: String, blend: LottieExport.Blend) throws {
    let background = movie.background.components ?? [0, 0, 0, 0]
    let settings = LottieExport.Settings(
      size: movie.size, framesPerSecond: movie.framesPerSecond, frames: movie.frameCount,
      background: background.map { Double($0) }, blend: blend)
    var export = try export(stage(of: movie, path), settings, path)
    if export.layerCount == 0 { throw CommandError.usage("-o \(path): no layer is ever visible") }
    for feature in scene.featuresOfMovie where feature != "movie.loop" { export.lose(feature) }
    var bytes = Array(export.text.utf8)
    if URL(fileURLWithPath: path).pathExtension.lowercased() == "lottie" {
      let manifest = "{\"version\":\"1.0\",\"generator\":\"Starmine\",\"animations\":[{\"id\":\"animation\"}]}"
      bytes = ZipPacker.pack([("manifest.json", Array(manifest.utf8)), ("animations/animation.json", bytes)])
    }
    try OutputPath.write(Data(bytes), to: path)
    for lost in export.lost { Log.warning("\(path): not kept: \(lost)") }
    let count = export.layerCount
    Log.result("\(path): \(count) \(count == 1 ? "layer" : "layers"), \(bytes.count) bytes", on: path)
  }

  private static func export(
    _ stage: LottieStage, _ settings: LottieExport.Settings, _ path: String
  ) throws -> LottieExport {
    do {
      return try LottieExport(stage, settings) { try ImageWriter.png($0) }
    } catch LottieExport.SizeError.layers {
      throw CommandError.usage(
        "-o \(path): more than \(LottieExport.mostLayers) layers. "
          + "Use --duration to shorten the movie")
    } catch LottieExport.SizeError.pixels {
      throw CommandError.usage(
        "-o \(path): its images have more than \(LottieExport.mostPixels / 1_000_000) million pixels. "
          + "Use --duration to shorten the movie")
    }
  }

  private static func stage(of movie: Movie, _ path: String) throws -> LottieStage {
    let viewport = try movie.viewport(
      for: PixelSize(width: Int(movie.size.width.rounded()), height: Int(movie.size.height.rounded())))
    var stage = LottieStage()
    for frame in 0..<movie.frameCount {
      let time = movie.time(ofFrame: frame)
      do throws(LottieStage.LimitError) {
        try stage.add(
          movie.snapshot(at: time), at: Movie.startTime + time, in: viewport, frame: frame, seconds: time)
      } catch .particles(let limit) {
        throw CommandError.usage(
          "-o \(path): more than \(limit) particles by frame \(frame). "
            + "Use --set '**.birthRate*=0.5' or --duration")
      } catch .layers(let limit) {
        throw CommandError.usage(
          "-o \(path): more than \(limit) layers, counted in every frame, by frame \(frame). "
            + "Use --duration to shorten the movie")
      }
    }
    return stage
  }
}
