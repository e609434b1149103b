/// An object per thread, created on first use and released when the thread ends.
package struct ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
    demand(result == 0, "no thread-specific storage left")
    (self.key, self.make) = (key, make)
  }

  package var value: Value {
    if let pointer = pthread_getspecific(key) { return Unmanaged<Value>.fromOpaque(pointer).takeUnretainedValue() }
    let value = make()
    pthread_setspecific(key, Unmanaged.passRetained(value).toOpaque())
    return value
  }

  /// Passes the object without retaining it, because the thread retains it.
  @inline(__always)
  func withValue<Result>(_ body: (Value) -> Result) -> Result {
    guard let pointer = pthread_getspecific(key) else { return body(value) }
    return Unmanaged<Value>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }
}
