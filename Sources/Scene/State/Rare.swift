import Synchronization

/// A group of values that most layers leave at their defaults: nothing is allocated until one is set.
@dynamicMemberLookup
package struct Rare<Group: RareGroup>: Sendable, Equatable {
  @usableFromInline
  // Only a sole owner changes the value, as the storage of an array is.
  final class Box: @unchecked Sendable {
    // Unchecked: a frame looks at boxes thousands of times, and each check takes as long as what it guards.
    @exclusivity(unchecked) @usableFromInline var value: Group
    /// Result that was last worked out from the group.
    let derived = Mutex<Group.Derived?>(nil)

    @usableFromInline
    init(_ value: Group) { self.value = value }
  }
  @usableFromInline var box: Box?

  @inlinable
  package init() {}

  /// Whether no value was ever set to another than its default.
  @inlinable package var isUnset: Bool { box == nil }

  /// Whether the two are one value that nobody has changed.
  func isSame(as other: Self) -> Bool { box === other.box }

  /// A result that follows from the group: as it was last worked out where that still holds, otherwise worked out and
  /// kept. Nil for a group at its defaults.
  func derived(where holds: (Group.Derived) -> Bool, make: (Group) -> Group.Derived) -> Group.Derived? {
    guard let box else { return nil }
    return box.derived.withLock { known in
      if let known, holds(known) { return known }
      let made = make(box.value)
      known = made
      return made
    }
  }

  /// The group; setting it stores a new copy, so that copies of the owner keep theirs.
  package var value: Group {
    @inlinable get { box?.value ?? Group.defaults }
    @inlinable set { if box != nil || newValue != Group.defaults { box = Box(newValue) } }
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Group, Value>) -> Value {
    @inlinable get { value[keyPath: path] }
    @inlinable set { value[keyPath: path] = newValue }
  }

  @inlinable
  package static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.value == right.value
  }
}

/// A group of values that `Rare` can hold.
package protocol RareGroup: Sendable, Equatable {
  /// Result that a frame works out from the group and may keep with it.
  associatedtype Derived: Sendable = Void
  static var defaults: Self { get }
  /// Changes such groups where they lie.
  static func rareChange() -> RareChange
}

/// Changes a group, given the address of its `Rare`; the body gets the address of the group.
package typealias RareChange =
  @Sendable (_ rare: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void) -> Void

extension RareGroup {
  // A witness of each group, so that it is compiled for it here, where its parts are known.
  package static func rareChange() -> RareChange {
    let memory = RareScratch<Self>()
    return { rare, body in
      memory.change(&rare.assumingMemoryBound(to: Rare<Self>.self).pointee) { group in
        withUnsafeMutablePointer(to: &group) { body(UnsafeMutableRawPointer($0)) }
      }
    }
  }
}

/// Where animated groups lie: memory that one frame after the other uses, nothing else of it.
package final class RareScratch<Group: RareGroup>: Sendable {
  private let spare = Mutex(Rare<Group>())

  package init() {}

  /// Changes a group in the memory, or in new memory where a state that lies there is still in use.
  package func change(_ rare: inout Rare<Group>, _ body: (inout Group) -> Void) {
    spare.withLock { spare in
      spare.replace(by: rare.value)
      // Nobody else can have seen the box yet.
      if let box = spare.box { body(&box.value) }
      if !rare.isUnset || spare.value != Group.defaults { rare = spare }
    }
  }
}

extension Rare {
  /// Stores the group in the box if nobody else has that, otherwise in a new one.
  fileprivate mutating func replace(by group: Group) {
    guard isKnownUniquelyReferenced(&box), let box else {
      box = Box(group)
      return
    }
    box.value = group
    box.derived.withLock { $0 = nil }
  }
}
