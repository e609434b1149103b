// One import gives layers with their geometry, as QuartzCore does. It holds for all files of this module.
@_exported import Foundation
@_exported import StarmineGraphics
@_exported import StarmineScene
