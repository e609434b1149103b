extension CGContext {
  /// One limit of what shows, in starting coordinates.
  struct Clip {
    /// Clips with one number are the same.
    var id: Int
    var shape: Shape
    var transform: PlaneTransform
    /// Its alpha multiplies what is inside the shape.
    var mask: ImageCommand?

    /// Opens the group that it limits.
    var begin: DrawCommand {
      var group = GroupCommand(bounds: .empty)
      group.clip = (shape, transform)
      return .pushGroup(group)
    }

    /// Ends that group.
    var end: [DrawCommand] {
      guard let mask else { return [.popGroup] }
      return [.pushGroup(GroupCommand(filter: .destIn)), .image(mask), .popGroup, .popGroup]
    }
  }

  /// Limits drawing to the part of the clip that is inside the current path, and ends the path. A path without elements
  /// limits it to nothing (documented).
  public func clip(using rule: CGPathFillRule = .winding) {
    let geometry = takePath()
    let box = geometry.boundingBox
    guard !geometry.isEmpty, isFinite(box) else {
      return addClip(.roundedRect(RoundedRect(.zero)), .identity, box: .zero)
    }
    addClip(.path(area(inside: geometry, rule)), .identity, box: box)
  }

  /// Limits drawing to the part of the clip that is inside the rectangle, until the state is restored.
  public func clip(to rect: CGRect) {
    let isUsable = isFinite(rect)
    let shape = isUsable ? rect.standardized : .zero
    addClip(
      .roundedRect(RoundedRect(shape)), isUsable ? PlaneTransform(ctm) : .identity,
      box: shape.applying(isUsable ? ctm : .identity))
  }

  /// Limits drawing to the part of the clip that is inside one of the rectangles.
  public func clip(to rects: [CGRect]) {
    let outer = currentPath
    currentPath = CGMutablePath()
    addRects(rects)
    clip()
    currentPath = outer
  }

  /// Limits drawing to the rectangle, multiplied by a mask that is stretched over it.
  ///
  /// The mask is an image's alpha; of an opaque image it is the lightness, as with the grey images that Core Graphics
  /// takes. Its first row comes to the side of the largest y, as in `draw(_:in:)`.
  public func clip(to rect: CGRect, mask: CGImage) {
    clip(to: rect)
    guard isFinite(rect), let last = state.clips.indices.last else { return }
    state.clips[last].mask = imageCommand(mask.asMask, in: rect, alpha: 1)
  }

  /// The box around the clip, in the coordinates of what is drawn; zero where the transform has no inverse.
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
  /// The image if anything of it is transparent, otherwise its lightness as alpha.
  fileprivate var asMask: CGImage {
    guard base.pixels.allSatisfy({ $0 >> 24 == 255 }) else { return self }
    return CGImage(
      width: width, height: height,
      pixels: base.pixels.map { pixel in
        // Luma of Rec. 709 in 256ths; equal components come out as they are.
        let luma = ((pixel >> 16 & 255) * 54 + (pixel >> 8 & 255) * 183 + (pixel & 255) * 19) >> 8
        return luma * 0x0101_0101
      })
  }
}
