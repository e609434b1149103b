import CStarmineFFmpeg
import Glibc

/// A container for writing, with its file.
struct MediaOutput: ~Copyable, Sendable {
  // Sole owner; see Owners.swift.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVFormatContext>
  /// Output file; nil for a format without output.
  // Used only by this container.
  private nonisolated(unsafe) let file: LibraryStream?

  /// - Parameter muxer: libavformat's name of the writer.
  ///
  /// Errors: the writer cannot be created.
  init(_ muxer: String, to file: LibraryStream?) throws(MediaContainer.OpenError) {
    var made: UnsafeMutablePointer<AVFormatContext>?
    let allocated = callLibrary { avformat_alloc_output_context2(&made, nil, muxer, nil) }
    guard let made else { throw .library(allocated) }
    made.pointee.flags |= AVFMT_FLAG_BITEXACT
    (pointer, self.file) = (made, file)
  }

  deinit {
    shim_free_io(pointer.pointee.pb)
    pointer.pointee.pb = nil
    avformat_free_context(pointer)
  }

  /// Connects libavformat to our file for writing and reading. It opens no files itself.
  /// - Returns: false without memory.
  func connect() -> Bool {
    guard let file else { return true }
    guard let output = file.makeOutput() else { return false }
    pointer.pointee.pb = output
    pointer.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    pointer.pointee.opaque = Unmanaged.passUnretained(file).toOpaque()
    pointer.pointee.io_open = { context, input, _, flags, _ in
      guard flags & AVIO_FLAG_WRITE == 0, let made = LibraryStream.from(context?.pointee.opaque).makeInput() else {
        return shim_error_from_errno(EIO)
      }
      input?.pointee = made
      return 0
    }
    pointer.pointee.io_close2 = { _, input in
      if let input { LibraryInput.free(input) }
      return 0
    }
    return true
  }

  /// Permits features outside the standard of the container.
  func allowsUnofficial() { pointer.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL }

  func set(_ key: String, _ value: String) { av_dict_set(&pointer.pointee.metadata, key, value, 0) }

  func addStream() -> MediaStream? { avformat_new_stream(pointer, nil).map(MediaStream.init) }

  func addStream(like source: MediaStream) -> MediaStream? {
    guard let stream = addStream(),
      avcodec_parameters_copy(stream.pointer.pointee.codecpar, source.pointer.pointee.codecpar) >= 0
    else { return nil }
    stream.pointer.pointee.codecpar.pointee.codec_tag = 0
    stream.pointer.pointee.time_base = source.tick
    return stream
  }

  func stream(_ index: Int) -> MediaStream? {
    guard index < Int(pointer.pointee.nb_streams) else { return nil }
    return pointer.pointee.streams[index].map(MediaStream.init)
  }

  func writeHeader(_ settings: [(name: String, value: String)]) -> LibraryResult {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (name, value) in settings { av_dict_set(&options, name, value, 0) }
    return callLibrary { avformat_write_header(pointer, &options) }
  }

  func write(_ packet: borrowing OwnedPacket) -> LibraryResult {
    callLibrary { av_interleaved_write_frame(pointer, packet.pointer) }
  }

  func writeTrailer() -> LibraryResult {
    callLibrary {
      let code = av_write_trailer(pointer)
      if let output = pointer.pointee.pb { avio_flush(output) }
      return code
    }
  }

  /// A libav error code of a write that was not reported, or 0.
  var pendingError: Int32 { pointer.pointee.pb?.pointee.error ?? 0 }

  /// Copies metadata and chapters of a file, moved to an earlier time by some microseconds.
  /// - Parameter keeps: whether to copy the metadata of a lowercase key.
  /// - Returns: false without memory.
  func copyWords(
    of source: borrowing MediaContainer, earlierBy shift: Int64, where keeps: (String) -> Bool
  ) -> Bool {
    MediaStream.copy(source.pointer.pointee.metadata, to: &pointer.pointee.metadata, where: keeps)
    let count = Int(source.pointer.pointee.nb_chapters)
    guard count > 0 else { return true }
    // libavformat frees them with the file.
    guard let memory = av_calloc(count, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride) else { return false }
    pointer.pointee.chapters = memory.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
    for number in 0..<count {
      guard let chapter = source.pointer.pointee.chapters[number],
        let made = av_mallocz(MemoryLayout<AVChapter>.size)?.assumingMemoryBound(to: AVChapter.self)
      else { return false }
      let moved = av_rescale_q(shift, AVRational(num: 1, den: AV_TIME_BASE), chapter.pointee.time_base)
      made.pointee.id = chapter.pointee.id
      made.pointee.time_base = chapter.pointee.time_base
      made.pointee.start = max(0, chapter.pointee.start - moved)
      made.pointee.end = max(made.pointee.start, chapter.pointee.end - moved)
      MediaStream.copy(chapter.pointee.metadata, to: &made.pointee.metadata, where: keeps)
      pointer.pointee.chapters[number] = made
      pointer.pointee.nb_chapters = UInt32(number + 1)
    }
    return true
  }
}

/// Scheduling of threads. As root, SVT-AV1 gives its threads, and the first calling thread, the highest real-time
/// priority: nothing else would run on the machine.
enum ThreadPolicy {
  /// Makes a call, then removes real-time priority from new threads and the calling thread. Threads that had it before
  /// keep it.
  static func withoutRealTime<Result>(_ body: () -> Result) -> Result {
    let policy = sched_getscheduler(0)
    let others = Set(threads)
    let result = body()
    guard !isRealTime(policy) else { return result }
    let own = [0] + threads.filter { !others.contains($0) }
    for thread in own where isRealTime(sched_getscheduler(thread)) {
      var parameters = sched_param(sched_priority: 0)
      sched_setscheduler(thread, policy, &parameters)
    }
    return result
  }

  private static func isRealTime(_ policy: Int32) -> Bool { policy == SCHED_FIFO || policy == SCHED_RR }

  private static var threads: [pid_t] {
    guard let entries = FolderEntries("/proc/self/task") else { return [] }
    var result: [pid_t] = []
    while let name = entries.next() {
      if let number = pid_t(name) { result.append(number) }
    }
    return result
  }
}
