import Synchronization

/// An object that is found once and stays for as long as its owner: holders of the owner read it without counting
/// a reference.
package struct KeptObject: ~Copyable, Sendable {
  /// The object's address; 0 before there is one.
  private let reference = Atomic<UInt>(0)

  package init() {}

  deinit {
    if let address { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  /// Address of the object, which is of the class that `keep` was given; nil before.
  package var address: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: reference.load(ordering: .acquiring)) }

  /// Keeps an object unless another thread was faster. Answers the address of what is kept: one object for all.
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
