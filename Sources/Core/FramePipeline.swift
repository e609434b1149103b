import Dispatch
import Synchronization

/// One frame to draw.
struct FrameTask: Sendable {
  /// 0, 1, 2, ... in the order of writing.
  var order: Int
  /// Number of the frame in the movie.
  var index: Int
  /// The moments that it shows: one, or those of its exposure. Empty where nothing is drawn.
  var exposures: [Exposure]
  /// The frame of a clip that it is drawn over; nil: over the movie's background.
  var footage: FootageFrame?
}

/// Counts and costs of a frame.
package struct FrameCounts: Sendable {
  package internal(set) var liveParticles = 0
  package internal(set) var drawnParticles = 0
  /// CPU seconds of the drawing thread.
  package internal(set) var evaluateSeconds = 0.0
  package internal(set) var rasterSeconds = 0.0
  /// Whether something in a frame of floats was drawn in bytes.
  var hasWordEffects = false
}

/// Makes frames, one after the other, in memory of its own.
protocol FrameMaker: ~Copyable, SendableMetatype {
  /// Counts of the last frame.
  var counts: FrameCounts { get }
  /// CPU seconds of conversion so far.
  var convertSeconds: Double { get }
  mutating func draw(_ task: FrameTask) throws(MovieError) -> VideoFrame
}

/// Takes frames in order.
protocol FrameSink: ~Copyable, Sendable {
  mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError)
  consuming func finish() throws(VideoError) -> VideoReport
}

extension VideoWriter: FrameSink {}
extension FootageWriter: FrameSink {}

/// Draws and converts frames on several threads and writes them in order on another.
///
/// At most `capacity` frames are under way, as many as there is memory for (`RenderMemory`), each in its own slot:
/// frame k is in slot `k % capacity`, and the place of frame k is handed on to frame `k + capacity` when frame k has
/// been written. So the queue is bounded, frames need no sorting, and the frame that the encoder waits for is always
/// being drawn.
final class FramePipeline<Sink: FrameSink & ~Copyable, Maker: FrameMaker & ~Copyable>: Sendable {
  /// Delivery that a slot hands from a worker to the encoder.
  private enum Delivery: ~Copyable {
    case frame(VideoFrame, index: Int)
    /// A frame that could not be made.
    case failed(MovieError)
    /// A frame that is no longer wanted.
    case nothing
    /// No frame follows.
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
  /// Frames that were submitted; touched by the submitting thread alone, but shared with `finish`.
  private let submitted = Atomic<Int>(0)

  /// - Parameter makeMaker: makes what draws, for each worker one.
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
  /// Frames that the writer has taken.
  var framesWritten: Int { written.load(ordering: .acquiring) }
  /// Living particles of the frame drawn last.
  var liveParticles: Int { live.load(ordering: .relaxed) }

  /// Starts all threads, or none and throws.
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
    // Here, and not on a thread that lets go of the pipeline last, perhaps after the program's end: the file goes.
    _ = writer.withLock { $0.take() }
    throw .video(
      .failed(
        operation: "starting thread \(drawers + 1) of \(workers + 1)",
        reason: unsafe String(cString: strerror(failure))))
  }

  /// - Returns: an `errno` value; 0 after success.
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

  /// Gives a place back that was waited for and is not needed.
  func returnPlace() {
    freePlaces.signal()
  }

  /// Precondition: a place was waited for; tasks come in order.
  func submit(_ task: FrameTask) {
    submitted.store(task.order + 1, ordering: .relaxed)
    enqueue(task)
  }

  /// Ends the run: waits for the frames under way, closes the file.
  /// - Parameter onWritten: called for each frame that is written from here on.
  func finish(wasCancelled: Bool, onWritten: () -> Void) -> Result<ExportStatistics, MovieError> {
    if wasCancelled { fail(.cancelled) }
    for _ in 0..<workers { enqueue(nil) }
    let count = submitted.load(ordering: .relaxed)
    // When all places are free, all frames have been written; the first of them may have been free all along.
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

  /// Ends the export; the first error is the one that is reported.
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

  private static var depthRemark: String {
    "rasterized layers are kept in 8 bits: their light ends at white"
  }

  private func note(_ counts: FrameCounts) {
    live.store(counts.liveParticles, ordering: .relaxed)
    statistics.withLock { statistics in
      statistics.frames += 1
      if counts.hasWordEffects { statistics.depthRemark = Self.depthRemark }
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
      // In the order of frames, so that the first one that fails is the one reported.
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
  /// Particles in all batches.
  package var drawnParticles: Int {
    commands.reduce(0) { sum, command in
      if case .particles(let batch) = command { sum + batch.count } else { sum }
    }
  }
}
