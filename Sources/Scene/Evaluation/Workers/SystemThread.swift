import Glibc

/// A system thread whose start can fail. Foundation's `Thread` does not report that, so waiting would never end.
package enum SystemThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a detached thread.
  /// - Parameter stackSize: bytes.
  /// - Returns: an `errno` value; 0 for success.
  package static func start(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Int32 {
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
      guard let attributes = attributes.baseAddress, pthread_attr_init(attributes) == 0 else { return ENOMEM }
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      return start(attributes, Start(body))
    }
  }

  private static func start(_ attributes: UnsafePointer<pthread_attr_t>, _ start: Start) -> Int32 {
    let owner = Unmanaged.passRetained(start)
    var thread: pthread_t = 0
    let failure = pthread_create(&thread, attributes, SystemThread.run, owner.toOpaque())
    if failure != 0 { owner.release() }
    return failure
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { owner in
    if let owner { Unmanaged<Start>.fromOpaque(owner).takeRetainedValue().body() }
    return nil
  }
}
