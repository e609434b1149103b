// For all files of this module.
@_exported import FlyingFox
@_exported import StarmineRendering
