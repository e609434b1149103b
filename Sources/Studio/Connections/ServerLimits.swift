/// Limits for clients, before and after their token is known. Tests use smaller ones.
package struct ServerLimits: Sendable {
  /// Maximum bytes of a request's first line and its head.
  package var line = 8 << 10
  package var head = 16 << 10
  /// Maximum bytes of a body and of a message.
  package var body = 8 << 20
  package var message = 8 << 20
  /// Maximum bytes discarded after a refused request, so that the client can read the reply.
  package var discarded = 64 << 20

  /// Maximum time for a head and a body after their start.
  package var headTime = Duration.seconds(10)
  package var bodyTime = Duration.seconds(60)
  /// Maximum time of a connection without a request.
  package var idleTime = Duration.seconds(30)
  /// Maximum time for reading the next part of a reply.
  package var writeTime = Duration.seconds(30)
  /// Maximum time for closing a connection.
  package var lingerTime = Duration.seconds(2)
  /// Interval of checks for late or closed connections.
  package var watchTime = Duration.milliseconds(100)

  /// Maximum number of connections. Above it, the one that has waited longest for a request is closed.
  package var connections = 256

  package init() {}
}
