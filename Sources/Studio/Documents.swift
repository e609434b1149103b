import Glibc
import Synchronization

/// The watched files in the document's folder that pages read and write.
final class Documents: Sendable {
  private let library: DraftLibrary
  private let isReadOnly: Bool
  /// Files by name, with revision and modification time.
  private let watched = Mutex<[String: (revision: String, date: Date?)]>([:])

  init(_ library: DraftLibrary, isReadOnly: Bool) {
    (self.library, self.isReadOnly) = (library, isReadOnly)
  }

  /// The file opened at the start; nil for a preset and for standard input.
  var openedName: String? {
    let isFile = !library.isBundled && library.reference != "-"
    return isFile ? URL(fileURLWithPath: library.reference).lastPathComponent : nil
  }

  /// A document in the folder. Errors: an invalid name, a file outside the folder, a missing file.
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
      throw RequestError(.forbidden, "\(name) is outside of the document's folder")
    }
    return url
  }

  /// Scope of a document. The opened one may be a link to anywhere.
  private func scope(_ name: String) -> FileScope { name == openedName ? .everywhere : library.folderFiles }

  /// Writes a text. Errors: 403 if writing is disabled, 409 if the file has changed, 422 for a text with errors.
  func save(_ request: SaveRequest) throws -> SaveReply {
    guard !isReadOnly else { throw RequestError(.forbidden, "the studio is read-only (--read-only)") }
    let url = try url(request.name)
    let present = FileManager.default.fileExists(atPath: url.path) ? try read(request.name).revision : nil
    if request.force != true, let present, present != request.base {
      throw RequestError(.conflict, "\(request.name) has changed since it was read")
    }
    let draft = library.draft(Array(request.text.utf8))
    // A document keeps its text. In a copy, name and relative image paths are changed.
    let isCopy = request.name != openedName && request.base == nil
    let stem = url.deletingPathExtension().lastPathComponent
    if let first = draft.read().problems.first(where: { $0.severity == .error }) {
      throw RequestError(.unprocessableContent, "not saved: \(first)")
    }
    let bytes = isCopy ? try draft.saved(in: library.folder, named: stem) : draft.source.bytes
    // Checking and writing take time, in which an editor may save. The date is checked last, so that a save during
    // reading counts.
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

  func files() -> FolderFiles { FolderFiles(library.folder, in: library.folderFiles) }

  /// Adds an image to the folder and returns its name. An existing file with equal bytes is used; for another file, the
  /// name gets a number. Errors: 403 if writing is disabled, 422 for an invalid image.
  func keep(_ picture: [UInt8], named name: String) throws -> String {
    guard !isReadOnly else { throw RequestError(.forbidden, "the studio is read-only (--read-only)") }
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
    throw RequestError(.conflict, "the folder has too many files named \(name)")
  }

  private static let mostNamesakes = 99

  /// A dangling link counts too.
  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Files that have changed since they were last read or written.
  func changed() -> [FileEvent] {
    let files = watched.withLock { $0 }
    return files.compactMap { name, known in
      let url = library.folder.appendingPathComponent(name)
      guard let date = Self.date(of: url), date != known.date else { return nil }
      guard let (_, revision) = try? read(name), revision != known.revision else { return nil }
      return FileEvent(file: name, base: revision)
    }
  }

  static func date(of url: URL) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
    return attributes?[.modificationDate] as? Date
  }
}

/// A thread for reading and drawing scenes, one job at a time. Layers belong to the thread that created them, and the
/// server's threads remain free.
final class RenderThread: Sendable {
  typealias Job = @Sendable (SceneRenderer) -> Void

  private let jobs = Mutex<[Job]>([])
  private let count = DispatchSemaphore(value: 0)
  private static let mostWaiting = 512
  /// Stack size in bytes: layers are processed recursively.
  private static let stackSize = 8 << 20

  /// - Throws: `RequestError` if no thread can be started.
  init(_ library: DraftLibrary, workers: Int) throws {
    let failure = SystemThread.start(stackSize: Self.stackSize) { [self] in
      let bench = SceneRenderer(library, workers: workers)
      while true {
        count.wait()
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        job?(bench)
      }
    }
    guard failure == 0 else { throw RequestError(.serviceUnavailable, "cannot create a thread: errno \(failure)") }
  }

  /// Returns false if too many jobs are waiting.
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

  /// Runs a job and returns its result. Cancelling the task cancels the job. Errors: those of the job, as a
  /// `RequestError`.
  func run<Result: Sendable>(_ body: @escaping @Sendable (SceneRenderer) throws -> Result) async throws -> Result {
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

/// Recent texts by revision, so that a request can name its scene by a revision. If the text was removed, the page
/// sends it again.
final class DraftLibrary: Sendable {
  /// The document opened at the start.
  let reference: String
  /// Folder of the document, for reading and writing files.
  let folder: URL
  let isBundled: Bool
  let file: String
  /// Files in the folder, and those outside that the opened document names.
  private let files: FileScope
  let folderFiles: FileScope

  /// Versions of a text usually have the same sprites.
  private let sprites = SpriteCache()
  /// The loudness of sounds, analysed once per file and modification time.
  private let sounds = Mutex<[String: [Double]]>([:])
  private let texts = Mutex<[(revision: String, bytes: [UInt8])]>([])
  /// Maximum bytes of all texts.
  private static let memory = 256 << 20
  private static let mostTexts = 512

  /// Reads the document. Errors: see `PresetReference.source`; problems of the document.
  init(_ reference: String) throws {
    self.reference = reference
    let source = try PresetReference(reference).source(Self.loader(sprites))
    _ = try source.scene()
    (folder, isBundled, file) = (source.directory.standardizedFileURL, source.isBundled, source.file)
    folderFiles = FileScope(folder: folder.path)
    files = FileScope(folder: folder.path, and: source.namedFiles)
    add(source.bytes)
  }

  /// Stores a text and returns its revision.
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

  /// Errors: 410 for a removed text.
  func bytes(_ revision: String) throws -> [UInt8] {
    let found = texts.withLock { texts in texts.last { $0.revision == revision }?.bytes }
    guard let found else { throw RequestError(.gone, "revision \(revision.prefix(40)) is no longer cached") }
    return found
  }

  /// Levels of a sound (`SoundLevels.rate`). Errors: an unreadable sound.
  func levels(_ url: URL, in scope: FileScope) throws -> [Double] {
    let key = "\(url.path) \(Documents.date(of: url).map { "\($0.timeIntervalSince1970)" } ?? "")"
    if let found = sounds.withLock({ $0[key] }) { return found }
    let levels = try SoundLevels(path: url.path, in: scope, band: nil, release: 0).values
    sounds.withLock { $0 = $0.count < SoundReader.limit ? $0.merging([key: levels]) { $1 } : [key: levels] }
    return levels
  }

  func draft(_ bytes: [UInt8]) -> Draft {
    Draft(PresetSource(bytes: bytes, file: file, directory: folder, isBundled: isBundled, loader: loader))
  }

  private static func loader(_ sprites: SpriteCache) -> PresetLoader {
    var loader = Movie.presetLoader
    loader.makeSprite = { sprites.image(of: $0) }
    return loader
  }

  /// Reads files of the document's folder, and those named by the opened document.
  var loader: PresetLoader {
    var loader = Self.loader(sprites)
    loader.files = files
    return loader
  }
}
