// A single import for everything, as in UIKit: layers and movies, views and POP.
@_exported import StarmineCore
@_exported import StarminePop
@_exported import StarmineRendering
@_exported import StarmineViews
