/// One object per thread, made on first use and released when the thread ends.
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

  /// The object of the calling thread.
  package var value: Value {
    if let pointer = pthread_getspecific(key) { return Unmanaged<Value>.fromOpaque(pointer).takeUnretainedValue() }
    let value = make()
    pthread_setspecific(key, Unmanaged.passRetained(value).toOpaque())
    return value
  }

  /// Calls with the object of the calling thread, which is not counted: the thread holds it.
  @inline(__always)
  func withValue<Result>(_ body: (Value) -> Result) -> Result {
    guard let pointer = pthread_getspecific(key) else { return body(value) }
    return Unmanaged<Value>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }
}
