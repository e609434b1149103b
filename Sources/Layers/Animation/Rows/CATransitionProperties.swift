import Foundation
import StarmineScene

extension Property where Root == AnimationValues {
  static let transition: [Property<AnimationValues>] = [
    Property(
      "type", \.special.transition.type, animatable: false, "How the new picture takes the place of the old one."),
    Property("subtype", \.special.transition.subtype, animatable: false, "Where the movement comes from."),
    Property(
      "startProgress", \.special.transition.startProgress, range: 0...1, animatable: false,
      "How far the transition has come at its beginning."),
    Property(
      "endProgress", \.special.transition.endProgress, range: 0...1, animatable: false,
      "How far the transition has come at its end."),
  ]
}
