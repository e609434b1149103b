import Synchronization

/// A cached object with the lifetime of its owner. Users of the owner read it without reference counting.
package struct CachedObject: ~Copyable, Sendable {
  /// Address of the object, or 0.
  private let reference = Atomic<UInt>(0)

  package init() {}

  deinit {
    if let address { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  /// Address of the object stored by `keep`, or nil.
  package var address: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: reference.load(ordering: .acquiring)) }

  /// Stores an object unless another thread was faster. Returns the address of the stored object.
  package func keep(_ object: any AnyObject & Sendable) -> UnsafeRawPointer {
    let own = Unmanaged<AnyObject>.passRetained(object)
    let address = UnsafeRawPointer(own.toOpaque())
    let before = reference.compareExchange(
      expected: 0, desired: UInt(bitPattern: address), ordering: .acquiringAndReleasing
    ).original
    guard let known = UnsafeRawPointer(bitPattern: before) else { return address }
    own.release()
    return known
  }
}
