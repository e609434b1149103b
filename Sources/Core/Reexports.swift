// One import gives a user what draws without views: Foundation's geometry, layers, movies, and what reads and writes
// pictures.
@_exported import Foundation
@_exported import StarmineGraphics
@_exported import StarmineLayers
@_exported import StarmineMedia
@_exported import StarmineRaster
@_exported import StarmineScene
