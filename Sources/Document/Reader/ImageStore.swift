import Synchronization

/// Converts `contents` of a document to images, each only once, and stores their sources.
package final class ImageStore {
  private let directory: URL
  private let load: (URL, FileScope) throws -> CGImage
  private let decode: ([UInt8]) throws -> CGImage
  private let measure: (URL, FileScope) -> Int?
  private let measurePicture: ([UInt8]) -> Int?
  private let make: (Sprite) -> CGImage
  private let open: (URL, FileScope) throws -> any FrameSource
  /// Images embedded in the document, by their strings.
  private var embedded: [String: CGImage] = [:]
  package let sounds: SoundStore
  private var files: [URL: CGImage] = [:]
  private var clips: [URL: any FrameSource] = [:]
  /// Warnings about videos and images, once per file, at its first location in the document.
  package private(set) var fileRemarks: [(message: String, location: SourceLocation)] = []
  private var sprites: [Sprite: CGImage] = [:]
  /// Scope of files that the document may name.
  package var scope: FileScope
  /// All named files, including fonts and sounds, existing or not.
  package private(set) var named = Set<String>()
  /// Requested files of images and videos, existing or not.
  package private(set) var requested = Set<URL>()
  private var origins: [ObjectIdentifier: String] = [:]
  private var fonts = Set<String>()
  private var checkedTexts = 0
  private static let mostTexts = 2000
  /// Pixels of all images from files, and of two frames of each video.
  private var filePixels = 0
  /// These, plus the pixels of other images according to their headers.
  private var announcedPixels = 0
  /// Pixels by file from headers; nil if the header does not contain the size.
  private var measured: [URL: Int?] = [:]
  private var spriteWork = 0.0

  /// Maximum number of pixels of all images from files with mipmaps: 512 MB, or half of the available memory if that is
  /// less.
  private lazy var maximumPixels = min(Self.mostPixels, MemoryBudget.available / 12)
  static let mostPixels = 128 << 20
  /// Maximum number of fonts, because finding a font or a replacement takes milliseconds.
  static let maximumFonts = 500
  /// Maximum number of video files, because each stays open with decoded frames.
  static let maximumClips = 16
  /// Maximum number of emitters with a video as their shape. Each stores birth positions of many frames, up to 150 MB.
  static let maximumBirthClips = 4
  private var birthClips = 0

  /// Maximum work of all sprites: two of the largest, one of them with the widest blur, or 600 of 64 pixels; up to
  /// three seconds.
  static let maximumSpriteWork = 40e6
  private var spriteOrigins: [ObjectIdentifier: Sprite] = [:]

  /// - Parameter directory: base folder of relative paths.
  package init(directory: URL, loader: PresetLoader) {
    (self.directory, load, decode) = (directory, loader.loadImage, loader.decodeImage)
    (make, open, scope) = (loader.makeSprite, loader.openClip, loader.files)
    (measure, measurePicture) = (loader.measureImage, loader.measurePicture)
    sounds = SoundStore(load: loader.loadLevels)
  }

  /// Description in outlines: a path or a sprite.
  package func origin(of image: CGImage) -> String {
    origins[ObjectIdentifier(image)] ?? "image \(image.width)x\(image.height)"
  }

  /// The sprite of an image; nil for images from files.
  package func sprite(of image: CGImage) -> Sprite? { spriteOrigins[ObjectIdentifier(image)] }

  /// The image for a path relative to the document, or for a sprite `{"sprite": "soft-dot", "size": 64}`.
  func image(_ value: DocumentValue) throws(ValueMismatchError) -> CGImage {
    switch value.content {
    case .string(let text):
      try text.hasPrefix("data:") ? picture(text, at: value.location) : file(text, at: value.location)
    case .object where value[key: "video"] != nil:
      throw ValueMismatchError(
        "a video can be the contents of a layer or cell, or the image of an emitter. Use an image or a sprite here")
    case .object(let members): try image(of: SpriteReader(members: members, location: value.location).read())
    default:
      throw ValueMismatchError(
        "expected an image path or a sprite such as {\"sprite\": \"soft-dot\", \"size\": 64}, found \(value.quoted)")
    }
  }

  /// The file at a path of a document, which may be relative to it. Errors: outside of the scope.
  /// - Parameter kind: type of the file, for messages.
  /// - Parameter other: another allowed folder instead of the document's scope.
  func url(of path: String, _ kind: String, in other: FileScope? = nil) throws(ValueMismatchError) -> URL {
    guard !path.isEmpty, !path.contains("\0") else {
      throw ValueMismatchError("expected the path of \(kind), found \"\"")
    }
    let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : directory.appendingPathComponent(path)
    let standard = url.standardizedFileURL
    guard (other ?? scope).contains(standard.path) else {
      throw ValueMismatchError("\(path.excerpt(200)) is outside of the document's folder; \(kind) must be inside")
    }
    named.insert(standard.path)
    return standard
  }

  /// Adds a file that the result depends on.
  func note(_ file: URL) { requested.insert(file) }

  /// The name of a font, or the path of its file if it contains a slash. The path may be relative to the document.
  func font(_ name: String) throws(ValueMismatchError) -> String {
    let isFile = name.contains("/")
    let font = isFile ? try url(of: name, "a font").path : name
    if isFile { CATextLayer.openFont(at: font, in: scope) }
    fonts.insert(font)
    return font
  }

  /// Whether to check the glyphs of a text. If there are very many texts, only the first ones are checked.
  func checksText() -> Bool {
    checkedTexts += 1
    return checkedTexts <= Self.mostTexts
  }

  var fontCount: Int { fonts.count }

  /// The colour table of a `.cube` file.
  package func lut(_ path: String) throws(ValueMismatchError) -> ColorLUT {
    let url = try url(of: path, "a LUT")
    requested.insert(url)
    do { return try ColorLUT(contentsOf: url, in: scope, named: path) } catch {
      throw ValueMismatchError("the LUT cannot be used: \("\(error)".excerpt(400))")
    }
  }

  private func file(_ path: String, at location: SourceLocation) throws(ValueMismatchError) -> CGImage {
    let url = try url(of: path, "an image")
    requested.insert(url)
    if let image = files[url] { return image }
    let image = try counted(pixels(of: url)) { () throws(ValueMismatchError) in
      do { return try load(url, scope) } catch {
        throw ValueMismatchError("the image \(url.path.excerpt(200)) cannot be read: \("\(error)".excerpt(400))")
      }
    }
    files[url] = image
    if let remark = image.remark { fileRemarks.append(("the image \(path.excerpt(200)): \(remark)", location)) }
    origins[ObjectIdentifier(image)] = path
    return image
  }

  private func picture(_ text: String, at location: SourceLocation) throws(ValueMismatchError) -> CGImage {
    if let image = embedded[text] { return image }
    guard let comma = text.firstIndex(of: ","), text[..<comma].hasSuffix(";base64"),
      let data = Data(base64Encoded: String(text[text.index(after: comma)...]))
    else {
      throw ValueMismatchError("expected a picture such as data:image/png;base64,..., found \"\(text.excerpt())\"")
    }
    let bytes = Array(data)
    let image = try counted(measurePicture(bytes)) { () throws(ValueMismatchError) in
      do { return try decode(bytes) } catch {
        throw ValueMismatchError("the picture in the document cannot be read: \("\(error)".excerpt(400))")
      }
    }
    embedded[text] = image
    if let remark = image.remark { fileRemarks.append(("the picture in the document: \(remark)", location)) }
    return image
  }

  /// The video file at a path, if its first frame can be read.
  /// - Parameter location: location of the path in the document.
  func clip(_ path: String, at location: SourceLocation) throws(ValueMismatchError) -> any FrameSource {
    let url = try url(of: path, "a clip")
    requested.insert(url)
    if let clip = clips[url] { return clip }
    guard clips.count < Self.maximumClips else {
      throw ValueMismatchError("more than \(Self.maximumClips) different clips up to here; use fewer, or join some")
    }
    let (clip, pixels): (any FrameSource, Int)
    do {
      clip = try open(url, scope)
      let image = try clip.picture(ofFrame: 0)
      pixels = image.width * image.height
    } catch {
      let reason = (error as? VideoClipError)?.reason ?? "\(error)"
      throw ValueMismatchError("the clip \(url.path.excerpt(200)) cannot be used: \(reason.excerpt(400))")
    }
    try count(2 * pixels)
    clips[url] = clip
    fileRemarks += clip.remarks.map { ($0, location) }
    return clip
  }

  func countBirthClip() throws(ValueMismatchError) {
    birthClips += 1
    guard birthClips <= Self.maximumBirthClips else {
      throw ValueMismatchError("more than \(Self.maximumBirthClips) clips as an emitterImage up to here; use images")
    }
  }

  /// Reads the headers of all images that layers and cells name, before decoding any. If they exceed the limit, no
  /// image is decoded. Images named elsewhere, as in animations, are counted when they are read.
  package func measure(_ document: DocumentValue) {
    announcedPixels = filePixels
    var (pending, seen) = ([document], Set<URL>())
    while let value = pending.popLast(), announcedPixels <= maximumPixels {
      switch value.content {
      case .array(let items): pending += items
      case .object(let members):
        for member in members {
          if case .string(let path) = member.value.content {
            guard Self.pictureKeys.contains(member.key), !path.hasPrefix("data:"),
              let url = try? url(of: path, "an image"), files[url] == nil, seen.insert(url).inserted
            else { continue }
            announcedPixels += pixels(of: url) ?? 0
          } else {
            pending.append(member.value)
          }
        }
      default: break
      }
    }
  }

  private static let pictureKeys: Set = ["contents", "emitterImage"]

  private func pixels(of url: URL) -> Int? {
    if let known = measured[url] { return known }
    let pixels = measure(url, scope)
    measured[url] = .some(pixels)
    return pixels
  }

  /// Counts the pixels of an image before it is read, if its header has the size. Above the limit, it is not read.
  private func counted(
    _ pixels: @autoclosure () -> Int?, _ read: () throws(ValueMismatchError) -> CGImage
  ) throws(ValueMismatchError) -> CGImage {
    // After the first image beyond the limit, no other is read.
    try count(0)
    let pixels = pixels()
    if let pixels { try count(pixels) }
    let image = try read()
    // The file may have changed since its header was read.
    try count(max(0, image.width * image.height - (pixels ?? 0)))
    return image
  }

  private func count(_ pixels: Int) throws(ValueMismatchError) {
    filePixels += pixels
    let all = max(filePixels, announcedPixels)
    guard all <= maximumPixels else {
      throw ValueMismatchError(
        "the images and clips of the document have at least \(all) pixels, the limit is \(maximumPixels)")
    }
  }

  private func image(of sprite: Sprite) throws(ValueMismatchError) -> CGImage {
    if let image = sprites[sprite] { return image }
    guard spriteWork + sprite.work <= Self.maximumSpriteWork else {
      throw ValueMismatchError(
        "the sprites up to here take too long to draw; make them smaller, blur them less, or share one between "
          + "several layers and cells")
    }
    spriteWork += sprite.work
    let image = make(sprite)
    sprites[sprite] = image
    origins[ObjectIdentifier(image)] = sprite.summary
    spriteOrigins[ObjectIdentifier(image)] = sprite
    return image
  }
}

/// A cache of drawn sprites, for programs that read many versions of a document.
package final class SpriteCache: Sendable {
  private let kept = Mutex<(images: [Sprite: CGImage], pixels: Int)>(([:], 0))
  /// Above this, the cache is cleared: 64 MB, and a third more with mipmaps.
  private static let mostPixels = 16 << 20

  package init() {}

  package func image(of sprite: Sprite) -> CGImage {
    if let image = kept.withLock({ $0.images[sprite] }) { return image }
    let image = sprite.makeImage()
    return kept.withLock { kept in
      // Another thread may have drawn it in the meantime.
      if let image = kept.images[sprite] { return image }
      let pixels = image.width * image.height
      if kept.pixels + pixels > Self.mostPixels { kept = ([:], 0) }
      kept.images[sprite] = image
      kept.pixels += pixels
      return image
    }
  }
}
