import Foundation
import Starmine
import Testing

/// Additions of the umbrella to views: movies of windows, files, drawn images.
@Suite struct ViewMovieTests {
  private func pixel(_ movie: Movie, at time: Double, x: Int, y: Int) throws -> UInt32 {
    StarmineTests.pixels(try movie.still(at: time, workers: 1))[y * Int(movie.size.width) + x]
  }

  @Test func moviesOfWindows() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    let movie = Movie(window: window)
    #expect(movie.rootLayer === window.layer && movie.window === window && movie.size == CGSize(width: 40, height: 20))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
    view.backgroundColor = .red
    window.addSubview(view)
    var flags: [Bool] = []
    movie.at(1) { _ in
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.center.x = 35
      } completion: {
        flags.append($0)
      }
    }
    #expect(try pixel(movie, at: 0.9, x: 5, y: 5) == 0xFFFF_0000)
    #expect(try pixel(movie, at: 1.5, x: 20, y: 5) == 0xFFFF_0000 && pixel(movie, at: 1.5, x: 5, y: 5) == 0xFF00_0000)
    #expect(flags.isEmpty)
    #expect(try pixel(movie, at: 2.1, x: 35, y: 5) == 0xFFFF_0000)
    #expect(flags == [true])
  }

  /// Boxes in labels and layers are told, each kind once; texts that a script sets too.
  @Test func missingGlyphsAreReported() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("glyphs-\(UUID().uuidString).gif")
    defer { try? FileManager.default.removeItem(at: url) }
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    let (label, text) = (UILabel(frame: window.bounds), CATextLayer())
    window.addSubview(label)
    window.layer.addSublayer(text)
    let movie = Movie(window: window)
    (movie.duration, movie.framesPerSecond) = (0.1, 10)
    let path = url.path
    label.text = "Grüße"
    #expect(try movie.export(to: path, options: Self.firstFrame).textRemarks == nil)
    label.text = "a\u{10FFFD}"
    text.string = "b\u{10FFFD}"
    let notes = try #require(try movie.export(to: path, options: Self.firstFrame).textRemarks)
    #expect(!notes.isEmpty && Set(notes).count == notes.count && notes.allSatisfy { $0.contains("\u{10FFFD}") })
    (label.text, text.string) = (nil, nil)
    movie.at(0) { _ in label.text = "\u{10FFFC}" }
    let later = try movie.export(to: path, options: Self.firstFrame).textRemarks
    #expect(later?.count == 1 && later?.first?.contains("\u{10FFFC}") == true)
  }

  private static var firstFrame: ExportOptions {
    var options = ExportOptions()
    options.frames = 0..<1
    return options
  }

  /// The page is rolled up from the lower right; its back is lighter than its front; below lies the new picture.
  @Test func curlsUncoverFromTheCorner() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
    let movie = Movie(window: window)
    window.backgroundColor = .red
    movie.at(1) { _ in
      UIView.transition(with: window, duration: 1, options: [.transitionCurlUp, .curveLinear]) {
        window.backgroundColor = .blue
      }
    }
    #expect(try pixel(movie, at: 1.0, x: 58, y: 58) == 0xFFFF_0000, "flat at the start")
    #expect(try pixel(movie, at: 1.4, x: 2, y: 2) == 0xFFFF_0000 && pixel(movie, at: 1.4, x: 58, y: 58) == 0xFF00_00FF)
    let backs = try StarmineTests.pixels(movie.still(at: 1.4, workers: 1)).filter { pixel in
      // Paper: all three components high.
      (pixel & 255) > 120 && (pixel >> 8 & 255) > 120 && (pixel >> 16 & 255) > 120
    }
    #expect(backs.count > 200)
    #expect(try StarmineTests.pixels(movie.still(at: 1.999, workers: 1)).allSatisfy { $0 == 0xFF00_00FF })
  }

  @Test func imagesAreReadFromFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = CGImage(width: 4, height: 6, pixels: Array(repeating: 0xFF12_3456, count: 24))
    let path = folder.appending(path: "dot@2x.png").path(percentEncoded: false)
    try ImageWriter.writePNG(image, toPath: path)
    let read = try #require(UIImage(contentsOfFile: path))
    #expect(read.size == CGSize(width: 2, height: 3) && read.scale == 2 && read.cgImage?[0, 0] == 0xFF12_3456)
    #expect(UIImage(contentsOfFile: path + "x") == nil && UIImage(named: "no such image") == nil)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(UIImage(data: bytes)?.size == CGSize(width: 4, height: 6) && UIImage(data: Data([1, 2])) == nil)
  }

  @Test func pixelsCanBeRead() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 50, y: 60, width: 4, height: 2)
    layer.backgroundColor = CGColor(red: 1, green: 0x80 / 255, blue: 0, alpha: 1)
    var pixel = [UInt8](repeating: 0, count: 4)
    let read = try pixel.withUnsafeMutableBytes { memory in
      let context = try #require(
        CGContext(
          data: memory.baseAddress, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
      context.translateBy(x: -3, y: -1)
      layer.render(in: context)
      return [UInt8](memory)
    }
    #expect(read == [255, 128, 0, 255])
    let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2)).image { layer.render(in: $0.cgContext) }
    let png = try #require(image.pngData())
    let again = try #require(UIImage(data: png)?.cgImage)
    let bytes = try #require(again.dataProvider?.data)
    #expect(CFDataGetBytePtr(bytes)[4] == 255 && CFDataGetBytePtr(bytes)[5] == 128 && CFDataGetLength(bytes) == 32)
    #expect(again.alphaInfo == .premultipliedLast && image.cgImage?.alphaInfo == .premultipliedFirst)
    let jpeg = try #require(image.jpegData(compressionQuality: 1))
    #expect(UIImage(data: jpeg)?.size == CGSize(width: 4, height: 2) && UIImage().pngData() == nil)
    #expect(NSDataAsset(name: "no such asset") == nil)
  }

  @Test func renderersDrawImages() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 10, y: 10, width: 4, height: 2), format: format)
    let image = renderer.image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 10, y: 10, width: 2, height: 2))
      #expect(context.currentImage.size == CGSize(width: 4, height: 2))
    }
    #expect(image.size == CGSize(width: 4, height: 2) && image.cgImage?.width == 8)
    #expect(image.cgImage?[3, 3] == 0xFFFF_0000 && image.cgImage?[4, 0] == 0)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 3), true, 2)
    image.draw(in: CGRect(x: 0, y: 0, width: 3, height: 3))
    let copy = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(copy?.scale == 2 && copy?.cgImage?[1, 1] == 0xFFFF_0000 && copy?.cgImage?[5, 5] == 0xFF00_0000)
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
  }

  /// A view's contents are drawn by the view itself, sharp at every size.
  @Test func snapshotsAreDrawn() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    let (movie, view) = (Movie(window: window), UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 20)))
    view.backgroundColor = .green
    window.addSubview(view)
    movie.at(1) { _ in
      guard let cover = view.snapshotView(afterScreenUpdates: false) else { return }
      cover.frame.origin.x = 20
      window.addSubview(cover)
      view.removeFromSuperview()
    }
    #expect(try pixel(movie, at: 1.5, x: 25, y: 10) == 0xFF00_FF00 && pixel(movie, at: 1.5, x: 5, y: 10) == 0xFF00_0000)
  }
}
