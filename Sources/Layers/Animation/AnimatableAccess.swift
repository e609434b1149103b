import Foundation
import StarmineGraphics
import StarmineScene

/// Typed access to a property, for animations.
protocol AnimatableAccess<Root>: Sendable {
  associatedtype Root
  /// Nil where the values have no effect.
  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Root>?
}

/// A part of a value.
struct PartAccess<Root, Part>: AnimatableAccess {
  private let part: any AnimatableAccess<Part>
  private let path: any WritableKeyPath<Root, Part> & Sendable
  /// Found once: key paths are walked at run time.
  private let place: Int?

  init(part: any AnimatableAccess<Part>, path: any WritableKeyPath<Root, Part> & Sendable) {
    (self.part, self.path, place) = (part, path, MemoryLayout<Root>.offset(of: path))
  }

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Root>? {
    try part.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .lifted(through: path, at: place)
  }
}

/// A value that may be missing.
struct OptionalAccess<Wrapped>: AnimatableAccess {
  let wrapped: any AnimatableAccess<Wrapped>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Wrapped?>? {
    try wrapped.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToOptional()
  }
}

/// A group of values that few layers have.
struct RareAccess<Group: RareGroup>: AnimatableAccess {
  let group: any AnimatableAccess<Group>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Rare<Group>>? {
    try group.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToRare()
  }
}
