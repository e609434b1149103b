package import Glibc
import Synchronization

/// The files that a command has read, so that it does not overwrite them. Off until `start`, because libraries and
/// servers may replace files that they have read.
package enum InputRegister {
  private struct Key: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  private struct State {
    var isOn = false
    var read: Set<Key> = []
    /// Files created by the command. It may read and replace them.
    var made: Set<Key> = []
  }

  private static let state = Mutex(State())

  package static func start() { state.withLock { $0.isOn = true } }

  package static func stop() { state.withLock { $0 = State() } }

  static func noteInput(_ status: stat) { note(status) { $0.read.insert($1) } }

  package static func noteOutput(_ descriptor: Int32) {
    var status = stat()
    if fstat(descriptor, &status) == 0 { note(status) { $0.made.insert($1) } }
  }

  /// Adds an output of a previous run that is read to check whether it is complete.
  package static func noteOutput(at path: String) {
    var status = stat()
    if stat(path, &status) == 0 { note(status) { $0.made.insert($1) } }
  }

  private static func note(_ status: stat, _ add: (inout State, Key) -> Void) {
    state.withLock { state in
      if state.isOn { add(&state, Key(device: status.st_dev, inode: status.st_ino)) }
    }
  }

  /// Whether a file was read and was not created by this command.
  package static func holds(_ status: stat) -> Bool {
    let key = Key(device: status.st_dev, inode: status.st_ino)
    return state.withLock { $0.read.contains(key) && !$0.made.contains(key) }
  }
}
