/// A page in the browser to look at a scene and turn it, and the server behind it.
///
/// It listens on this machine alone. Every address holds a random token; requests with another host or from another
/// page are refused. A picture is a pure function of its address.
package struct StudioServer: Sendable {
  private let listener: Listener
  private let documents: Documents
  private let announcer: Announcer
  private let rendering: Rendering
  private let token: String

  /// Reads the document.
  ///
  /// Errors: as `PresetReference.source`, the problems of the document, no threads.
  /// - Parameter reference: a preset's name or the path of a document.
  /// - Parameter port: 0 for one that is free.
  /// - Parameter output: the folder that renders go to.
  /// - Parameter limits: what a client may take.
  package init(
    _ reference: String, port: UInt16 = 0, isReadOnly: Bool = false, output: String,
    limits: ServerLimits = ServerLimits()
  ) throws {
    let library = try DraftLibrary(reference)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    documents = Documents(library, isReadOnly: isReadOnly)
    announcer = Announcer()
    rendering = Rendering(library, announcer, folder: output)
    // 128 bits.
    token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let live = try Desk(library, workers: cores)
    // While a browser starts, the scene is read and drawn once: its first picture waits for neither.
    live.submit { bench in _ = try? bench.draw(PictureRequest([])) }
    let handler = StudioHandler(
      token: token,
      desks: StudioHandler.Desks(
        live: live, words: try Desk(library, workers: 1), pictures: try Desk(library, workers: 1)),
      documents: documents, rendering: rendering, announcer: announcer,
      facts: Facts(
        file: documents.openedName, isReadOnly: isReadOnly, output: output, exports: Facts.choices,
        sizes: Facts.sizes))
    listener = Listener(port: port, handler: handler, limits: limits)
  }

  /// Serves until the task is cancelled. Errors: the port is taken.
  /// - Parameter onStart: gets the address to open.
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

  /// Looks at the documents in use, twice a second, and tells the pages when another program has changed one.
  private func watch() async throws {
    while true {
      try await Task.sleep(for: .milliseconds(500))
      for event in documents.changed() { announcer.tell(event) }
    }
  }

  /// Ends a render that is under way, and waits until nothing half-written is left of it.
  package func endRender() { rendering.end() }
}
