import FlyingFox
import FlyingSocks
import Foundation
import Glibc

/// Takes connections on this machine, for as long as the task runs.
struct Listener {
  let port: UInt16
  let handler: StudioHandler
  let limits: ServerLimits

  /// How long nothing is accepted when the system has nothing to give.
  private static let pause = Duration.milliseconds(20)

  /// Errors: the port is taken, the system gives no descriptors.
  ///
  /// - Parameter onStart: gets the port.
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

  /// Nil where a connection has failed, or nothing is left to make one of: the next one may work.
  private func next(_ listening: AsyncSocket) async throws -> AsyncSocket? {
    do {
      return try await listening.accept()
    } catch SocketError.failed(_, let code, _) where code != EBADF && code != EINVAL && code != ENOTSOCK {
      try await Task.sleep(for: Self.pause)
      return nil
    }
  }
}
