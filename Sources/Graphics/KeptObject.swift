import Synchronization

/// An object that is found once and stays for as long as its owner: whoever holds the owner reads it without counting
/// a reference.
package struct KeptObject: ~Copyable, @unchecked Sendable {  // The object is `Sendable`, its address atomic.
  private let reference = Atomic<UnsafeRawPointer?>(nil)

  package init() {}

  deinit {
    if let address { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  /// Address of the object, which is of the class that `keep` was given; nil before.
  package var address: UnsafeRawPointer? { reference.load(ordering: .acquiring) }

  /// Keeps an object unless another thread was faster. Answers the address of what is kept: one object for all.
  package func keep(_ object: any AnyObject & Sendable) -> UnsafeRawPointer {
    let own = Unmanaged<AnyObject>.passRetained(object)
    let result = reference.compareExchange(
      expected: nil, desired: UnsafeRawPointer(own.toOpaque()), ordering: .acquiringAndReleasing)
    guard let known = result.original else { return UnsafeRawPointer(own.toOpaque()) }
    own.release()
    return known
  }
}
