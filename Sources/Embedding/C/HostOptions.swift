import CStarmineEmbedding

/// Options of a host, from a structure of this or another version, shorter or longer.
struct HostOptions {
  private var options = starmine_options()

  init(_ given: UnsafePointer<starmine_options>?) throws(HostError) {
    guard let given else { return }
    let size = given.pointee.struct_size
    guard size >= MemoryLayout<Int>.size, size <= 4096 else {
      throw HostError(.argument, "struct_size is \(size): set it to sizeof(starmine_options)")
    }
    withUnsafeMutableBytes(of: &options) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: given, count: min(size, bytes.count)))
    }
    guard (0...1024).contains(options.threads) else {
      throw HostError(.argument, "\(options.threads) threads: expected 0 to 1024")
    }
    guard parts != nil else { throw HostError(.argument, "\(options.parts.rawValue) is not a valid value for parts") }
  }

  private var parts: MovieSettings.Parts? {
    switch options.parts {
    case STARMINE_PARTS_AUTOMATIC: .automatic
    case STARMINE_PARTS_ALL: .all
    case STARMINE_PARTS_WITHOUT_SCENERY: .withoutScenery
    case STARMINE_PARTS_PARTICLES: .particles
    default: nil
    }
  }

  var frame: HostedScene.Frame {
    HostedScene.Frame(
      width: Int(options.width), height: Int(options.height), framesPerSecond: options.fps,
      parts: parts ?? .automatic)
  }
  var threads: Int { max(1, Int(options.threads)) }

  /// Applies the host's memory limit and images.
  func change(_ loader: inout PresetLoader, _ folder: URL) {
    if options.memory > 0 { loader.memory = Int(clamping: options.memory) }
    guard let ask = options.picture else { return }
    let (context, read, measure) = (options.context, loader.loadImage, loader.measureImage)
    var given: [URL: CGImage] = [:]
    func picture(_ url: URL) throws -> CGImage? {
      if let image = given[url] { return image }
      let image = try Self.picture(url, in: folder, ask, context)
      given[url] = image
      return image
    }
    loader.measureImage = { url, scope in
      ((try? picture(url)) ?? nil).map { $0.width * $0.height } ?? measure(url, scope)
    }
    loader.loadImage = { url, scope in try picture(url) ?? read(url, scope) }
  }

  private typealias Ask =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<starmine_picture>?
    ) -> Int32

  /// The host's image for a path in a document, or nil.
  private static func picture(
    _ url: URL, in folder: URL, _ ask: Ask, _ context: UnsafeMutableRawPointer?
  ) throws -> CGImage? {
    let start = folder.standardizedFileURL.path + "/"
    let path = url.path.hasPrefix(start) ? String(url.path.dropFirst(start.count)) : url.path
    guard !path.utf8.contains(0) else { throw ValueMismatchError("a path cannot contain a NUL character") }
    var answer = starmine_picture()
    guard outsideTheGate({ ask(context, path, &answer) }) == 0 else { return nil }
    defer { outsideTheGate { answer.release?(answer.context) } }
    let (width, height) = (Int(answer.width), Int(answer.height))
    guard let pixels = answer.rgba, (1...16_384).contains(width), (1...16_384).contains(height),
      width * height <= 1 << 26, (UInt(4 * width)...1 << 40).contains(answer.stride.magnitude)
    else {
      throw ValueMismatchError(
        "the host's picture has \(width)x\(height) pixels and a stride of \(answer.stride) bytes: expected sides "
          + "from 1 to 16384, at most 67108864 pixels and at least 4 bytes a pixel")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for y in 0..<height {
      bytes += UnsafeRawBufferPointer(start: pixels + y * answer.stride, count: 4 * width)
    }
    return CGImage(width: width, height: height, rgba: bytes)
  }

  /// Runs a callback of the host, during which the process may fork.
  static func outsideTheGate<Result>(_ body: () -> Result) -> Result {
    gate_pause()
    defer { gate_resume() }
    return body()
  }
}
