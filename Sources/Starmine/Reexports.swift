// One import gives a user everything, as UIKit's does: Foundation's geometry, layers, movies, presets, and what reads
// and writes pictures.
@_exported import Foundation
@_exported import StarmineGraphics
@_exported import StarmineLayers
@_exported import StarmineMedia
@_exported import StarminePop
@_exported import StarminePresets
@_exported import StarmineRaster
@_exported import StarmineScene
@_exported import StarmineViews
