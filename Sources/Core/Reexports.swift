// A single import is sufficient for drawing without views: Foundation's geometry, layers, movies, image files.
@_exported import Foundation
@_exported import StarmineGraphics
@_exported import StarmineLayers
@_exported import StarmineMedia
@_exported import StarmineRaster
@_exported import StarmineScene
