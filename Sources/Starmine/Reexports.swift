// One import gives a user everything, as UIKit's does: Foundation's geometry, layers, movies, presets, and what reads and
// writes pictures.
@_exported import Foundation
@_exported import Graphics
@_exported import Layers
@_exported import Media
@_exported import Pop
@_exported import Presets
@_exported import Raster
@_exported import Scene
@_exported import Views
