// For all files of this module.
@_exported import StarmineRendering
