package import CStarminePixelKernels

/// Which implementation of the pixel loops runs. Both give the same bytes.
package enum KernelLevel: String, Sendable, CaseIterable {
  /// Plain Swift, one pixel at a time: says what the others must compute.
  case reference
  /// C, compiled for several vector widths and chosen for this processor at load time.
  case fast
}

/// The pixel loops of one level; ReferenceKernels.swift says what each computes.
package struct KernelTable: Sendable {
  package typealias CountParticles =
    @convention(c) (
      UnsafeMutablePointer<Int>, UnsafeMutablePointer<PixelTileRange>, UnsafePointer<PixelParticles>,
      UnsafePointer<PixelTiles>, Int, Int
    ) -> Float
  package typealias PlaceParticles =
    @convention(c) (
      UnsafeMutablePointer<PixelSprite>, UnsafeMutablePointer<Int>, UnsafePointer<PixelTileRange>,
      UnsafePointer<PixelParticles>, UnsafePointer<PixelTiles>, Int, Int
    ) -> Void
  package typealias DrawSprites =
    @convention(c) (
      UnsafePointer<PixelTarget>, UnsafePointer<PixelSprite>, Int, UnsafePointer<PixelSource>,
      UnsafeMutablePointer<UInt64>
    ) -> Void
  package typealias DrawUpright =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, Int, UnsafePointer<UInt32>, UnsafePointer<PixelUprightAxis>,
      UnsafePointer<PixelUprightAxis>, UInt32, UnsafeMutablePointer<UInt64>
    ) -> Void
  package typealias DrawWhole =
    @convention(c) (UnsafeMutablePointer<UInt32>, Int, UnsafePointer<UInt32>, Int, Int, Int, UInt32) -> Void
  package typealias DrawRotated =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, Int, UnsafePointer<UInt32>, Int32, Int32, UnsafePointer<PixelRotation>, UInt32
    ) -> Void
  package typealias AffinePositions =
    @convention(c) (
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UInt16>, UnsafePointer<PixelAxis>,
      UnsafePointer<PixelAxis>, Int
    ) -> Void
  package typealias SampleBilinear =
    @convention(c) (
      UnsafeMutablePointer<UInt64>, UnsafePointer<UInt32>, Int32, Int32, UnsafePointer<Int32>, UnsafePointer<Int32>,
      UnsafePointer<UInt16>, Int
    ) -> Void
  package typealias BlendRow =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, UnsafePointer<UInt64>, UnsafePointer<UInt64>, UInt32, UInt32, UInt32, Int
    ) -> Void
  package typealias FillSpan = @convention(c) (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>?, UInt32, Int) -> Void
  package typealias FillRows =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, Int, UnsafePointer<PixelRow>, UnsafePointer<UInt8>, Int32, Int32, UInt32, Int
    ) -> Void
  package typealias RoundRows =
    @convention(c) (
      UnsafeMutablePointer<PixelRow>, UnsafeMutablePointer<UInt8>, UnsafePointer<PixelRound>, Int32, Int32, Int32
    ) -> Int
  package typealias BoxLines =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, Int, UnsafePointer<UInt32>, Int, Int, UInt32, UInt32, Int, Int
    ) -> Void
  package typealias MeanBlocks =
    @convention(c) (UnsafeMutablePointer<UInt32>, UnsafePointer<UnsafePointer<UInt32>?>, Int32, Int32, Int) -> Void
  package typealias EnlargeRow =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>,
      UnsafePointer<PixelEnlargement>, Int
    ) -> Void
  package typealias FillSpans =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, UnsafePointer<PixelSpan>, Int, UnsafePointer<UInt8>, UInt32
    ) -> Void
  package typealias AddEdges =
    @convention(c) (UnsafePointer<PixelCells>, UnsafePointer<PixelEdge>, Int, Int32, Int32) -> Void
  package typealias FillCells =
    @convention(c) (UnsafeMutablePointer<UInt32>, Int, UnsafePointer<PixelCells>, UInt32) -> Void
  package typealias PaintCells =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, Int, UnsafePointer<PixelCells>, UnsafePointer<UInt32>, Int, Int, Int
    ) -> Void
  package typealias CoverRow =
    @convention(c) (
      UnsafePointer<PixelCells>, Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<PixelRow>
    ) -> Void
  package typealias BlendSpan =
    @convention(c) (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int32, Int) -> Void
  package typealias FillBox =
    @convention(c) (UnsafeMutablePointer<UInt32>, Int, Int, UInt32, UInt32, UInt32, Int) -> Void
  package typealias CompositeSpan =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt8>?, UInt32, Int
    ) -> Void

  package typealias CombineSpan =
    @convention(c) (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<PixelFactors>, Int) -> Void
  package typealias MixSpan =
    @convention(c) (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int32, Int) -> Void
  package typealias GradientRows =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, Int, UnsafePointer<PixelGradient>, Int32, Int32, Int, Int
    ) -> Void

  package typealias Fill = @convention(c) (UnsafeMutablePointer<UInt32>, Int, UInt32, Int, Int) -> Void
  package typealias CopyRows =
    @convention(c) (UnsafeMutablePointer<UInt32>, Int, UnsafePointer<UInt32>, Int, Int, Int) -> Void

  /// Kernels that draw sprites in one way of blending.
  package struct Sprites: Sendable {
    /// All of a list. Nil where `SpritePainter` finds them one by one, in Swift, and draws everything: what cannot be
    /// seen too, and from texels where there are quads. So it proves that nothing is lost.
    let list: DrawSprites?
    package let upright: DrawUpright
    package let whole: DrawWhole
    package let rotated: DrawRotated
    package let rotatedQuads: DrawRotated
    package let row: BlendRow
  }

  /// Kernels that join rows of a group with those below, in other ways than "over".
  package struct Joins: Sendable {
    package let combineSpan: CombineSpan
    package let mixSpan: MixSpan
    package let blendSpan: BlendSpan
  }

  /// Kernels that turn outlines into coverage.
  package struct Coverage: Sendable {
    package let addEdges: AddEdges
    package let fillCells: FillCells
    package let paintCells: PaintCells
    package let coverRow: CoverRow
  }

  /// Kernels of blurs.
  package struct Blurs: Sendable {
    package let boxLines: BoxLines
    package let meanBlocks: MeanBlocks
    package let enlargeRow: EnlargeRow
  }

  package let countParticles: CountParticles
  package let placeParticles: PlaceParticles
  package let over: Sprites
  package let add: Sprites
  package let affinePositions: AffinePositions
  package let sampleBilinear: SampleBilinear
  package let fill: Fill
  package let copyRows: CopyRows
  package let fillSpan: FillSpan
  package let roundRows: RoundRows
  package let fillRows: FillRows
  package let fillSpans: FillSpans
  package let fillBox: FillBox
  package let compositeSpan: CompositeSpan
  package let coverage: Coverage
  package let joins: Joins
  package let blurs: Blurs
  package let gradientRows: GradientRows

  package init(_ level: KernelLevel) {
    switch level {
    case .reference:
      countParticles = referenceCountParticles
      placeParticles = referencePlaceParticles
      (over, add) = (.referenceOver, .referenceAdd)
      affinePositions = referenceAffinePositions
      sampleBilinear = referenceSampleBilinear
      fill = referenceFill
      copyRows = referenceCopyRows
      fillSpan = referenceFillSpan
      roundRows = referenceRoundRows
      fillRows = referenceFillRows
      fillSpans = referenceFillSpans
      fillBox = referenceFillBox
      compositeSpan = referenceCompositeSpan
      (coverage, joins, blurs) = (.reference, .reference, .reference)
      gradientRows = referenceGradientRows
    case .fast:
      countParticles = pixel_count_particles
      placeParticles = pixel_place_particles
      (over, add) = (.fastOver, .fastAdd)
      affinePositions = pixel_affine_positions
      sampleBilinear = pixel_sample_bilinear
      fill = pixel_fill
      copyRows = pixel_copy_rows
      fillSpan = pixel_fill_span
      roundRows = pixel_round_rows
      fillRows = pixel_fill_rows
      fillSpans = pixel_fill_spans
      fillBox = pixel_fill_box
      compositeSpan = pixel_composite_span
      (coverage, joins, blurs) = (.fast, .fast, .fast)
      gradientRows = pixel_gradient_rows
    }
  }
}

