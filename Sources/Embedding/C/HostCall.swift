import CStarmineEmbedding

/// The scene of a host's handle.
final class HostHandle: Sendable {
  nonisolated(unsafe) private let scene: HostedScene  // The gate admits one call at a time.
  nonisolated(unsafe) private let gate = UnsafeMutablePointer<GateScene>.allocate(capacity: 1)  // It locks itself.
  /// Cancellation of the present call. Without a lock: cancelling is outside the gate and can happen during a fork.
  private let cancellation = Cancellation()

  private init(_ scene: sending HostedScene) {
    self.scene = scene
    gate.initialize(to: GateScene())
  }

  /// The handle for a host, which ends it by `end`.
  static func pointer(to scene: sending HostedScene) -> OpaquePointer {
    let handle = HostHandle(scene)
    let pointer = Unmanaged.passRetained(handle).toOpaque()
    handle.gate.pointee.handle = pointer
    return OpaquePointer(pointer)
  }

  static func of(_ pointer: OpaquePointer) -> HostHandle {
    Unmanaged<HostHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  func answer(
    _ error: ErrorPlace, _ body: (HostedScene, Cancellation) throws(HostError) -> Void
  ) -> starmine_status {
    StarmineEmbedding.answer(error, gate) { () throws(HostError) in
      cancellation.clear()
      try body(scene, cancellation)
    }
  }

  func cancel() { cancellation.request() }

  /// Ends a scene after its present call; within a callback, after the call that made it.
  static func end(_ pointer: OpaquePointer) {
    if gate_is_cut_off() { return }
    let gate = of(pointer).gate
    if gate_is_inside() { return gate_close_later(gate) }
    gate_enter(gate)
    Unmanaged<HostHandle>.fromOpaque(UnsafeRawPointer(pointer)).release()
    _ = gate_leave()
    gate.deallocate()
  }
}

typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// Runs a call of a host: not during a fork, with default floating-point rounding, and with its error as JSON.
func answer(
  _ error: ErrorPlace, _ gate: UnsafeMutablePointer<GateScene>? = nil, _ body: () throws(HostError) -> Void
) -> starmine_status {
  error?.pointee = nil
  func fail(_ failure: HostError) -> starmine_status {
    error?.pointee = gate_is_cut_off() ? gate_refusal() : text(of: failure.problems)
    return failure.kind.status
  }
  if gate_is_cut_off() { return fail(.cutOff) }
  if gate_is_inside() { return fail(HostError(.argument, "a callback cannot call the library")) }
  if gate_stack_is_small() {
    return fail(HostError(.argument, "the thread's stack is too small: call from a thread with at least 512 KiB"))
  }
  gate_enter(gate)
  defer {
    var closed = gate_leave()
    while let scene = closed {
      closed = scene.pointee.next
      HostHandle.end(OpaquePointer(scene.pointee.handle!))
    }
  }
  LibraryLog.leaveAlone()
  do throws(HostError) {
    try body()
    return STARMINE_OK
  } catch {
    return fail(error)
  }
}

func answer(
  _ error: ErrorPlace, of scene: OpaquePointer?, _ body: (HostedScene, Cancellation) throws(HostError) -> Void
) -> starmine_status {
  guard let scene else {
    return answer(error) { () throws(HostError) in throw HostError(.argument, "the scene is NULL") }
  }
  return HostHandle.of(scene).answer(error, body)
}

func answer(text body: () throws(HostError) -> String) -> UnsafeMutablePointer<CChar>? {
  var result: UnsafeMutablePointer<CChar>?
  _ = answer(nil) { () throws(HostError) in result = try copy(body()) }
  return result
}

func answer(
  of scene: OpaquePointer?, text body: (HostedScene) throws(HostError) -> String
) -> UnsafeMutablePointer<CChar>? {
  var result: UnsafeMutablePointer<CChar>?
  _ = answer(nil, of: scene) { (scene, _) throws(HostError) in result = try copy(body(scene)) }
  return result
}

/// Copies a string for the host to free. Errors: a NUL in the string.
private func copy(_ text: String) throws(HostError) -> UnsafeMutablePointer<CChar>? {
  guard !text.utf8.contains(0) else { throw HostError(.problems, "the text contains a NUL character") }
  return strdup(text)
}

func text(of value: some Encodable) -> UnsafeMutablePointer<CChar>? {
  guard let data = try? JSONText.line(value) else { return nil }
  return strdup(String(decoding: data, as: UTF8.self))
}

func json(_ value: some Encodable) throws(HostError) -> String {
  do { return String(decoding: try JSONText.line(value), as: UTF8.self) } catch {
    throw HostError(.problems, "\(error)")
  }
}

/// An array of strings from a host. The pointer may be null if the count is 0.
func strings(
  _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ what: String
) throws(HostError) -> [String] {
  guard count >= 0, count <= 100_000, texts != nil || count == 0 else {
    throw HostError(.argument, "\(count) \(what)s: expected 0 to 100000")
  }
  var result: [String] = []
  for index in 0..<count { result.append(try string(texts?[index], "\(what) \(index)")) }
  return result
}

func string(_ text: UnsafePointer<CChar>?, _ what: String) throws(HostError) -> String {
  guard let text else { throw HostError(.argument, "\(what) is missing") }
  return String(cString: text)
}

extension HostError {
  /// For a child forked during an export. Its text is `gate_refusal`, because creating one may take locks.
  static let cutOff = HostError(.argument, [])
}

extension HostError.Kind {
  fileprivate var status: starmine_status {
    switch self {
    case .problems: STARMINE_PROBLEMS
    case .unknown: STARMINE_UNKNOWN
    case .argument: STARMINE_ARGUMENT
    case .memory: STARMINE_MEMORY
    case .cancelled: STARMINE_CANCELLED
    }
  }
}
