import StarmineGraphics
import StarmineScene

/// Pixels that are made before the tiles are drawn: of an offscreen command, or of a filtered backdrop.
struct OffscreenImage: Sendable {
  /// Where the pixels lie.
  let bounds: DeviceRect
  /// Row by row, then `Surface.slack` more, because kernels read whole vectors.
  let pixels: [UInt32]
  /// Requested pixels: those in here and outside `bounds` are empty.
  var requested = DeviceRect.empty

  /// The same as an image, where they are not drawn pixel on pixel. Kept here, because a frame's plan only points
  /// to images.
  var image: CGImage?

  static let empty = OffscreenImage(bounds: .empty, pixels: [])

  /// How the pixels are drawn, where they are not drawn pixel on pixel.
  func imageCommand(_ command: OffscreenCommand) -> ImageCommand? {
    guard let placement = command.placement, let image else { return nil }
    return ImageCommand(
      bounds: command.bounds, image: image, destination: RoundedRect(bounds), transform: placement.transform,
      filter: placement.filter, alpha: 255)
  }

  mutating func makeImage() {
    guard !bounds.isEmpty else { return }
    image = CGImage(
      width: bounds.width, height: bounds.height, pixels: Array(pixels.prefix(bounds.width * bounds.height)))
  }
}

extension TilePainter {
  func draw(
    _ image: OffscreenImage, joining filter: CompositingFilter, _ surface: Surface, _ clip: DeviceRect
  ) {
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in clip.minY..<clip.maxY {
        let source = row(pixels.baseAddress! + image.index(clip.minX, y), clip.width)
        if filter == .sourceOver {
          kernels.compositeSpan(surface.pointer(clip.minX, y), source, nil, 255, clip.width)
        } else {
          filter.composite(source, onto: surface.pointer(clip.minX, y), count: clip.width, kernels)
        }
      }
    }
  }

  /// Words in the form that is drawn, with what kernels read behind them.
  private func row(_ words: UnsafePointer<UInt32>, _ count: Int) -> UnsafeRawPointer {
    if kernels.form == .words { return UnsafeRawPointer(words) }
    let memory = scratch.painted(count, kernels.form)
    let pixels = memory.assumingMemoryBound(to: DeepPixel.self)
    for x in 0..<count { pixels[x] = DeepPixel(word: words[x]) }
    return UnsafeRawPointer(memory)
  }

  /// Exchanges pixels for those of an image, in shares of coverage and alpha.
  func replace(with image: OffscreenImage, walk: CoverageWalk, alpha: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    switch kernels.form {
    case .words: replace(UInt32.self, with: image, walk: walk, alpha: alpha, surface, clip)
    default: replace(DeepPixel.self, with: image, walk: walk, alpha: alpha, surface, clip)
    }
  }

  private func replace<P: Pixel>(
    _: P.Type, with image: OffscreenImage, walk: CoverageWalk, alpha: UInt32, _ surface: Surface, _ clip: DeviceRect
  ) {
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in clip.minY..<clip.maxY {
        walk.row(y).forEachPart { first, last, isSolid in
          let source = pixels.baseAddress! + image.index(first, y)
          let target = surface.pointer(first, y).assumingMemoryBound(to: P.self)
          for x in 0..<last - first {
            let coverage = isSolid ? 255 : UInt32(walk.bytes[first + x - clip.minX])
            let share = divide255(coverage * alpha)
            target[x] = P(word: source[x]).times(share).plus(target[x].times(255 - share))
          }
        }
      }
    }
  }
}

extension OffscreenImage {
  fileprivate func index(_ x: Int, _ y: Int) -> Int { (y - bounds.minY) * bounds.width + x - bounds.minX }
}
