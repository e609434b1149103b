// One import gives a user everything, as UIKit's does: layers and movies, with views and POP.
@_exported import StarmineCore
@_exported import StarminePop
@_exported import StarmineRendering
@_exported import StarmineViews
