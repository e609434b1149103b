public import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
public import StarmineViews

extension UIImage {
  /// Creates an image from a file, or returns nil if it cannot be read. A name that ends in `@2x` or `@3x` sets the
  /// pixels per point (documented).
  public convenience init?(contentsOfFile path: String) {
    guard let image = try? ImageReader.image(atPath: path) else { return nil }
    let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
    self.init(cgImage: image, scale: stem.hasSuffix("@3x") ? 3 : stem.hasSuffix("@2x") ? 2 : 1)
  }

  /// Creates an image from a file in the program's resources, or in the current folder. Without an extension, it is a
  /// PNG file.
  public convenience init?(named name: String) {
    let file = URL(filePath: name).pathExtension.isEmpty ? name + ".png" : name
    let folders = [Bundle.main.resourcePath, FileManager.default.currentDirectoryPath].compactMap { $0 }
    let paths = folders.map { URL(filePath: $0).appending(path: file).path(percentEncoded: false) }
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else { return nil }
    self.init(contentsOfFile: path)
  }

  /// Creates an image from a file in the resources of a bundle. Without a bundle, the same as `UIImage(named:)`. The
  /// scale of the traits selects one of `name@2x.png`, `name@3x.png` and `name.png`.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
    guard let folder = (bundle ?? .main).resourcePath else {
      self.init(named: name)
      return
    }
    let url = URL(filePath: name)
    let (stem, ending) = (
      url.deletingPathExtension().relativePath, url.pathExtension.isEmpty ? "png" : url.pathExtension
    )
    let scale = Int(traits?.displayScale ?? UIScreen.main.scale)
    let names = ["\(stem)@\(scale)x.\(ending)", "\(stem).\(ending)"]
    let paths = names.map { URL(filePath: folder).appending(path: $0).path(percentEncoded: false) }
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      self.init(named: name)
      return
    }
    self.init(contentsOfFile: path)
  }

  /// Creates an image from the bytes of a file, or returns nil for unreadable bytes.
  public convenience init?(data: Data, scale: CGFloat = 1) {
    guard let image = try? ImageReader.image(from: [UInt8](data)) else { return nil }
    self.init(cgImage: image, scale: scale)
  }

  /// Returns the bytes of a PNG file. Nil for an image without pixels.
  public func pngData() -> Data? { cgImage?.pngData() }

  /// Returns the bytes of a JPEG file, over black. Nil for an image without pixels.
  ///
  /// - Parameter compressionQuality: 0 (smallest) to 1 (best).
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    guard let cgImage, compressionQuality.isFinite else { return nil }
    let quality = Int((min(max(compressionQuality, 0), 1) * 99).rounded()) + 1
    return (try? PictureFormat.jpeg.encode(PixelBuffer(cgImage), quality: quality)).map { Data($0) }
  }
}

/// A file in the program's resources, with or without its extension.
open class NSDataAsset: NSObject {
  /// The requested name.
  public let name: String
  /// The bytes of the file.
  public let data: Data

  /// Creates an asset, or returns nil if the bundle has no such file. Of several files with the name, it uses the first
  /// in alphabetical order.
  public init?(name: String, bundle: Bundle = .main) {
    guard let folder = bundle.resourcePath, !name.contains("/"),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder),
      let file = files.sorted().first(where: { $0 == name || ($0 as NSString).deletingPathExtension == name }),
      let data = try? Data(contentsOf: URL(filePath: folder).appending(path: file))
    else { return nil }
    (self.name, self.data) = (name, data)
  }
}
