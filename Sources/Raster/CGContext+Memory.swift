public import StarmineGraphics
public import StarmineScene

extension CGContext {
  /// A context of a bitmap: coordinates are pixels from the lower left corner, y up (documented).
  ///
  /// Everything is drawn in 8 bits of sRGB. `bitmapInfo` says how bytes lie in `data` and in the context's images;
  /// greys go with `CGImageAlphaInfo.none` and a space of greys. A bitmap without alpha starts black.
  ///
  /// Nil for components of other than 8 bits, sides outside 1...16384, more than 64 megapixels, and for memory whose
  /// layout or row length cannot be written.
  ///
  /// - Parameters:
  ///   - data: memory of the caller's, rows from the top, which every drawing changes at once and which has to stay as
  ///     long as the context is drawn to. What it holds is drawn over. Nil: memory of the context's own.
  ///   - bytesPerRow: from one row of `data` to the next; 0 for rows without space between them.
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

  /// The pixels, rows of `bytesPerRow` from the top, laid out as `bitmapInfo` says; nil if the context is not one of a
  /// bitmap or its layout has no bytes. From the first look on, every drawing changes them at once.
  public var data: UnsafeMutableRawPointer? {
    if let memory = memory as? BitmapMemory { return memory.start }
    guard let layout, let list = takeDisplayList() else { return nil }
    let memory = BitmapMemory(CGImage(drawing: list, bitmapInfo: bitmapInfo), layout)
    self.memory = memory
    return memory.start
  }

  /// Bytes from one row of `data` to the next; 0 if the context is not one of a bitmap.
  public var bytesPerRow: Int { (memory as? BitmapMemory)?.bytesPerRow ?? width * (layout?.count ?? 4) }
  /// Always 8.
  public var bitsPerComponent: Int { 8 }
  /// Bits of a pixel in `data`.
  public var bitsPerPixel: Int { 8 * (layout?.count ?? 4) }
  /// Where alpha is in `data`.
  public var alphaInfo: CGImageAlphaInfo { CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & 0x1F) ?? .none }

  /// Pixels are there as soon as they can be read: without an effect.
  public func flush() {}
  /// As `flush()`.
  public func synchronize() {}
}

/// The pixels of a context in memory, the caller's or our own.
final class BitmapMemory: ContextMemory {
  let start: UnsafeMutableRawPointer
  let bytesPerRow: Int
  private let width: Int
  private let height: Int
  private let layout: PixelLayout
  private let info: CGBitmapInfo
  private let isOurs: Bool

  /// Nil where rows are too short.
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
    for y in 0..<height {
      for x in 0..<width { layout.write(image.base.pixels[y * width + x], to: place(x, y)) }
    }
  }

  deinit { if isOurs { start.deallocate() } }

  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    (start + y * bytesPerRow + x * layout.count).assumingMemoryBound(to: UInt8.self)
  }

  /// A copy of the pixels.
  var image: CGImage {
    let pixels = Slab<UInt32>(count: width * height) { target in
      for index in target.indices { target[index] = layout.pixel(at: place(index % width, index / width)) }
    }
    return CGImage(width: width, height: height, slab: pixels, bitmapInfo: info)
  }

  /// Draws what has been recorded over the pixels.
  func update(_ context: CGContext) {
    guard let list = context.takeDisplayList(over: image) else { return }
    var buffer = PixelBuffer(width: width, height: height)
    Renderer().render(list, into: &buffer)
    let stride = buffer.stride
    buffer.withPixels { source in
      for y in 0..<height {
        for x in 0..<width { layout.write(source[y * stride + x], to: place(x, y)) }
      }
    }
  }
}
