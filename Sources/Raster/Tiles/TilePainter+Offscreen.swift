import StarmineScene

extension TilePainter {
  func draw(_ image: OffscreenImage, _ surface: Surface, _ clip: DeviceRect) {
    image.withPixels { pixel in
      for y in clip.minY..<clip.maxY {
        kernels.compositeSpan(surface.pointer(clip.minX, y), pixel(clip.minX, y), nil, 255, clip.width)
      }
    }
  }

  /// Replaces pixels by those of an image, weighted by coverage and alpha.
  func replace(with image: OffscreenImage, walk: CoverageWalk, alpha: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    switch kernels.form {
    case .words: replace(UInt32.self, with: image, walk: walk, alpha: alpha, surface, clip)
    default: replace(DeepPixel.self, with: image, walk: walk, alpha: alpha, surface, clip)
    }
  }

  private func replace<P: Pixel>(
    _: P.Type, with image: OffscreenImage, walk: CoverageWalk, alpha: UInt32, _ surface: Surface, _ clip: DeviceRect
  ) {
    image.withPixels { pixel in
      for y in clip.minY..<clip.maxY {
        walk.row(y).forEachPart { first, last, isSolid in
          let source = pixel(first, y).assumingMemoryBound(to: P.self)
          let target = surface.pointer(first, y).assumingMemoryBound(to: P.self)
          for x in 0..<last - first {
            let coverage = isSolid ? 255 : UInt32(walk.bytes[first + x - clip.minX])
            let share = divide255(coverage * alpha)
            target[x] = source[x].times(share).plus(target[x].times(255 - share))
          }
        }
      }
    }
  }
}
