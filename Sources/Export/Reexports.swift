// For all files of this module and for those that import it.
@_exported import StarmineImport
@_exported import StarminePresets
