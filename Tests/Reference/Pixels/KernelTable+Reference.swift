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

  /// The same for floats.
  package var deepTable: KernelTable {
    switch self {
    case .reference: .deepReference
    case .fast: .deep
    }
  }
}

extension KernelTable {
  /// Plain Swift, one pixel at a time: says what the others must compute.
  package static let reference = KernelTable(
    form: .words, countParticles: referenceCountParticles, placeParticles: referencePlaceParticles,
    over: .referenceOver,
    add: .referenceAdd, affinePositions: referenceAffinePositions, perspectivePositions: referencePerspectivePositions,
    sampleBilinear: referenceSampleBilinear,
    fill: { ReferenceRows<UInt32>.fill($0, $1, $2, $3, $4) }, copyRows: referenceCopyRows,
    fillSpan: { ReferenceRows<UInt32>.fillSpan($0, $1, $2, $3) }, roundRows: referenceRoundRows,
    fillRows: { ReferenceRows<UInt32>.fillRows($0, $1, $2, $3, $4, $5, $6, $7) },
    fillSpans: { ReferenceRows<UInt32>.fillSpans($0, $1, $2, $3, $4) },
    fillBox: { ReferenceRows<UInt32>.fillBox($0, $1, $2, $3, $4, $5, $6, $7) },
    compositeSpan: { ReferenceRows<UInt32>.compositeSpan($0, $1, $2, $3, $4) }, coverage: .reference, joins: .reference,
    blurs: .reference, gradientRows: { ReferenceRows<UInt32>.gradientRows($0, $1, $2, $3, $4, $5, $6) })

  /// The same for floats.
  package static let deepReference = KernelTable(
    form: .floats, countParticles: referenceCountParticles, placeParticles: referencePlaceParticles,
    over: .deepReferenceOver,
    add: .deepReferenceAdd, affinePositions: referenceAffinePositions,
    perspectivePositions: referencePerspectivePositions, sampleBilinear: referenceSampleBilinear,
    fill: { ReferenceRows<DeepPixel>.fill($0, $1, $2, $3, $4) }, copyRows: referenceCopyRows,
    fillSpan: { ReferenceRows<DeepPixel>.fillSpan($0, $1, $2, $3) }, roundRows: referenceRoundRows,
    fillRows: { ReferenceRows<DeepPixel>.fillRows($0, $1, $2, $3, $4, $5, $6, $7) },
    fillSpans: { ReferenceRows<DeepPixel>.fillSpans($0, $1, $2, $3, $4) },
    fillBox: { ReferenceRows<DeepPixel>.fillBox($0, $1, $2, $3, $4, $5, $6, $7) },
    compositeSpan: { ReferenceRows<DeepPixel>.compositeSpan($0, $1, $2, $3, $4) }, coverage: .deepReference,
    joins: .deepReference,
    blurs: .deepReference, gradientRows: { ReferenceRows<DeepPixel>.gradientRows($0, $1, $2, $3, $4, $5, $6) })
}

extension KernelTable.Joins {
  fileprivate static let reference = Self(
    combineSpan: { ReferenceRows<UInt32>.combineSpan($0, $1, $2, $3) },
    mixSpan: { ReferenceRows<UInt32>.mixSpan($0, $1, $2, $3) },
    blendSpan: { ReferenceRows<UInt32>.blendSpan($0, $1, $2, $3) })
  fileprivate static let deepReference = Self(
    combineSpan: { ReferenceRows<DeepPixel>.combineSpan($0, $1, $2, $3) },
    mixSpan: { ReferenceRows<DeepPixel>.mixSpan($0, $1, $2, $3) },
    blendSpan: { ReferenceRows<DeepPixel>.blendSpan($0, $1, $2, $3) })
}

extension KernelTable.Coverage {
  fileprivate static let reference = Self(
    addEdges: referenceAddEdges, fillCells: { ReferenceRows<UInt32>.fillCells($0, $1, $2, $3) },
    paintCells: { ReferenceRows<UInt32>.paintCells($0, $1, $2, $3, $4, $5, $6) }, coverRow: referenceCoverRow)
  fileprivate static let deepReference = Self(
    addEdges: referenceAddEdges, fillCells: { ReferenceRows<DeepPixel>.fillCells($0, $1, $2, $3) },
    paintCells: { ReferenceRows<DeepPixel>.paintCells($0, $1, $2, $3, $4, $5, $6) }, coverRow: referenceCoverRow)
}

extension KernelTable.Blurs {
  fileprivate static let reference = Self(
    boxLines: referenceBoxLines, shiftLines: referenceShiftLines, meanBlocks: referenceMeanBlocks,
    enlargeRow: referenceEnlargeRow,
    wholeColumns: referenceWholeColumns, deepOfWholes: referenceDeepOfWholes, finishLight: referenceFinishLight)
  fileprivate static let deepReference = Self(
    boxLines: referenceBoxLines, shiftLines: referenceShiftLines, meanBlocks: referenceDeepMeanBlocks,
    enlargeRow: referenceDeepEnlargeRow,
    wholeColumns: referenceWholeColumns, deepOfWholes: referenceDeepOfWholes, finishLight: referenceFinishLight)
}

extension KernelTable.Sprites {
  fileprivate static let referenceOver = Self(
    list: { target, sprites, count, sources, _ in
      ReferenceSprites<UInt32>(target: target.pointee, isAdditive: false).draw(sprites, count, sources)
    },
    row: { ReferenceRows<UInt32>.blend($0, $1, $2, $3, $4, $5, $6, $7, isAdditive: false) })
  fileprivate static let referenceAdd = Self(
    list: { target, sprites, count, sources, _ in
      ReferenceSprites<UInt32>(target: target.pointee, isAdditive: true).draw(sprites, count, sources)
    },
    row: { ReferenceRows<UInt32>.blend($0, $1, $2, $3, $4, $5, $6, $7, isAdditive: true) })
  fileprivate static let deepReferenceOver = Self(
    list: { target, sprites, count, sources, _ in
      ReferenceSprites<DeepPixel>(target: target.pointee, isAdditive: false).draw(sprites, count, sources)
    },
    row: { ReferenceRows<DeepPixel>.blend($0, $1, $2, $3, $4, $5, $6, $7, isAdditive: false) })
  fileprivate static let deepReferenceAdd = Self(
    list: { target, sprites, count, sources, _ in
      ReferenceSprites<DeepPixel>(target: target.pointee, isAdditive: true).draw(sprites, count, sources)
    },
    row: { ReferenceRows<DeepPixel>.blend($0, $1, $2, $3, $4, $5, $6, $7, isAdditive: true) })
}
