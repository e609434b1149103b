import FlyingSocks
import Glibc
import Synchronization

/// Open connections. It cuts late connections and reports closed clients. A cut connection can neither read nor write,
/// and ends itself.
final class ConnectionRegister: Sendable {
  private let most: Int
  private let open = Mutex<[ObjectIdentifier: OpenConnection]>([:])

  init(most: Int) { self.most = most }

  /// Adds a connection. Above the limit, cuts the one that has waited longest for a request. Returns nil, and closes
  /// the socket, if none waits.
  func add(_ socket: AsyncSocket) -> OpenConnection? {
    let connection = OpenConnection(socket)
    let count = open.withLock { $0.count }
    // Cut connections need a moment to end.
    guard count < most || cutOldest() && count < 2 * most else {
      connection.close()
      return nil
    }
    open.withLock { $0[ObjectIdentifier(connection)] = connection }
    return connection
  }

  /// Cuts the connection that has waited longest for a request. Returns false if none waits.
  @discardableResult
  func cutOldest() -> Bool {
    let oldest = open.withLock { open in open.values.filter(\.isIdle).min { $0.since < $1.since } }
    oldest?.cut()
    return oldest != nil
  }

  /// Cuts a connection if there are no descriptors, unless one is about to be released.
  func makeRoom() {
    if !open.withLock({ $0.values.contains(where: \.isCut) }) { cutOldest() }
  }

  func remove(_ connection: OpenConnection) {
    connection.close()
    open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  func watch(every pause: Duration) async throws {
    while true {
      try await Task.sleep(for: pause)
      let now = ContinuousClock.now
      for connection in open.withLock({ Array($0.values) }) { connection.look(at: now) }
    }
  }
}

final class OpenConnection: Sendable {
  private struct State {
    var deadline: ContinuousClock.Instant?
    var isIdle = true
    var since = ContinuousClock.now
    /// Called once when the client has gone.
    var onGone: (@Sendable () -> Void)?
    var isCut = false
    var isClosed = false
  }

  let socket: AsyncSocket
  private let state = Mutex(State())

  init(_ socket: AsyncSocket) { self.socket = socket }

  var isCut: Bool { state.withLock { $0.isCut } }
  var isIdle: Bool { state.withLock { $0.isIdle && !$0.isCut } }
  var since: ContinuousClock.Instant { state.withLock { $0.since } }

  func wait(_ time: Duration) { set(.now + time, isIdle: true) }
  func work(onGone: @escaping @Sendable () -> Void) { set(nil, isIdle: false, onGone) }
  func write(_ time: Duration) { set(.now + time, isIdle: false) }
  func talk() { set(nil, isIdle: false) }

  private func set(
    _ deadline: ContinuousClock.Instant?, isIdle: Bool, _ onGone: (@Sendable () -> Void)? = nil
  ) {
    state.withLock { state in
      if isIdle, !state.isIdle { state.since = .now }
      (state.deadline, state.isIdle, state.onGone) = (deadline, isIdle, onGone)
    }
  }

  /// Shuts down both directions, which wakes waiting tasks.
  func cut() { state.withLock { cut(&$0) } }

  private func cut(_ state: inout State) {
    guard !state.isClosed else { return }
    state.isCut = true
    shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR))
  }

  func endWriting() {
    state.withLock { state in
      if !state.isClosed { shutdown(socket.socket.file.rawValue, Int32(SHUT_WR)) }
    }
  }

  fileprivate func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      try? socket.close()
    }
  }

  /// Cuts it if it is late, and reports if its client has gone.
  fileprivate func look(at now: ContinuousClock.Instant) {
    let onGone = state.withLock { state -> (@Sendable () -> Void)? in
      if let deadline = state.deadline, deadline < now { cut(&state) }
      guard state.onGone != nil, !state.isClosed, isGone else { return nil }
      return state.onGone.take()
    }
    onGone?()
  }

  /// Linux's POLLRDHUP: the client sends no more.
  private static let hangUp: Int16 = 0x2000

  /// Whether the client sends no more, even if there is unread input.
  private var isGone: Bool {
    var place = pollfd(fd: socket.socket.file.rawValue, events: Self.hangUp, revents: 0)
    return poll(&place, 1, 0) > 0
  }
}

struct Listener {
  let port: UInt16
  let handler: StudioHandler
  let limits: ServerLimits

  /// Pause if the system has no resources for connections.
  private static let pause = Duration.milliseconds(20)

  /// Errors: the port is in use, no descriptors.
  /// - Parameter onStart: takes the port.
  func run(onStart: (UInt16) -> Void) async throws {
    let pool = HTTPServer.defaultPool()
    try await pool.prepare()
    let socket = try Socket(domain: AF_INET)
    try socket.setValue(true, for: .localAddressReuse)
    try socket.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    try socket.listen()
    let listening = try AsyncSocket(socket: socket, pool: pool)
    guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    onStart(port)
    let register = ConnectionRegister(most: limits.connections)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask { [limits] in try await register.watch(every: limits.watchTime) }
      group.addTask { try await accept(listening, register) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func accept(_ listening: AsyncSocket, _ register: ConnectionRegister) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      while true {
        guard let socket = try await next(listening) else {
          register.makeRoom()
          continue
        }
        guard let connection = register.add(socket) else { continue }
        group.addTask { [handler, limits] in
          var client = ClientConnection(connection, handler, limits)
          await client.serve()
          register.remove(connection)
        }
      }
    }
  }

  /// Nil for a failed connection or missing resources. The next one may work.
  private func next(_ listening: AsyncSocket) async throws -> AsyncSocket? {
    do {
      return try await listening.accept()
    } catch SocketError.failed(_, let code, _) where code != EBADF && code != EINVAL && code != ENOTSOCK {
      try await Task.sleep(for: Self.pause)
      return nil
    }
  }
}
