import Dispatch
import Synchronization

struct FrameTask: Sendable {
  var order: Int
  var index: Int
  /// The moments of the exposure. Empty if nothing is drawn.
  var exposures: [Exposure]
  /// The video frame to draw over, or nil for the background of the movie.
  var footage: FootageFrame?
}

package struct FrameCounts: Sendable {
  package internal(set) var liveParticles = 0
  package internal(set) var drawnParticles = 0
  package internal(set) var evaluateSeconds = 0.0
  package internal(set) var rasterSeconds = 0.0
}

/// Makes frames one by one, in memory that it reuses.
protocol FrameMaker: ~Copyable, SendableMetatype {
  var counts: FrameCounts { get }
  var convertSeconds: Double { get }
  mutating func draw(_ task: FrameTask) throws(MovieError) -> VideoFrame
}

protocol FrameSink: ~Copyable, Sendable {
  mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError)
  consuming func finish() throws(VideoError) -> VideoReport
}

extension VideoWriter: FrameSink {}
extension FootageWriter: FrameSink {}

/// Draws and converts frames on several threads and writes them in order on another thread.
///
/// At most `capacity` frames are in progress, limited by memory (`RenderMemory`). Frame k uses slot `k % capacity`.
/// When frame k has been written, frame `k + capacity` can use its slot. So the queue is bounded, frames need no
/// sorting, and the next frame to encode is always in progress.
final class FramePipeline<Sink: FrameSink & ~Copyable, Maker: FrameMaker & ~Copyable>: Sendable {
  private enum Delivery: ~Copyable {
    case frame(VideoFrame, index: Int)
    case failed(MovieError)
    /// A frame that is not needed any more.
    case nothing
    case end
  }

  private final class Slot: Sendable {
    let delivery = Mutex<Delivery?>(nil)
    let isReady = DispatchSemaphore(value: 0)
  }

  let capacity: Int
  private let slots: [Slot]
  let workers: Int
  private let makeMaker: @Sendable () throws(VideoError) -> Maker
  private let writer: Mutex<Sink?>
  private let tasks = Mutex<[FrameTask?]>([])
  private let taskCount = DispatchSemaphore(value: 0)
  let freePlaces = DispatchSemaphore(value: 0)
  private let threads = DispatchGroup()
  private let failure = Mutex<MovieError?>(nil)
  private let statistics = Mutex(ExportStatistics())
  private let live = Atomic<Int>(0)
  private let written = Atomic<Int>(0)
  /// Number of submitted frames. Only the submitting thread writes it, but `finish` reads it.
  private let submitted = Atomic<Int>(0)

  /// - Parameter makeMaker: creates the frame maker of a worker.
  init(
    writer: consuming Sink, memory: RenderMemory, makeMaker: @escaping @Sendable () throws(VideoError) -> Maker
  ) {
    (workers, capacity) = (memory.workers, memory.places)
    self.makeMaker = makeMaker
    slots = (0..<capacity).map { _ in Slot() }
    self.writer = Mutex(consume writer)
    for _ in 0..<capacity { freePlaces.signal() }
  }

  var hasFailed: Bool { failure.withLock { $0 != nil } }
  var framesWritten: Int { written.load(ordering: .acquiring) }
  var liveParticles: Int { live.load(ordering: .relaxed) }

  /// Starts all threads. If one fails, stops the others and throws.
  func start() throws(MovieError) {
    var failure = spawn { self.writeFrames() }
    let hasWriter = failure == 0
    var drawers = 0
    while failure == 0, drawers < workers {
      failure = spawn { self.drawFrames() }
      if failure == 0 { drawers += 1 }
    }
    guard failure != 0 else { return }
    for _ in 0..<drawers { enqueue(nil) }
    if hasWriter { deliver(.end, order: 0) }
    threads.wait()
    // Removes the file here. Otherwise the last thread to release the pipeline would do it, possibly after the
    // program's end.
    _ = writer.withLock { $0.take() }
    throw .video(
      .failed(
        operation: "starting thread \(drawers + 1) of \(workers + 1)",
        reason: unsafe String(cString: strerror(failure))))
  }

  /// - Returns: an `errno` value; 0 for success.
  private func spawn(_ body: @escaping @Sendable () -> Void) -> Int32 {
    threads.enter()
    let failure = SystemThread.start(stackSize: 4 << 20) {
      body()
      self.threads.leave()
    }
    if failure != 0 { threads.leave() }
    return failure
  }

  // MARK: The submitting thread

  /// Returns a slot that is not needed.
  func returnPlace() {
    freePlaces.signal()
  }

