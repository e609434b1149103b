import ArgumentParser
import Foundation
import StarmineRendering
import StarmineImport
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineExport

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
