package import StarmineScene

extension ParticleKernels {
  /// Plain Swift that the kernels in C are checked against.
  package static let reference = {
    var kernels = ParticleKernels.fast
    kernels.select = referenceSelect
    kernels.birthsFromShape = referenceBirthsFromShape
    kernels.birthsFromParents = referenceBirthsFromParents
    kernels.drawFromShape = referenceDrawFromShape
    kernels.drawFromParents = referenceDrawFromParents
    kernels.drawBirths = referenceDrawBirths
    kernels.integrate = referenceIntegrate
    kernels.follow = referenceFollow
    return kernels
  }()
}
