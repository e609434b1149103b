package import CStarminePixelKernels

/// The pixel loops. Each has a reference in plain Swift (module StarmineReference), one pixel at a time, that defines
/// its result and matches it byte for byte. A table draws pixels of one format.
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
  package typealias AffinePositions =
    @convention(c) (
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UInt16>, UnsafePointer<PixelAxis>,
      UnsafePointer<PixelAxis>, Int
    ) -> Void
  package typealias PerspectivePositions =
    @convention(c) (
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafePointer<PixelPerspective>,
      UnsafePointer<PixelTexels>, UnsafePointer<PixelTexels>, Int32, Int32, Int
    ) -> Void
  package typealias SampleBilinear =
    @convention(c) (
      UnsafeMutablePointer<UInt64>, UnsafePointer<UInt32>, Int32, Int32, UnsafePointer<Int32>, UnsafePointer<Int32>,
      UnsafePointer<UInt16>, Int
    ) -> Void
  package typealias BlendRow =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<UInt64>, UnsafePointer<UInt64>, UInt32, UInt32, UInt32,
      UnsafePointer<Float>, Int
    ) -> Void
  package typealias FillSpan = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<UInt8>?, UInt32, Int) -> Void
  package typealias FillRows =
    @convention(c) (
      UnsafeMutableRawPointer, Int, UnsafePointer<PixelRow>, UnsafePointer<UInt8>, Int32, Int32, UInt32, Int
    ) -> Void
  package typealias RoundRows =
    @convention(c) (
      UnsafeMutablePointer<PixelRow>, UnsafeMutablePointer<UInt8>, UnsafePointer<PixelRound>, Int32, Int32, Int32
    ) -> Int
  package typealias BoxLines =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, Int, UnsafePointer<UInt32>, Int, Int, UInt32, UInt32, Int, Int
    ) -> Void
  package typealias ShiftLines = @convention(c) (UnsafeMutablePointer<UInt32>, Int, UInt32, Int, Int) -> Void
  package typealias MeanBlocks =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<UnsafeRawPointer?>, Int32, Int32, Int) -> Void
  package typealias EnlargeRow =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeMutablePointer<UInt32>,
      UnsafePointer<PixelEnlargement>, Int
    ) -> Void
  package typealias WholeColumns =
    @convention(c) (UnsafeMutablePointer<UInt32>, Int, UnsafePointer<UnsafeRawPointer>, Int, Int) -> Void
  package typealias DeepOfWholes = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<UInt32>, Int) -> Void
  package typealias FinishLight =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<PixelLight>, Int) -> Void
  package typealias FillSpans =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<PixelSpan>, Int, UnsafePointer<UInt8>, UInt32
    ) -> Void
  package typealias AddEdges =
    @convention(c) (UnsafePointer<PixelCells>, UnsafePointer<PixelEdge>, Int, Int32, Int32) -> Void
  package typealias FillCells = @convention(c) (UnsafeMutableRawPointer, Int, UnsafePointer<PixelCells>, UInt32) -> Void
  package typealias PaintCells =
    @convention(c) (
      UnsafeMutableRawPointer, Int, UnsafePointer<PixelCells>, UnsafeRawPointer, Int, Int, Int
    ) -> Void
  package typealias CoverRow =
    @convention(c) (
      UnsafePointer<PixelCells>, Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<PixelRow>
    ) -> Void
  package typealias BlendSpan = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int32, Int) -> Void
  package typealias FillBox =
    @convention(c) (UnsafeMutableRawPointer, Int, Int, UInt32, UInt32, UInt32, UInt32, Int) -> Void
  package typealias CompositeSpan =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<UInt8>?, UInt32, Int
    ) -> Void

  package typealias CombineSpan =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<PixelFactors>, Int) -> Void
  package typealias MixSpan = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int32, Int) -> Void
  package typealias GradientRows =
    @convention(c) (
      UnsafeMutableRawPointer, Int, UnsafePointer<PixelGradient>, Int32, Int32, Int, Int
    ) -> Void

  package typealias Fill = @convention(c) (UnsafeMutableRawPointer, Int, UInt32, Int, Int) -> Void
  package typealias CopyRows = @convention(c) (UnsafeMutableRawPointer, Int, UnsafeRawPointer, Int, Int, Int) -> Void

  /// Kernels that draw sprites in one blend mode.
  package struct Sprites: Sendable {
    /// Draws a whole list.
    package let list: DrawSprites
    package let row: BlendRow

    package init(list: @escaping DrawSprites, row: @escaping BlendRow) { (self.list, self.row) = (list, row) }
  }

  /// Kernels that composite group rows in other modes than source over.
  package struct Joins: Sendable {
    package let combineSpan: CombineSpan
    package let mixSpan: MixSpan
    package let blendSpan: BlendSpan

    package init(
      combineSpan: @escaping CombineSpan, mixSpan: @escaping MixSpan, blendSpan: @escaping BlendSpan
    ) {
      (self.combineSpan, self.mixSpan, self.blendSpan) = (combineSpan, mixSpan, blendSpan)
    }
  }

  package struct Coverage: Sendable {
    package let addEdges: AddEdges
    package let fillCells: FillCells
    package let paintCells: PaintCells
    package let coverRow: CoverRow

    package init(
      addEdges: @escaping AddEdges, fillCells: @escaping FillCells, paintCells: @escaping PaintCells,
      coverRow: @escaping CoverRow
    ) {
      (self.addEdges, self.fillCells, self.paintCells) = (addEdges, fillCells, paintCells)
      self.coverRow = coverRow
    }
  }

  package struct Blurs: Sendable {
    package let boxLines: BoxLines
    package let shiftLines: ShiftLines
    package let meanBlocks: MeanBlocks
    package let enlargeRow: EnlargeRow
    package let wholeColumns: WholeColumns
    package let deepOfWholes: DeepOfWholes
    package let finishLight: FinishLight

    package init(
      boxLines: @escaping BoxLines, shiftLines: @escaping ShiftLines, meanBlocks: @escaping MeanBlocks,
      enlargeRow: @escaping EnlargeRow, wholeColumns: @escaping WholeColumns, deepOfWholes: @escaping DeepOfWholes,
      finishLight: @escaping FinishLight
    ) {
      (self.boxLines, self.shiftLines) = (boxLines, shiftLines)
      (self.meanBlocks, self.enlargeRow) = (meanBlocks, enlargeRow)
      (self.wholeColumns, self.deepOfWholes, self.finishLight) = (wholeColumns, deepOfWholes, finishLight)
    }
  }

  /// The pixel format.
  package let form: PixelDepth
  package let countParticles: CountParticles
  package let placeParticles: PlaceParticles
  package let over: Sprites
  package let add: Sprites
  package let affinePositions: AffinePositions
  package let perspectivePositions: PerspectivePositions
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
  package internal(set) var gradientRows: GradientRows

  package init(
    form: PixelDepth, countParticles: @escaping CountParticles, placeParticles: @escaping PlaceParticles,
    over: Sprites, add: Sprites, affinePositions: @escaping AffinePositions,
    perspectivePositions: @escaping PerspectivePositions, sampleBilinear: @escaping SampleBilinear,
    fill: @escaping Fill, copyRows: @escaping CopyRows, fillSpan: @escaping FillSpan, roundRows: @escaping RoundRows,
    fillRows: @escaping FillRows, fillSpans: @escaping FillSpans, fillBox: @escaping FillBox,
    compositeSpan: @escaping CompositeSpan, coverage: Coverage, joins: Joins, blurs: Blurs,
    gradientRows: @escaping GradientRows
  ) {
    self.form = form
    (self.countParticles, self.placeParticles, self.over, self.add) = (countParticles, placeParticles, over, add)
    (self.affinePositions, self.perspectivePositions) = (affinePositions, perspectivePositions)
    self.sampleBilinear = sampleBilinear
    (self.fill, self.copyRows) = (fill, copyRows)
    (self.fillSpan, self.roundRows, self.fillRows, self.fillSpans) = (fillSpan, roundRows, fillRows, fillSpans)
    (self.fillBox, self.compositeSpan, self.coverage, self.joins) = (fillBox, compositeSpan, coverage, joins)
    (self.blurs, self.gradientRows) = (blurs, gradientRows)
  }
}

