import Glibc
import Synchronization

/// The files in the document's folder that pages read and write, and that are watched.
final class Documents: Sendable {
  private let library: DraftLibrary
  private let isReadOnly: Bool
  /// Files by their names, with their contents' revision and the time of the last change.
  private let watched = Mutex<[String: (revision: String, date: Date?)]>([:])

  init(_ library: DraftLibrary, isReadOnly: Bool) {
    (self.library, self.isReadOnly) = (library, isReadOnly)
  }

  /// The file that the studio was started with; nil for a preset and for standard input.
  var openedName: String? {
    let isFile = !library.isBundled && library.reference != "-"
    return isFile ? URL(fileURLWithPath: library.reference).lastPathComponent : nil
  }

  /// A document in the folder. Errors: a name that is none, a file that leads elsewhere or is not there.
  func read(_ name: String) throws -> (bytes: [UInt8], revision: String) {
    let url = try url(name)
    let bytes = try PresetReference(url.path).source(Movie.presetLoader, in: scope(name)).bytes
    let revision = Draft.revision(of: bytes)
    watched.withLock { $0[name] = (revision, Self.date(of: url)) }
    return (bytes, revision)
  }

  private func url(_ name: String) throws -> URL {
    let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
    guard FileName.isPlain(name), FolderFiles.documentEndings.contains(ending) else {
      throw RequestError(
        .badRequest, "\"\(name.prefix(80))\": a document has a plain name that ends in .json or .json5")
    }
    let url = library.folder.appendingPathComponent(name)
    guard scope(name).contains(url.path) else {
      throw RequestError(.forbidden, "\(name) leads out of the document's folder")
    }
    return url
  }

  /// Where a document may be; the one that was opened may be a link to anywhere.
  private func scope(_ name: String) -> FileScope { name == openedName ? .everywhere : library.folderFiles }

  /// Writes a text. Errors: 403 where nothing is written, 409 where the file is another one than was read, 422 for a
  /// text with errors.
  func save(_ request: SaveRequest) throws -> SaveReply {
    guard !isReadOnly else { throw RequestError(.forbidden, "started with --read-only: nothing is written") }
    let url = try url(request.name)
    let present = FileManager.default.fileExists(atPath: url.path) ? try read(request.name).revision : nil
    if request.force != true, let present, present != request.base {
      throw RequestError(.conflict, "\(request.name) has changed since it was read")
    }
    let draft = library.draft(Array(request.text.utf8))
    // A document keeps its text; a copy gets the file's name and paths that lead to the same pictures.
    let isCopy = request.name != openedName && request.base == nil
    let stem = url.deletingPathExtension().lastPathComponent
    if let first = draft.read().problems.first(where: { $0.severity == .error }) {
      throw RequestError(.unprocessableContent, "not saved: \(first)")
    }
    let bytes = isCopy ? try draft.saved(in: library.folder, named: stem) : draft.source.bytes
    // Checking the text and writing it to the disk take time, in which an editor may save. Its date is looked at last:
    // a save that comes while the text is read counts too.
    let isWritten = try OutputFile.write(bytes, to: url.path, in: scope(request.name)) {
      guard request.force != true else { return false }
      let date = Self.date(of: url)
      return (try? read(request.name).revision) != present || Self.date(of: url) != date
    }
    guard isWritten else { throw RequestError(.conflict, "\(request.name) has changed since it was read") }
    library.add(bytes)
    let revision = Draft.revision(of: bytes)
    watched.withLock { $0[request.name] = (revision, Self.date(of: url)) }
    return SaveReply(
      file: request.name, base: revision, text: String(decoding: bytes, as: UTF8.self), revision: revision)
  }

  /// Documents and pictures that can be opened or chosen.
  func files() -> FolderFiles { FolderFiles(library.folder, in: library.folderFiles) }

  /// Puts a picture into the folder; its name there. A file of the same bytes is taken as it is; a name that another
  /// file has gets a number. Errors: 403 where nothing is written, 422 for what is not a picture.
  func keep(_ picture: [UInt8], named name: String) throws -> String {
    guard !isReadOnly else { throw RequestError(.forbidden, "started with --read-only: nothing is written") }
    let (stem, ending) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
    guard FileName.isPlain(name), FolderFiles.pictureEndings.contains(ending.lowercased()) else {
      let known = FolderFiles.pictureEndings.sorted().joined(separator: ", ")
      throw RequestError(.badRequest, "\"\(name.prefix(80))\": a picture has a plain name that ends in one of \(known)")
    }
    do { _ = try ImageReader.image(from: picture, named: name) } catch {
      throw RequestError(.unprocessableContent, "\(error)")
    }
    for number in 1...Self.mostNamesakes {
      let free = number == 1 ? name : "\(stem)-\(number).\(ending)"
      let path = library.folder.appendingPathComponent(free).path
      if Self.exists(path) {
        let file = try? InputFile(path, in: library.folderFiles, atMost: picture.count)
        if (try? file?.bytes()) == picture { return free }
        continue
      }
      if try OutputFile.write(picture, to: path, in: library.folderFiles, unless: { Self.exists(path) }) { return free }
    }
    throw RequestError(.conflict, "the folder has too many other files called \(name)")
  }

