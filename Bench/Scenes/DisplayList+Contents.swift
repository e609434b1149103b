import StarmineScene

extension DisplayList {
  /// Particles and covered pixels; a display list does not know layers.
  var contents: FrameContents {
    commands.reduce(into: FrameContents()) { $0 += $1.contents }
  }
}

extension DrawCommand {
  fileprivate var contents: FrameContents {
    switch self {
    case .particles(let batch): FrameContents(particles: Double(batch.count), pixels: batch.area)
    case .fill(let fill): FrameContents(pixels: fill.area)
    case .rects(let batch): FrameContents(pixels: batch.fills.reduce(0) { $0 + FillCommand($1).area })
    case .image(let image):
      FrameContents(pixels: min(image.bounds.pixels, image.destination.area * image.transform.areaScale))
    case .shadow(let shadow): FrameContents(pixels: shadow.bounds.pixels)
    case .offscreen(let offscreen): FrameContents(pixels: offscreen.bounds.pixels)
    case .backdrop(let backdrop): FrameContents(pixels: backdrop.bounds.pixels)
    case .pushGroup, .cut, .popGroup: FrameContents()
    }
  }
}

extension ParticleBatch {
  /// Area of all sprites, cut by nothing.
  fileprivate var area: Double {
    (0..<count).reduce(0.0) { sum, index in
      sum + Double(abs(widthX[index] * heightY[index] - widthY[index] * heightX[index]))
    }
  }
}

extension FillCommand {
  /// For paths and rings, that of the rectangle around them.
  fileprivate var area: Double {
    guard case .roundedRect(let rect) = shape else { return bounds.pixels }
    return min(bounds.pixels, rect.area * transform.areaScale)
  }
}

extension RoundedRect {
  fileprivate var area: Double { (maxX - minX) * (maxY - minY) }
}

extension DeviceRect {
  fileprivate var pixels: Double { Double(area) }
}

extension PlaneTransform {
  /// Device pixels per unit of area; under perspective unknown, as if without limit.
  fileprivate var areaScale: Double { isAffine ? abs(m11 * m22 - m12 * m21) : .infinity }
}
