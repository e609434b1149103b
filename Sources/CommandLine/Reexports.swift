// For all files of this module.
@_exported import ArgumentParser
@_exported import StarmineEmbedding
@_exported import StarmineFarm
@_exported import StarmineRendering
@_exported import StarmineTuning
