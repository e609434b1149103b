// Modules whose types are part of this module's interface.
@_exported import StarmineCore
