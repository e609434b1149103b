// For all files of this module and for those that import it.
@_exported import Foundation
@_exported import StarmineGraphics
