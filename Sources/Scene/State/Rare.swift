import Synchronization

/// A group of values with defaults on most layers. Nothing is allocated until one is set.
@dynamicMemberLookup @usableFromInline
package struct Rare<Group: RareGroup>: Sendable, Equatable {
  @usableFromInline
  // Copy-on-write: only a sole owner changes the value.
  final class Box: @unchecked Sendable {
    // Unchecked: a frame accesses boxes thousands of times, and each check takes as long as the access.
    @exclusivity(unchecked) @usableFromInline var value: Group
    /// The last result computed from the group.
    let derived = Mutex<Group.Derived?>(nil)

    @usableFromInline
    init(_ value: Group) { self.value = value }

    /// Reads values in place, because a copy retains all references.
    @inline(__always)
    func read<Result>(_ body: (UnsafePointer<Group>) -> Result) -> Result {
      withUnsafeMutablePointer(to: &value) { body(UnsafePointer($0)) }
    }
  }
  @usableFromInline var box: Box?

  @inlinable
  package init() {}

  @inlinable package var isUnset: Bool { box == nil }

  /// Returns a result that depends on the group: the last one if it is valid, otherwise a new one. Nil for a group with
  /// default values.
  func derived(where holds: (Group.Derived) -> Bool, make: (Group) -> Group.Derived) -> Group.Derived? {
    guard let box else { return nil }
    return box.derived.withLock { known in
      if let known, holds(known) { return known }
      let made = make(box.value)
      known = made
      return made
    }
  }

  /// The group. Setting it stores a new object, so that copies of the owner do not change.
  @usableFromInline package var value: Group {
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

@usableFromInline
package protocol RareGroup: Sendable, Equatable {
  /// A result that a frame computes from the group and may store with it.
  associatedtype Derived: Sendable = Void
  static var defaults: Self { get }
  /// Changes a group. Other owners keep the old value.
  /// - Parameter rare: address of its `Rare`. The body receives the address of the group.
  static func change(_ rare: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void)
  /// Like `Rare.rewrite`, with addresses.
  static func rewrite(
    _ memory: UnsafeMutableRawPointer, over committed: UnsafeMutableRawPointer, restore: GroupWriter,
    write: GroupWriter)
}

/// Writes to a group, given its address and that of the committed one.
@usableFromInline
package typealias GroupWriter = (_ group: UnsafeMutableRawPointer, _ committed: UnsafeMutableRawPointer) -> Void

extension RareGroup {
  // Methods of each group, compiled here for its type, where its members are known.
  @usableFromInline
  package static func change(_ rare: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Void) {
    let rare = rare.assumingMemoryBound(to: Rare<Self>.self)
    var group = rare.pointee.value
    withUnsafeMutablePointer(to: &group) { body(UnsafeMutableRawPointer($0)) }
    rare.pointee.value = group
  }

  @usableFromInline
  package static func rewrite(
    _ memory: UnsafeMutableRawPointer, over committed: UnsafeMutableRawPointer, restore: GroupWriter, write: GroupWriter
  ) {
    let committed = UnsafePointer(committed.assumingMemoryBound(to: Rare<Self>.self))
    memory.assumingMemoryBound(to: Rare<Self>.self).pointee.rewrite(over: committed, restore: restore, write: write)
  }
}

extension Rare {
  /// Replaces the group by a copy of the committed one with changed members. Reuses the object of the last frame unless
  /// another state refers to it.
  /// - Parameter committed: the same in every call. It is only read and not retained, because a node retains it.
  /// - Parameter restore: restores the members that `write` changed before.
  @inline(__always)
  mutating func rewrite(over committed: UnsafePointer<Rare>, restore: GroupWriter, write: GroupWriter) {
    guard let known = committed.pointee.box.map(Unmanaged.passUnretained) else {
      var defaults = Group.defaults
      fill(over: &defaults, restore, write)
      if box?.value == Group.defaults { box = nil }
      return
    }
    known._withUnsafeGuaranteedRef { fill(over: &$0.value, restore, write) }
  }

  private mutating func fill(over known: inout Group, _ restore: GroupWriter, _ write: GroupWriter) {
    let isOwn = isKnownUniquelyReferenced(&box)
    if !isOwn { box = Box(known) }
    guard let box else { return }
    withUnsafeMutablePointer(to: &known) { known in
      withUnsafeMutablePointer(to: &box.value) { group in
        let (known, group) = (UnsafeMutableRawPointer(known), UnsafeMutableRawPointer(group))
        if isOwn { restore(group, known) }
        write(group, known)
      }
    }
    if isOwn, Group.Derived.self != Void.self { box.derived.withLock { $0 = nil } }
  }
}
