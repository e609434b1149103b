package import Glibc
import Synchronization

/// The files that a command has read, so that it does not write over one of them. Off until `start`: a library and a
/// server replace what they have read.
package enum InputRegister {
  private struct Key: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  private struct State {
    var isOn = false
    var read: Set<Key> = []
    /// Files that the command has made: it may read and replace them.
    var made: Set<Key> = []
  }

  private static let state = Mutex(State())

  /// Notes files from now on.
  package static func start() { state.withLock { $0.isOn = true } }

  /// Notes nothing more.
  package static func stop() { state.withLock { $0 = State() } }

  static func noteInput(_ status: stat) { note(status) { $0.read.insert($1) } }

  /// Notes a file that the command makes.
  package static func noteOutput(_ descriptor: Int32) {
    var status = stat()
    if fstat(descriptor, &status) == 0 { note(status) { $0.made.insert($1) } }
  }

  /// Notes an output of an earlier run, which is read to find out whether it is complete.
  package static func noteOutput(at path: String) {
    var status = stat()
    if stat(path, &status) == 0 { note(status) { $0.made.insert($1) } }
  }

  private static func note(_ status: stat, _ add: (inout State, Key) -> Void) {
    state.withLock { state in
      if state.isOn { add(&state, Key(device: status.st_dev, inode: status.st_ino)) }
    }
  }

  /// Whether a file was read and not made by this command.
  package static func holds(_ status: stat) -> Bool {
    let key = Key(device: status.st_dev, inode: status.st_ino)
    return state.withLock { $0.read.contains(key) && !$0.made.contains(key) }
  }
}
