import CStarmineParticleKernels

/// Memory for evaluating emitters one after the other, reused by the next frame. Each worker has its own.
// Moves between threads with its display list. An evaluation uses it only if that list held the last reference.
package final class EmissionScratch: @unchecked Sendable {
  /// Number of selected births before drawing.
  static let births = 1024
  /// Number of collected sprites before they go to the batch. A full list fits into half of it.
  static let sprites = 2048
  private static let birthStride = births + Int(PARTICLE_SLACK)
  private static let spriteStride = sprites + Int(PARTICLE_SLACK)

  let list: ParticleList
  let columns: ParticleColumns
  let times: UnsafeMutablePointer<Double>
  let elapsed: UnsafeMutablePointer<Float>
  let numbers: UnsafeMutablePointer<UInt32>
  let parentColumns: UnsafeMutablePointer<Float>
  /// Shared parents of vectors of births, and which vectors have one.
  let sharedParents: UnsafeMutablePointer<ParticleParent>
  private let sharing: UnsafeMutablePointer<UInt8>
  /// Birth values of parents, in columns with the list's stride.
  let birthColumns: UnsafeMutablePointer<Float>
  /// Positions and velocities of integrated particles, in such columns.
  let states: UnsafeMutablePointer<Float>
  /// Cached steps and states, in such columns.
  let known: (steps: KernelSpan<Int32>, states: KernelSpan<Float>)
  let head: ParticleColumns
  private let headMemory: (KernelMemory<Float>, KernelMemory<UInt32>, KernelMemory<UInt16>)
  /// Paths of parents, nested ones last.
  private var paths: [KernelMemory<Float>] = []
  private var parents: [ParentParticle] = []
  private var keys: [Float] = []
  var sorting = ParticleBatch.SortScratch()
  /// Records drawn particles for exports; nil for frames.
  var trace: ParticleTrace?
  /// Empty lists from the previous frame, because allocating takes longer than filling.
  var waiting: [WaitingEmission] = []
  var batches: [WaitingBatch] = []
  var spare: [ParticleBatch] = []
  /// Cancellation of the present evaluation.
  private var cancellation: Cancellation?
  var isCancelled: Bool { cancellation?.isRequested ?? false }
  /// Memory of the other workers.
  private var others: [EmissionScratch] = []
  private let floats: UnsafeMutablePointer<Float>
  private let words: UnsafeMutablePointer<UInt32>
  private let indices: UnsafeMutablePointer<UInt16>

  package init() {
    let room = 1 + Int(PARTICLE_SLACK)
    let memory = (
      KernelMemory([Float](repeating: 0, count: room * (Int(PARTICLE_COLUMNS) + 1))),
      KernelMemory([UInt32](repeating: 0, count: room)), KernelMemory([UInt16](repeating: 0, count: room))
    )
    headMemory = memory
    head = ParticleColumns(
      numbers: memory.0.start, stride: room, keys: memory.0.start + room * Int(PARTICLE_COLUMNS), tints: memory.1.start,
      sprites: memory.2.start, count: 0, low_x: 0, low_y: 0, high_x: 0, high_y: 0)
    let (births, sprites) = (Self.birthStride, Self.spriteStride)
    let birthFloats = 2 + Int(PARTICLE_PARENT_COLUMNS) + Int(PARTICLE_BIRTH_COLUMNS) + Int(PARTICLE_STATE_COLUMNS)
    // Zeros, because elements after the last one are read without effect.
    let numbers = Int(PARTICLE_COLUMNS)
    floats = Self.zeros(births * birthFloats + sprites * (numbers + 1))
    words = Self.zeros(births * 2 + sprites)
    indices = Self.zeros(sprites)
    times = Self.zeros(births)
    known = (
      KernelSpan(repeating: 0, count: births), KernelSpan(repeating: 0, count: births * Int(PARTICLE_STATE_COLUMNS))
    )
    elapsed = floats + births
    self.numbers = words + births
    parentColumns = floats + births * 2
    let vectors = births / Int(PARTICLE_LANES) + 1
    sharedParents = .allocate(capacity: vectors)
    sharedParents.initialize(repeating: ParticleParent(), count: vectors)
    sharing = Self.zeros(vectors)
    birthColumns = parentColumns + births * Int(PARTICLE_PARENT_COLUMNS)
    states = birthColumns + births * Int(PARTICLE_BIRTH_COLUMNS)
    list = ParticleList(
      identities: words, numbers: nil, ages: floats, elapsed: nil, times: nil, parents: nil, shared: nil,
      sharing: sharing, stride: births, count: 0)
    let first = floats + births * birthFloats
    columns = ParticleColumns(
      numbers: first, stride: sprites, keys: first + sprites * numbers, tints: words + births * 2, sprites: indices,
      count: 0, low_x: .greatestFiniteMagnitude, low_y: .greatestFiniteMagnitude,
      high_x: -.greatestFiniteMagnitude, high_y: -.greatestFiniteMagnitude)
  }

  deinit {
    floats.deallocate()
    words.deallocate()
    indices.deallocate()
    times.deallocate()
    sharedParents.deallocate()
    sharing.deallocate()
    known.steps.deallocate()
    known.states.deallocate()
  }

  /// Allocates memory for all workers, which check the cancellation.
  func reserve(_ workers: Int, unless cancellation: Cancellation?) {
    while others.count + 1 < workers { others.append(EmissionScratch()) }
    for scratch in [self] + others { scratch.cancellation = cancellation }
  }

  func ofWorker(_ worker: Int) -> EmissionScratch { worker == 0 ? self : others[worker - 1] }

  /// Memory for the paths of parents.
  func path(depth: Int, count: Int) -> KernelSpan<Float> {
    while paths.count <= depth { paths.append(KernelMemory<Float>([])) }
    if paths[depth].count < count { paths[depth] = KernelMemory([Float](repeating: 0, count: count * 2)) }
    return paths[depth].row(from: 0)
  }

  /// Returns empty arrays with memory for parents and sort keys.
  func takeArrays() -> ([ParentParticle], [Float]) {
    defer { (parents, keys) = ([], []) }
    parents.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    return (parents, keys)
  }

  func keep(_ parents: [ParentParticle], _ keys: [Float]) { (self.parents, self.keys) = (parents, keys) }

  private static func zeros<Element: AdditiveArithmetic & BitwiseCopyable>(
    _ count: Int
  ) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
    memory.initialize(repeating: .zero, count: count)
    return memory
  }
}

/// An emitting particle: its state at a time of its cell's clock.
struct ParentParticle: BitwiseCopyable {
  var identity: UInt32
  var segment: Int
  var birth: Double
  var death: Double
  var stateTime: Double
  var state: ParticleParent
}