extension KernelTable {
  /// C kernels, compiled for several vector widths and selected for the processor at load time.
  package static let fast = KernelTable(
    form: .words, countParticles: pixel_count_particles, placeParticles: pixel_place_particles, over: .fastOver,
    add: .fastAdd, affinePositions: pixel_affine_positions, perspectivePositions: pixel_perspective_positions,
    sampleBilinear: pixel_sample_bilinear, fill: pixel_fill, copyRows: pixel_copy_rows, fillSpan: pixel_fill_span,
    roundRows: pixel_round_rows, fillRows: pixel_fill_rows,
    fillSpans: pixel_fill_spans, fillBox: pixel_fill_box, compositeSpan: pixel_composite_span, coverage: .fast,
    joins: .fast, blurs: .fast, gradientRows: pixel_gradient_rows)

  /// The same for float pixels.
  package static let deep = KernelTable(
    form: .floats, countParticles: pixel_count_particles, placeParticles: pixel_place_particles, over: .deepOver,
    add: .deepAdd, affinePositions: pixel_affine_positions, perspectivePositions: pixel_perspective_positions,
    sampleBilinear: pixel_sample_bilinear, fill: deep_fill, copyRows: pixel_copy_rows, fillSpan: deep_fill_span,
    roundRows: pixel_round_rows, fillRows: deep_fill_rows,
    fillSpans: deep_fill_spans, fillBox: deep_fill_box, compositeSpan: deep_composite_span, coverage: .deep,
    joins: .deep, blurs: .deep, gradientRows: deep_gradient_rows)
}

