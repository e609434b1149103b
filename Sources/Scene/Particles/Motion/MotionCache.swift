import CStarmineParticleKernels
import Synchronization

/// A cache of integrated particles from previous frames. The next frame continues with the same arithmetic, so it needs
/// few steps and gives the same bits as a frame that is drawn alone.
///
/// States are valid while past forces do not change. A changed history gets a new cache.
final class MotionCache: Sendable {
  struct Request: Hashable {
    var cell: UInt32
    var step: Double
    /// The repetition of a loop, where particles of every repetition have equal numbers; nil without a loop.
    var round: Round?

    /// Key of the table: one for each repetition visible at a time.
    fileprivate var key: Request {
      var key = self
      if let round { key.round = Round(number: 0, seenFrom: 0, place: round.place) }
      return key
    }
  }

  /// A repetition of a loop, seen from frames of another one. Clocks of their plans may differ in the last bits, so
  /// states belong to a pair.
  struct Round: Hashable {
    var number: Double
    var seenFrom: Double
    /// Number of repetitions between both.
    var place: Int
  }

  /// States of a cell in columns, at an index from the birth's number, with their identities.
  // Only the holder of the lock of `tables` accesses it.
  private final class Table: @unchecked Sendable {
    let mask: Int
    // Not arrays: checks of each access took a fifth of a first frame.
    let identities: KernelSpan<UInt32>
    /// Steps since birth; 0 if unknown.
    let steps: KernelSpan<Int32>
    let states: KernelSpan<Float>
    private(set) var round: Round?

    init(capacity: Int, round: Round?) {
      self.round = round
      mask = capacity - 1
      identities = KernelSpan(repeating: 0, count: capacity)
      steps = KernelSpan(repeating: 0, count: capacity)
      states = KernelSpan(repeating: 0, count: capacity * MotionCache.columns)
    }

    /// Removes states of another repetition.
    func begin(_ round: Round?) {
      guard self.round != round else { return }
      self.round = round
      identities.fill(0, count: mask + 1)
      steps.fill(0, count: mask + 1)
    }

    deinit {
      identities.deallocate()
      steps.deallocate()
      states.deallocate()
    }
  }

  private static let columns = Int(PARTICLE_STATE_COLUMNS)

  private let tables = Mutex<[Request: Table]>([:])

  /// Maximum number of states per cell and of all caches; 32 bytes each.
  private static let (cellLimit, totalLimit) = (1 << 17, 1 << 20)
  private static let total = Atomic<Int>(0)

  deinit {
    let count = tables.withLock { $0.values.reduce(0) { $0 + $1.mask + 1 } }
    Self.total.subtract(count, ordering: .relaxed)
  }

  /// Whether there is memory for a cell. Allocates it on first use.
  /// - Parameter expected: particles that live at a time if births continue. There may be fewer: a short burst has a
  ///   high rate (`photo-to-dust`).
  /// - Parameter living: number of particles that live now.
  func holds(_ wish: Request, expected: Double, living: Int) -> Bool {
    tables.withLock { tables in
      if let table = tables[wish.key] {
        table.begin(wish.round)
        return living <= table.mask
      }
      var capacity = 1024
      while Double(capacity) < expected * 1.25, capacity < Self.cellLimit { capacity *= 2 }
      guard living < capacity, Self.take(capacity) else { return false }
      tables[wish.key] = Table(capacity: capacity, round: wish.round)
      return true
    }
  }

  private static func take(_ count: Int) -> Bool {
    let (_, after) = total.add(count, ordering: .relaxed)
    if after <= totalLimit { return true }
    total.subtract(count, ordering: .relaxed)
    return false
  }

  /// Loads known states of a list's particles. Lanes after the end of the list are filled with the first of their
  /// group.
  ///
  /// - Precondition: the list has numbers.
  func load(
    _ wish: Request, _ list: ParticleList, _ steps: KernelSpan<Int32>, _ states: KernelSpan<Float>
  ) {
    guard let numbers = list.numbers else { return }
    let columns = Self.columns
    tables.withLock { tables in
      // A frame of another repetition may have replaced the table.
      guard let table = tables[wish.key], table.round == wish.round else { return steps.fill(0, count: list.count) }
      for index in 0..<list.count {
        let place = Int(numbers[index]) & table.mask
        let isKnown = table.identities[place] == list.identities[index]
        steps[index] = isKnown ? table.steps[place] : 0
        guard isKnown else { continue }
        let state = table.states.from(place * columns)
        for column in 0..<columns { states[column * list.stride + index] = state[column] }
      }
    }
    let lanes = Int(PARTICLE_LANES)
    let first = list.count / lanes * lanes
    guard first < list.count else { return }
    for index in list.count..<first + lanes {
      steps[index] = steps[first]
      for column in 0..<columns { states[column * list.stride + index] = states[column * list.stride + first] }
    }
  }

  /// Stores the states of a list's particles.
  func store(_ wish: Request, _ list: ParticleList, _ steps: KernelSpan<Int32>, _ states: KernelSpan<Float>) {
    guard let numbers = list.numbers else { return }
    let columns = Self.columns
    tables.withLock { tables in
      guard let table = tables[wish.key], table.round == wish.round else { return }
      for index in 0..<list.count {
        let place = Int(numbers[index]) & table.mask
        table.identities[place] = list.identities[index]
        table.steps[place] = steps[index]
        let state = table.states.from(place * columns)
        for column in 0..<columns { state[column] = states[column * list.stride + index] }
      }
    }
  }
}
