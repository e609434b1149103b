/// Limits of what a client may take of the server, before its token is known and after. Tests use smaller ones.
package struct ServerLimits: Sendable {
  /// Bytes of a request's first line, and of its whole head.
  package var line = 8 << 10
  package var head = 16 << 10
  /// Bytes of a body, and of a message on the wire.
  package var body = 8 << 20
  package var message = 8 << 20
  /// Bytes that are read and thrown away behind a request that was refused, so that its sender reads the answer.
  package var discarded = 64 << 20

  /// Time in which a head, and a body, have to be complete once they have begun.
  package var headTime = Duration.seconds(10)
  package var bodyTime = Duration.seconds(60)
  /// How long a connection may stay without a request.
  package var idleTime = Duration.seconds(30)
  /// How long a client may take to read the next part of an answer.
  package var writeTime = Duration.seconds(30)
  /// How long the end of a connection is waited for.
  package var lingerTime = Duration.seconds(2)
  /// How often it is looked for connections that are late, or gone.
  package var watchTime = Duration.milliseconds(100)

  /// Connections at a time; for one more, that which has waited longest for a request is closed.
  package var connections = 256

  package init() {}
}