extension KernelTable.Joins {
  fileprivate static let fast = Self(
    combineSpan: pixel_combine_span, mixSpan: pixel_mix_span, blendSpan: pixel_blend_span)
  fileprivate static let deep = Self(combineSpan: deep_combine_span, mixSpan: deep_mix_span, blendSpan: deep_blend_span)
}

extension KernelTable.Coverage {
  fileprivate static let fast = Self(
    addEdges: pixel_add_edges, fillCells: pixel_fill_cells, paintCells: pixel_paint_cells, coverRow: pixel_cover_row)
  fileprivate static let deep = Self(
    addEdges: pixel_add_edges, fillCells: deep_fill_cells, paintCells: deep_paint_cells, coverRow: pixel_cover_row)
}

extension KernelTable.Blurs {
  fileprivate static let fast = Self(
    boxLines: pixel_box_lines, shiftLines: pixel_shift_lines, meanBlocks: pixel_mean_blocks,
    enlargeRow: pixel_enlarge_row,
    wholeColumns: pixel_whole_columns, deepOfWholes: pixel_deep_of_wholes, finishLight: pixel_finish_light)
  fileprivate static let deep = Self(
    boxLines: pixel_box_lines, shiftLines: pixel_shift_lines, meanBlocks: deep_mean_blocks,
    enlargeRow: deep_enlarge_row,
    wholeColumns: pixel_whole_columns, deepOfWholes: pixel_deep_of_wholes, finishLight: pixel_finish_light)
}

extension KernelTable.Sprites {
  fileprivate static let fastOver = Self(list: pixel_draw_sprites_over, row: pixel_blend_over)
  fileprivate static let fastAdd = Self(list: pixel_draw_sprites_add, row: pixel_blend_add)
  fileprivate static let deepOver = Self(list: deep_draw_sprites_over, row: deep_blend_over)
  fileprivate static let deepAdd = Self(list: deep_draw_sprites_add, row: deep_blend_add)
}
