// One import gives a user everything that drawing code needs.
@_exported import Graphics
@_exported import Layers
@_exported import Scene