  private static let mostNamesakes = 99

  /// A link to where nothing is yet is something too.
  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Files whose contents are others than when they were read or written last.
  func changed() -> [FileEvent] {
    let files = watched.withLock { $0 }
    return files.compactMap { name, known in
      let url = library.folder.appendingPathComponent(name)
      guard let date = Self.date(of: url), date != known.date else { return nil }
      guard let (_, revision) = try? read(name), revision != known.revision else { return nil }
      return FileEvent(file: name, base: revision)
    }
  }

  private static func date(of url: URL) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
    return attributes?[.modificationDate] as? Date
  }
}

/// A thread that scenes are read and drawn on, one job after the other: layers belong to the thread that made them, and
/// the server's own threads stay free to answer.
final class Desk: Sendable {
  typealias Job = @Sendable (Workbench) -> Void

  private let jobs = Mutex<[Job]>([])
  private let count = DispatchSemaphore(value: 0)
  private static let mostWaiting = 512
  /// Bytes: the tree of layers is walked recursively.
  private static let stackSize = 8 << 20

  /// - Parameter workers: threads that draw a picture.
  /// - Throws: `RequestError` where the system gives no thread.
  init(_ library: DraftLibrary, workers: Int) throws {
    let failure = SystemThread.start(stackSize: Self.stackSize) { [self] in
      let bench = Workbench(library, workers: workers)
      while true {
        count.wait()
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        job?(bench)
      }
    }
    guard failure == 0 else { throw RequestError(.serviceUnavailable, "the system gives no thread: errno \(failure)") }
  }

  /// False if there is too much to do already.
  @discardableResult
  func submit(_ job: @escaping Job) -> Bool {
    let isTaken = jobs.withLock { jobs in
      guard jobs.count < Self.mostWaiting else { return false }
      jobs.append(job)
      return true
    }
    if isTaken { count.signal() }
    return isTaken
  }

  /// Runs a job and waits for what it makes; cancelling the task cancels the job. Errors: what the job throws, as a
  /// `RequestError`.
  func run<Result: Sendable>(_ body: @escaping @Sendable (Workbench) throws -> Result) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isTaken = submit { bench in
          do {
            continuation.resume(returning: try bench.work(unless: cancellation, body))
          } catch {
            continuation.resume(throwing: RequestError(error))
          }
        }
        if !isTaken { continuation.resume(throwing: RequestError(.serviceUnavailable, "too many requests at a time")) }
      }
    } onCancel: {
      cancellation.request()
    }
  }
}

/// The texts that requests name by their revision: the last ones, so that a request says in a word which scene it is
/// about. A page whose text is gone sends it again.
final class DraftLibrary: Sendable {
  /// The document that the studio was started with.
  let reference: String
  /// Folder of the document, in which files are read and written.
  let folder: URL
  let isBundled: Bool
  /// Name of the document in messages.
  let file: String
  /// Files in it, and those outside of it that the document named itself when it was opened.
  private let files: FileScope
  /// Files in it only.
  let folderFiles: FileScope

  /// Every version of a text shows mostly the sprites of the one before.
  private let sprites = SpriteCache()
  private let texts = Mutex<[(revision: String, bytes: [UInt8])]>([])
  /// Bytes of all texts together.
  private static let memory = 256 << 20
  private static let mostTexts = 512

  /// Reads the document. Errors: as `PresetReference.source`, and its problems.
  init(_ reference: String) throws {
    self.reference = reference
    let source = try PresetReference(reference).source(Self.loader(sprites))
    _ = try source.scene()
    (folder, isBundled, file) = (source.directory.standardizedFileURL, source.isBundled, source.file)
    folderFiles = FileScope(folder: folder.path)
    files = FileScope(folder: folder.path, and: source.namedFiles)
    add(source.bytes)
  }

  /// Keeps a text; its revision.
  @discardableResult
  func add(_ bytes: [UInt8]) -> String {
    let revision = Draft.revision(of: bytes)
    texts.withLock { texts in
      texts.removeAll { $0.revision == revision }
      texts.append((revision, bytes))
      var total = texts.reduce(0) { $0 + $1.bytes.count }
      while texts.count > Self.mostTexts || (total > Self.memory && texts.count > 1) {
        total -= texts.removeFirst().bytes.count
      }
    }
    return revision
  }

  /// Errors: 410 for a text that is no longer there.
  func bytes(_ revision: String) throws -> [UInt8] {
    let found = texts.withLock { texts in texts.last { $0.revision == revision }?.bytes }
    guard let found else { throw RequestError(.gone, "the text \(revision.prefix(40)) is not here any more") }
    return found
  }

  /// The draft of a text in the document's place.
  func draft(_ bytes: [UInt8]) -> Draft {
    Draft(PresetSource(bytes: bytes, file: file, directory: folder, isBundled: isBundled, loader: loader))
  }

  private static func loader(_ sprites: SpriteCache) -> PresetLoader {
    var loader = Movie.presetLoader
    loader.makeSprite = { sprites.image(of: $0) }
    return loader
  }

  /// Reads the files of the document's folder, and those that the document named when it was opened.
  var loader: PresetLoader {
    var loader = Self.loader(sprites)
    loader.files = files
    return loader
  }
}
