// Layers, geometry and statistics that the interface of this module names.
@_exported import StarmineCore
