/// A history that a tree has: an object, because a frame that hands thousands of them on would count five references
/// of each.
final class CommittedEmission: Sendable {
  let emission: Emission

  init(_ emission: Emission) { self.emission = emission }
}
