public import StarmineGraphics
public import StarmineScene

extension CGContext {
  /// Creates a bitmap context whose coordinates are pixels from the lower left corner, y up (documented).
  ///
  /// All drawing uses 8-bit sRGB. `bitmapInfo` determines the byte layout of `data` and of the context's images.
  /// Greyscale needs a grey `space` and `CGImageAlphaInfo.none`. A bitmap without alpha starts black.
  ///
  /// Returns nil if `bitsPerComponent` is not 8, a side is outside 1...16384, the size exceeds 64 megapixels, or `data`
  /// is given with an unsupported layout or row length.
  ///
  /// - Parameters:
  ///   - data: Caller's memory for the pixels, rows from the top. It must stay valid while the context is in use and is
  ///     updated by each drawing call. Drawing is composited over the existing pixels. Pass nil to let the context
  ///     allocate memory.
  ///   - bytesPerRow: Distance between rows of `data` in bytes; 0 if rows are contiguous.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    self.init(
      width: width, height: height, bitsPerComponent: bitsPerComponent, info: CGBitmapInfo(rawValue: bitmapInfo),
      space: space)
    guard let data else { return }
    guard let layout, let memory = BitmapMemory(data, self, layout, bytesPerRow: bytesPerRow) else { return nil }
    self.memory = memory
  }

  /// The pixels: rows from the top, `bytesPerRow` bytes each, in the layout of `bitmapInfo`. Nil if the context is not
  /// a bitmap context or the layout is unsupported. After the first access, each drawing call updates them immediately.
  public var data: UnsafeMutableRawPointer? {
    if let memory = memory as? BitmapMemory { return memory.start }
    guard let layout, let list = takeDisplayList() else { return nil }
    let memory = BitmapMemory(CGImage(drawing: list, bitmapInfo: bitmapInfo), layout)
    self.memory = memory
    return memory.start
  }

  /// Distance between rows of `data` in bytes; 0 if the context is not a bitmap context.
  public var bytesPerRow: Int { (memory as? BitmapMemory)?.bytesPerRow ?? width * (layout?.count ?? 4) }
  /// Bits per colour component; always 8.
  public var bitsPerComponent: Int { 8 }
  /// Bits per pixel in `data`.
  public var bitsPerPixel: Int { 8 * (layout?.count ?? 4) }
  /// Position of alpha in the pixels of `data`.
  public var alphaInfo: CGImageAlphaInfo { CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & 0x1F) ?? .none }

  /// Does nothing. Pixels are always up to date when they are read.
  public func flush() {}
  /// Does nothing, like `flush()`.
  public func synchronize() {}
}

final class BitmapMemory: ContextMemory {
  let start: UnsafeMutableRawPointer
  let bytesPerRow: Int
  private let width: Int
  private let height: Int
  private let layout: PixelLayout
  private let info: CGBitmapInfo
  private let isOurs: Bool

  /// Returns nil if `bytesPerRow` is too small.
  init?(_ start: UnsafeMutableRawPointer, _ context: CGContext, _ layout: PixelLayout, bytesPerRow: Int) {
    let packed = context.width * layout.count
    guard bytesPerRow == 0 || bytesPerRow >= packed else { return nil }
    (self.start, self.layout, info, isOurs) = (start, layout, context.bitmapInfo, false)
    (width, height, self.bytesPerRow) = (context.width, context.height, bytesPerRow == 0 ? packed : bytesPerRow)
  }

  init(_ image: CGImage, _ layout: PixelLayout) {
    bytesPerRow = image.width * layout.count
    start = .allocate(byteCount: bytesPerRow * image.height, alignment: 16)
    (width, height, info, self.layout, isOurs) = (image.width, image.height, image.bitmapInfo, layout, true)
    for y in 0..<height { for x in 0..<width { layout.write(image.base.pixels[y * width + x], to: place(x, y)) } }
  }

  deinit { if isOurs { start.deallocate() } }

  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    (start + y * bytesPerRow + x * layout.count).assumingMemoryBound(to: UInt8.self)
  }

  var image: CGImage {
    let pixels = SharedBuffer<UInt32>(count: width * height) { target in
      for index in target.indices { target[index] = layout.pixel(at: place(index % width, index / width)) }
    }
    return CGImage(width: width, height: height, slab: pixels, bitmapInfo: info)
  }

  func update(_ context: CGContext) {
    guard let list = context.takeDisplayList(over: image) else { return }
    var buffer = PixelBuffer(width: width, height: height)
    Renderer().render(list, into: &buffer)
    let stride = buffer.stride
    buffer.withPixels { source in
      for y in 0..<height { for x in 0..<width { layout.write(source[y * stride + x], to: place(x, y)) } }
    }
  }
}
