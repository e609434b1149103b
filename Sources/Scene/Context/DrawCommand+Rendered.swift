extension DrawCommand {
  /// The command as drawn by Apple's `render(in:)`: shadows end at twice the standard deviation, and images use the
  /// quality of the context.
  package func asRendered(by quality: CGInterpolationQuality) -> [DrawCommand] {
    switch self {
    case .shadow(let shadow):
      let reach = (x: Int((2 * shadow.sigmaX).rounded(.up)), y: Int((2 * shadow.sigmaY).rounded(.up)))
      let seen = shadow.silhouetteBounds.moved(shadow.offsetX, shadow.offsetY, by: reach)
      var group = GroupCommand(bounds: shadow.bounds)
      let rect = CGRect(x: seen.minX, y: seen.minY, width: seen.maxX - seen.minX, height: seen.maxY - seen.minY)
      group.clip = (.roundedRect(RoundedRect(rect)), PlaneTransform(CGAffineTransform.identity))
      return [.pushGroup(group), self, .popGroup]
    case .image(var image) where image.filter == .linear:
      // The default of Core Graphics averages reduced images.
      image.filter = quality == .default ? .trilinear : quality.filter
      return [.image(image)]
    default: return [self]
    }
  }
}
