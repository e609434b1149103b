package import StarmineScene

extension ParticleKernels {
  /// Plain Swift that the kernels in C are checked against.
  package static let reference = ParticleKernels(
    select: referenceSelect, birthsFromShape: referenceBirthsFromShape,
    birthsFromParents: referenceBirthsFromParents, drawFromShape: referenceDrawFromShape,
    drawFromParents: referenceDrawFromParents, drawBirths: referenceDrawBirths, integrate: referenceIntegrate,
    follow: referenceFollow)
}
