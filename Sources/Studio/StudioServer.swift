/// The server of the studio page for viewing and tuning a scene.
///
/// It listens only on this machine. Every address contains a random token. Requests with another host or from another
/// page are refused. An image is a pure function of its address.
package struct StudioServer: Sendable {
  private let listener: Listener
  private let documents: Documents
  private let announcer: EventBroadcaster
  private let rendering: Rendering
  private let token: String

  /// Reads the document.
  ///
  /// Errors: those of `PresetReference.source`, problems of the document, no threads.
  /// - Parameter reference: name of a preset or path of a document.
  /// - Parameter port: 0 for any free port.
  /// - Parameter output: folder for rendered files.
  package init(
    _ reference: String, port: UInt16 = 0, isReadOnly: Bool = false, output: String,
    limits: ServerLimits = ServerLimits()
  ) throws {
    let library = try DraftLibrary(reference)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    documents = Documents(library, isReadOnly: isReadOnly)
    announcer = EventBroadcaster()
    rendering = Rendering(library, announcer, folder: output)
    token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let live = try RenderThread(library, workers: cores)
    // While a browser starts, the scene is loaded and drawn once, so that the first image is fast.
    live.submit { bench in _ = try? bench.draw(PictureRequest([])) }
    let handler = StudioHandler(
      token: token,
      desks: StudioHandler.RenderThreads(
        live: live, words: try RenderThread(library, workers: 1), pictures: try RenderThread(library, workers: 1)),
      documents: documents, rendering: rendering, announcer: announcer,
      facts: Facts(file: documents.openedName, isReadOnly: isReadOnly, output: output, exports: Facts.choices))
    listener = Listener(port: port, handler: handler, limits: limits)
  }

  /// Serves until the task is cancelled. Errors: the port is in use.
  /// - Parameter onStart: takes the address to open.
  package func run(onStart: @escaping @Sendable (URL) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await listener.run { port in
          if let url = URL(string: "http://127.0.0.1:\(port)/\(token)/") { onStart(url) }
        }
      }
      group.addTask { try await watch() }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Checks the documents in use twice a second, and reports changes by other programs to the pages.
  private func watch() async throws {
    while true {
      try await Task.sleep(for: .milliseconds(500))
      for event in documents.changed() { announcer.tell(event) }
    }
  }

  /// Ends the present render, and waits until its unfinished files are removed.
  package func endRender() { rendering.end() }
}
