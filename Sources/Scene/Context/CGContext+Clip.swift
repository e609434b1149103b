extension CGContext {
  /// A clip in base coordinates.
  struct Clip {
    /// Equal numbers mean equal clips.
    var id: Int
    var shape: Shape
    var transform: PlaneTransform
    /// A mask whose alpha multiplies the inside of the shape.
    var mask: ImageCommand?

    var begin: DrawCommand {
      var group = GroupCommand(bounds: .empty)
      group.clip = (shape, transform)
      return .pushGroup(group)
    }

    var end: [DrawCommand] {
      guard let mask else { return [.popGroup] }
      return [.pushGroup(GroupCommand(filter: .destIn)), .image(mask), .popGroup, .popGroup]
    }
  }

  /// Intersects the clip with the inside of the current path, and ends the path. An empty path clips everything
  /// (documented).
  public func clip(using rule: CGPathFillRule = .winding) {
    let geometry = takePath()
    let box = geometry.boundingBox
    guard !geometry.isEmpty, isFinite(box) else {
      return addClip(.roundedRect(RoundedRect(.zero)), .identity, box: .zero)
    }
    addClip(.path(area(inside: geometry, rule)), .identity, box: box)
  }

  /// Intersects the clip with a rectangle until the state is restored.
  public func clip(to rect: CGRect) {
    let isUsable = isFinite(rect)
    let shape = isUsable ? rect.standardized : .zero
    addClip(
      .roundedRect(RoundedRect(shape)), isUsable ? PlaneTransform(ctm) : .identity,
      box: shape.applying(isUsable ? ctm : .identity))
  }

  /// Intersects the clip with the union of rectangles.
  public func clip(to rects: [CGRect]) {
    let outer = currentPath
    currentPath = CGMutablePath()
    addRects(rects)
    clip()
    currentPath = outer
  }

  /// Intersects the clip with a mask that is stretched to a rectangle.
  ///
  /// The mask uses the alpha of the image, or its lightness if it is opaque, like the grey images of Core Graphics. The
  /// first row is at the largest y, as in `draw(_:in:)`.
  public func clip(to rect: CGRect, mask: CGImage) {
    clip(to: rect)
    guard isFinite(rect), let last = state.clips.indices.last else { return }
    state.clips[last].mask = imageCommand(mask.asMask, in: rect, alpha: 1)
  }

  /// Bounding box of the clip in user coordinates. Zero if the transform has no inverse.
  public var boundingBoxOfClipPath: CGRect {
    guard ctm.a * ctm.d - ctm.b * ctm.c != 0 else { return .zero }
    return state.clipBox.applying(ctm.inverted())
  }

  private func addClip(_ shape: Shape, _ transform: PlaneTransform, box: CGRect) {
    state.clipBox = state.clipBox.common(with: box)
    clipCount += 1
    state.clips.append(Clip(id: clipCount, shape: shape, transform: transform))
  }
}

extension CGImage {
  fileprivate var asMask: CGImage {
    guard base.pixels.allSatisfy({ $0 >> 24 == 255 }) else { return self }
    return CGImage(
      width: width, height: height,
      pixels: base.pixels.map { pixel in
        // Luma of Rec. 709 in 256ths. Equal components give the same value.
        let luma = ((pixel >> 16 & 255) * 54 + (pixel >> 8 & 255) * 183 + (pixel & 255) * 19) >> 8
        return luma * 0x0101_0101
      })
  }
}
