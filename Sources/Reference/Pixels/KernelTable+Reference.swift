package import StarmineRaster

/// Which implementation of the pixel loops runs. Both give the same bytes.
package enum KernelLevel: String, Sendable, CaseIterable {
  /// Plain Swift, one pixel at a time: says what the others must compute.
  case reference
  /// C, compiled for several vector widths and chosen for this processor at load time.
  case fast

  package var table: KernelTable {
    switch self {
    case .reference: .reference
    case .fast: .fast
    }
  }
}

extension KernelTable {
  /// Plain Swift, one pixel at a time: says what the others must compute.
  package static let reference = KernelTable(
    countParticles: referenceCountParticles, placeParticles: referencePlaceParticles, over: .referenceOver,
    add: .referenceAdd, affinePositions: referenceAffinePositions, sampleBilinear: referenceSampleBilinear,
    fill: referenceFill, copyRows: referenceCopyRows, fillSpan: referenceFillSpan, roundRows: referenceRoundRows,
    fillRows: referenceFillRows, fillSpans: referenceFillSpans, fillBox: referenceFillBox,
    compositeSpan: referenceCompositeSpan, coverage: .reference, joins: .reference, blurs: .reference,
    gradientRows: referenceGradientRows)
}

extension KernelTable.Joins {
  fileprivate static let reference = Self(
    combineSpan: referenceCombineSpan, mixSpan: referenceMixSpan, blendSpan: referenceBlendSpan)
}

extension KernelTable.Coverage {
  fileprivate static let reference = Self(
    addEdges: referenceAddEdges, fillCells: referenceFillCells, paintCells: referencePaintCells,
    coverRow: referenceCoverRow)
}

extension KernelTable.Blurs {
  fileprivate static let reference = Self(
    boxLines: referenceBoxLines, meanBlocks: referenceMeanBlocks, enlargeRow: referenceEnlargeRow,
    changeLight: referenceChangeLight)
}

extension KernelTable.Sprites {
  fileprivate static let referenceOver = Self(
    list: nil, upright: referenceDrawUprightOver, whole: referenceDrawWholeOver, rotated: referenceDrawRotatedOver,
    rotatedQuads: referenceDrawRotatedQuadsOver, row: referenceBlendOver)
  fileprivate static let referenceAdd = Self(
    list: nil, upright: referenceDrawUprightAdd, whole: referenceDrawWholeAdd, rotated: referenceDrawRotatedAdd,
    rotatedQuads: referenceDrawRotatedQuadsAdd, row: referenceBlendAdd)
}
