import ArgumentParser
import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster

/// PNG files, or one on standard output.
enum PictureOutput {
  static func check(_ output: String?, what: String) throws {
    guard let output, output != OutputPath.standard, !output.hasSuffix("/") else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder), isFolder.boolValue { return }
    guard output.lowercased().hasSuffix(".png") else {
      throw ValidationError("-o \(output): \(what) is a PNG file. Use the extension .png")
    }
  }

  /// - Parameter scope: where the file must be when all links are followed.
  static func write(_ frame: borrowing PixelBuffer, to path: String, in scope: FileScope = .everywhere) throws {
    try OutputPath.write(ImageWriter.png(frame), to: path, in: scope)
  }

  static func write(_ image: CGImage, to path: String, in scope: FileScope = .everywhere) throws {
    try OutputPath.write(ImageWriter.png(image), to: path, in: scope)
  }
}
