public import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
public import StarmineViews

extension UIImage {
  /// An image file; nil where there is none that can be read. A name that ends in `@2x` or `@3x` says how many pixels a
  /// point has (documented).
  public convenience init?(contentsOfFile path: String) {
    guard let image = try? ImageReader.image(atPath: path) else { return nil }
    let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
    self.init(cgImage: image, scale: stem.hasSuffix("@3x") ? 3 : stem.hasSuffix("@2x") ? 2 : 1)
  }

  /// An image file of the program: in its resources, otherwise in the current folder. Without an extension it is a PNG.
  public convenience init?(named name: String) {
    let file = URL(filePath: name).pathExtension.isEmpty ? name + ".png" : name
    let folders = [Bundle.main.resourcePath, FileManager.default.currentDirectoryPath].compactMap { $0 }
    let paths = folders.map { URL(filePath: $0).appending(path: file).path(percentEncoded: false) }
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else { return nil }
    self.init(contentsOfFile: path)
  }

  /// An image file of a bundle: in its resources; without one as `UIImage(named:)`. The traits' scale chooses among
  /// `name@2x.png`, `name@3x.png` and `name.png`.
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

  /// The bytes of an image file; nil where they are none that can be read.
  public convenience init?(data: Data, scale: CGFloat = 1) {
    guard let image = try? ImageReader.image(from: [UInt8](data)) else { return nil }
    self.init(cgImage: image, scale: scale)
  }

  /// The bytes of a PNG file; nil for an image without pixels.
  public func pngData() -> Data? { cgImage?.pngData() }

  /// The bytes of a JPEG file, over black; nil for an image without pixels.
  ///
  /// - Parameter compressionQuality: 0, smallest, to 1, best.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    guard let cgImage, compressionQuality.isFinite else { return nil }
    let quality = Int((min(max(compressionQuality, 0), 1) * 99).rounded()) + 1
    return (try? PictureFormat.jpeg.encode(PixelBuffer(cgImage), quality: quality)).map { Data($0) }
  }
}

/// A file of the program's resources by its name, with or without its ending.
open class NSDataAsset: NSObject {
  /// As it was asked for.
  public let name: String
  /// The file's bytes.
  public let data: Data

  /// Nil where the bundle has no such file. Several files of one name: the first in alphabetical order.
  public init?(name: String, bundle: Bundle = .main) {
    guard let folder = bundle.resourcePath, !name.contains("/"),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder),
      let file = files.sorted().first(where: { $0 == name || ($0 as NSString).deletingPathExtension == name }),
      let data = try? Data(contentsOf: URL(filePath: folder).appending(path: file))
    else { return nil }
    (self.name, self.data) = (name, data)
  }
}
