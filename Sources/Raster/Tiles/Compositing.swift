import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

// Layer compositing on premultiplied pixels: Porter-Duff operators, mixing, blend modes.

extension PixelFactors {
  /// Factor of one side.
  fileprivate enum Factor {
    case zero, one, alpha, rest

    /// How the other side's alpha determines the factor.
    var bits: (mask: UInt8, inverse: UInt8) {
      switch self {
      case .zero: (0, 0)
      case .one: (0, 255)
      case .alpha: (255, 0)
      case .rest: (255, 255)
      }
    }
  }

  fileprivate init(_ source: Factor, _ backdrop: Factor) {
    self.init(
      source_mask: source.bits.mask, source_inverse: source.bits.inverse, backdrop_mask: backdrop.bits.mask,
      backdrop_inverse: backdrop.bits.inverse)
  }

  /// Returns nil for filters that are not a weighted sum of both sides.
  fileprivate init?(_ filter: CompositingFilter) {
    switch filter {
    case .normalBlendMode, .sourceOver: self.init(.one, .rest)
    case .clear: self.init(.zero, .zero)
    case .copy: self.init(.one, .zero)
    case .sourceIn: self.init(.alpha, .zero)
    case .sourceOut: self.init(.rest, .zero)
    case .sourceAtop: self.init(.alpha, .rest)
    case .destOver: self.init(.rest, .one)
    case .destIn: self.init(.zero, .alpha)
    case .destOut: self.init(.zero, .rest)
    case .destAtop: self.init(.rest, .alpha)
    case .xor: self.init(.rest, .rest)
    case .plusL, .linearDodgeBlendMode: self.init(.one, .one)
    default: return nil
    }
  }
}

extension CompositingFilter {
  func composite(
    _ source: UnsafeRawPointer, onto target: UnsafeMutableRawPointer, count: Int, _ kernels: KernelTable
  ) {
    if var factors = PixelFactors(self) { return kernels.joins.combineSpan(target, source, &factors, count) }
    if let mix { return kernels.joins.mixSpan(target, source, Int32(mix), count) }
    if let blend { kernels.joins.blendSpan(target, source, Int32(blend), count) }
  }

  private var mix: Int? {
    switch self {
    case .maximum: PixelMixMaximum
    case .minimum: PixelMixMinimum
    case .plusD: PixelMixPlusDarker
    default: nil
    }
  }

  private var blend: Int? {
    switch self {
    case .multiplyBlendMode: PixelBlendMultiply
    case .screenBlendMode: PixelBlendScreen
    case .overlayBlendMode: PixelBlendOverlay
    case .darkenBlendMode: PixelBlendDarken
    case .lightenBlendMode: PixelBlendLighten
    case .colorDodgeBlendMode: PixelBlendColorDodge
    case .colorBurnBlendMode: PixelBlendColorBurn
    case .softLightBlendMode: PixelBlendSoftLight
    case .hardLightBlendMode: PixelBlendHardLight
    case .differenceBlendMode: PixelBlendDifference
    case .exclusionBlendMode: PixelBlendExclusion
    case .linearBurnBlendMode: PixelBlendLinearBurn
    case .subtractBlendMode: PixelBlendSubtract
    case .divideBlendMode: PixelBlendDivide
    case .hueBlendMode: PixelBlendHue
    case .saturationBlendMode: PixelBlendSaturation
    case .colorBlendMode: PixelBlendColor
    case .luminosityBlendMode: PixelBlendLuminosity
    default: nil
    }
  }
}

extension TilePainter {
  /// Composites a group by any filter: first opacity and clip, then every pixel of the group.
  func composite(
    _ group: Surface, _ below: Surface, _ filter: CompositingFilter, clippedTo shape: ShapeCoverage?, alpha: UInt32,
    _ clip: DeviceRect
  ) {
    func composite(_ source: UnsafeRawPointer, _ y: Int) {
      filter.composite(source, onto: below.pointer(clip.minX, y), count: clip.width, kernels)
    }
    if let shape {
      let walk = walk(shape, clip)
      for y in clip.minY..<clip.maxY {
        composite(limited(group.pointer(clip.minX, y), walk.row(y), walk.bytes, alpha: alpha, clip), y)
      }
    } else if alpha < 255 {
      let whole = CoverageRow(minX: clip.minX, solidMinX: clip.minX, solidMaxX: clip.maxX, maxX: clip.maxX)
      for y in clip.minY..<clip.maxY {
        composite(limited(group.pointer(clip.minX, y), whole, nil, alpha: alpha, clip), y)
      }
    } else {
      for y in clip.minY..<clip.maxY { composite(group.pointer(clip.minX, y), y) }
    }
  }

  /// A row of the group with opacity and clip applied, in separate memory.
  /// - Parameter bytes: Partial coverage of the row.
  private func limited(
    _ source: UnsafeRawPointer, _ row: CoverageRow, _ bytes: UnsafePointer<UInt8>?, alpha: UInt32, _ clip: DeviceRect
  ) -> UnsafeMutableRawPointer {
    let form = kernels.form
    let result = scratch.painted(clip.width, form)
    kernels.fill(result, clip.width, 0, clip.width, 1)
    row.forEachPart { first, last, isSolid in
      let place = first - clip.minX
      kernels.compositeSpan(
        form.place(place, in: result), form.place(place, in: source), isSolid ? nil : bytes.map { $0 + place }, alpha,
        last - first)
    }
    return result
  }
}
