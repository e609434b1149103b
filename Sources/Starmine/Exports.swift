// One import gives a user everything: layers, movies, presets, and what reads and writes pictures.
@_exported import Graphics
@_exported import Layers
@_exported import Media
@_exported import Presets
@_exported import Raster
@_exported import Scene
