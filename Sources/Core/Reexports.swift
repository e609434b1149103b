// A single import provides everything for drawing without views: Foundation's geometry, layers, movies, and image
// files.
@_exported import Foundation
@_exported import StarmineGraphics
@_exported import StarmineLayers
@_exported import StarmineMedia
@_exported import StarmineRaster
@_exported import StarmineScene