  /// Precondition: a slot is free, and tasks come in order.
  func submit(_ task: FrameTask) {
    submitted.store(task.order + 1, ordering: .relaxed)
    enqueue(task)
  }

  /// Ends the run: waits for frames in progress and closes the file.
  /// - Parameter onWritten: called for each further written frame.
  func finish(wasCancelled: Bool, onWritten: () -> Void) -> Result<ExportStatistics, MovieError> {
    if wasCancelled { fail(.cancelled) }
    for _ in 0..<workers { enqueue(nil) }
    let count = submitted.load(ordering: .relaxed)
    // When all slots are free, all frames have been written. Some slots may never have been used.
    let unused = max(0, capacity - count)
    for place in 0..<capacity {
      freePlaces.wait()
      if place >= unused { onWritten() }
    }
    deliver(.end, order: count)
    threads.wait()
    for _ in 0..<capacity { freePlaces.signal() }
    return closeFile()
  }

  private func closeFile() -> Result<ExportStatistics, MovieError> {
    let finished = writer.withLock { $0.take() }
    if let error = failure.withLock({ $0 }) { return .failure(error) }
    guard let finished else { return .failure(.cancelled) }
    do throws(VideoError) {
      let report = try finished.finish()
      return .success(
        statistics.withLock { statistics in
          statistics.outputBytes = report.bytes
          (statistics.isOpaque, statistics.otherFiles) = (report.isOpaque, report.otherFiles)
          statistics.light = report.light
          if let remark = report.lightRemark { statistics.depthRemark = remark }
          return statistics
        })
    } catch {
      return .failure(.video(error))
    }
  }

  private func enqueue(_ task: FrameTask?) {
    tasks.withLock { $0.append(task) }
    taskCount.signal()
  }

  /// Ends the export. The first error is reported.
  func fail(_ error: MovieError) {
    failure.withLock { if $0 == nil { $0 = error } }
  }

  // MARK: Worker threads

  private func drawFrames() {
    do throws(VideoError) {
      var maker = try makeMaker()
      while let task = nextTask() { draw(task, &maker) }
      let seconds = maker.convertSeconds
      statistics.withLock { $0.convertSeconds += seconds }
    } catch {
      while let task = nextTask() { deliver(.failed(.video(error)), order: task.order) }
    }
  }

  private func nextTask() -> FrameTask? {
    taskCount.wait()
    return tasks.withLock { $0.removeFirst() }
  }

  private func draw(_ task: FrameTask, _ maker: inout Maker) {
    guard !hasFailed else { return deliver(.nothing, order: task.order) }
    do throws(MovieError) {
      let frame = try maker.draw(task)
      note(maker.counts)
      deliver(.frame(frame, index: task.index), order: task.order)
    } catch {
      deliver(.failed(error), order: task.order)
    }
  }

  private func note(_ counts: FrameCounts) {
    live.store(counts.liveParticles, ordering: .relaxed)
    statistics.withLock { statistics in
      statistics.frames += 1
      statistics.particlesTotal += counts.drawnParticles
      statistics.particlesMax = max(statistics.particlesMax, counts.drawnParticles)
      statistics.evaluateSeconds += counts.evaluateSeconds
      statistics.rasterSeconds += counts.rasterSeconds
    }
  }

  private func deliver(_ delivery: consuming sending Delivery, order: Int) {
    let slot = slots[order % capacity]
    var moved: Delivery? = consume delivery
    slot.delivery.withLock { $0 = moved.take() }
    slot.isReady.signal()
  }

  // MARK: The encoder's thread

  private func writeFrames() {
    var order = 0
    while true {
      let slot = slots[order % capacity]
      slot.isReady.wait()
      guard let delivery = slot.delivery.withLock({ $0.take() }) else { return }
      switch consume delivery {
      case .end: return
      // In the order of frames, so that the first failing frame is reported.
      case .failed(let error): fail(error)
      case .nothing: break
      case .frame(let frame, let index): write(frame, at: index)
      }
      order += 1
      freePlaces.signal()
    }
  }

  private func write(_ frame: consuming sending VideoFrame, at index: Int) {
    guard !hasFailed else { return }
    var moved: VideoFrame? = consume frame
    let error: VideoError? = writer.withLock { writer in
      guard let frame = moved.take() else { return nil }
      do throws(VideoError) {
        try writer?.append(frame, at: index)
        return nil
      } catch {
        return error
      }
    }
    if let error { fail(.video(error)) } else { written.wrappingAdd(1, ordering: .releasing) }
  }
}

extension DisplayList {
  package var drawnParticles: Int {
    commands.reduce(0) { sum, command in
      if case .particles(let batch) = command { sum + batch.count } else { sum }
    }
  }
}