extension KernelTable.Joins {
  fileprivate static let reference = Self(
    combineSpan: referenceCombineSpan, mixSpan: referenceMixSpan, blendSpan: referenceBlendSpan)
  fileprivate static let fast = Self(
    combineSpan: pixel_combine_span, mixSpan: pixel_mix_span, blendSpan: pixel_blend_span)
}

extension KernelTable.Coverage {
  fileprivate static let reference = Self(
    addEdges: referenceAddEdges, fillCells: referenceFillCells, paintCells: referencePaintCells,
    coverRow: referenceCoverRow)
  fileprivate static let fast = Self(
    addEdges: pixel_add_edges, fillCells: pixel_fill_cells, paintCells: pixel_paint_cells, coverRow: pixel_cover_row)
}

extension KernelTable.Blurs {
  fileprivate static let reference = Self(
    boxLines: referenceBoxLines, meanBlocks: referenceMeanBlocks, enlargeRow: referenceEnlargeRow)
  fileprivate static let fast = Self(
    boxLines: pixel_box_lines, meanBlocks: pixel_mean_blocks, enlargeRow: pixel_enlarge_row)
}

extension KernelTable.Sprites {
  fileprivate static let referenceOver = Self(
    list: nil, upright: referenceDrawUprightOver, whole: referenceDrawWholeOver, rotated: referenceDrawRotatedOver,
    rotatedQuads: referenceDrawRotatedQuadsOver, row: referenceBlendOver)
  fileprivate static let referenceAdd = Self(
    list: nil, upright: referenceDrawUprightAdd, whole: referenceDrawWholeAdd, rotated: referenceDrawRotatedAdd,
    rotatedQuads: referenceDrawRotatedQuadsAdd, row: referenceBlendAdd)
  fileprivate static let fastOver = Self(
    list: pixel_draw_sprites_over, upright: pixel_draw_upright_over, whole: pixel_draw_whole_over,
    rotated: pixel_draw_rotated_over, rotatedQuads: pixel_draw_rotated_quads_over, row: pixel_blend_over)
  fileprivate static let fastAdd = Self(
    list: pixel_draw_sprites_add, upright: pixel_draw_upright_add, whole: pixel_draw_whole_add,
    rotated: pixel_draw_rotated_add, rotatedQuads: pixel_draw_rotated_quads_add, row: pixel_blend_add)
}
