import ArgumentParser
import Foundation
import StarmineExport
import StarmineGraphics
import StarmineImport
import StarmineMedia
import StarminePresets
import StarmineRendering

/// Formats that `save` writes.
enum SavedFormat: String, ExpressibleByArgument, CaseIterable {
  case json, swift, lottie

  func check(_ path: String) throws {
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    switch self {
    case .json: try DocumentFile.check(path)
    case .swift where ending != "swift": throw ValidationError("-o \(path): a Swift file has the extension .swift")
    case .lottie where !["json", "lottie"].contains(ending):
      throw ValidationError("-o \(path): a Lottie file has the extension .json or .lottie")
    case .swift, .lottie: break
    }
  }

  /// Writes a scene as files of another program, and says what is lost.
  ///
  /// - Parameter blend: of light that adds up, in documents of Lottie.
  func write(_ scene: PresetScene, to path: String, blend: LottieExport.Blend) throws {
    scene.hideLayersLeftOut()
    if self == .lottie { return try LottieFile.write(Movie(scene), scene, to: path, blend: blend) }
    let url = URL(fileURLWithPath: path)
    let document = SwiftWriter.document(of: scene, named: url.deletingPathExtension().lastPathComponent)
    let folder = url.deletingLastPathComponent()
    let files = FileScope(folder: folder.path)
    for (file, content) in document.files {
      let place = folder.appendingPathComponent(file).path
      // The user has named the file of Swift itself.
      let scope = place == url.path ? .everywhere : files
      switch content {
      case .text(let text): try OutputPath.write(text.utf8, to: place, in: scope)
      case .image(let image): try PictureOutput.write(image, to: place, in: scope)
      }
    }
    for lost in document.lost { Log.warning("\(path): not kept: \(lost)") }
    let pictures = document.files.count { if case .image = $0.content { true } else { false } }
    Log.result("\(path): \(pictures) \(pictures == 1 ? "picture" : "pictures")", on: path)
  }
}

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
