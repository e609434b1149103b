import CStarmineParticleKernels
import Synchronization

/// Where particles that move step by step had come to in frames before: the next frame goes on from there with the same
/// arithmetic, so that it takes few steps and its bits are those of a frame that is drawn alone.
///
/// States hold as long as the forces of the past do: a history that is noted on has a cache of its own.
final class MotionCache: Sendable {
  /// Key of a cell's states besides the history.
  struct Wish: Hashable {
    /// Key of the cell's random numbers.
    var cell: UInt32
    var step: Double
    /// Of a loop, where particles of every round have the same numbers; nil where nothing repeats.
    var round: Round?

    /// Names the table: one for each round that is seen at a time.
    fileprivate var key: Wish {
      var key = self
      if let round { key.round = Round(number: 0, seenFrom: 0, place: round.place) }
      return key
    }
  }

  /// A round of a loop, seen from frames of another: clocks of their plans may differ in their last bits, so states are
  /// those of one pair.
  struct Round: Hashable {
    var number: Double
    var seenFrom: Double
    /// Rounds between both.
    var place: Int
  }

  /// States in columns of one cell, each at the place of its birth's number, and whose they are.
  // Only who holds the lock of `tables` reads or changes it.
  private final class Table: @unchecked Sendable {
    let mask: Int
    // Not arrays, whose accesses are checked one by one, which took a fifth of a cold frame.
    let identities: KernelRow<UInt32>
    /// Steps since birth; 0 where nothing is known.
    let steps: KernelRow<Int32>
    let states: KernelRow<Float>
    private(set) var round: Round?

    init(capacity: Int, round: Round?) {
      self.round = round
      mask = capacity - 1
      identities = KernelRow(repeating: 0, count: capacity)
      steps = KernelRow(repeating: 0, count: capacity)
      states = KernelRow(repeating: 0, count: capacity * MotionCache.columns)
    }

    /// Forgets what it knows of another round.
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

  private let tables = Mutex<[Wish: Table]>([:])

  /// States of one cell, and of all caches together; 32 bytes each.
  private static let (cellLimit, totalLimit) = (1 << 17, 1 << 20)
  private static let total = Atomic<Int>(0)

  deinit {
    let count = tables.withLock { $0.values.reduce(0) { $0 + $1.mask + 1 } }
    Self.total.subtract(count, ordering: .relaxed)
  }

  /// Whether there is room for a cell; makes it on first use.
  /// - Parameter expected: particles that live at a time if births go on. There may be fewer: a burst of a moment has
  ///   the rate of many (`photo-to-dust`).
  /// - Parameter living: those that live now.
  func holds(_ wish: Wish, expected: Double, living: Int) -> Bool {
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

  /// Fills in what is known of a list's particles, with that of the first of a group of lanes behind the list's end.
  /// - Precondition: the list has numbers.
  func load(
    _ wish: Wish, _ list: ParticleList, _ steps: KernelRow<Int32>, _ states: KernelRow<Float>
  ) {
    guard let numbers = list.numbers else { return }
    let columns = Self.columns
    tables.withLock { tables in
      // A frame of another round may have taken the table since.
      guard let table = tables[wish.key], table.round == wish.round else {
        return steps.fill(0, count: list.count)
      }
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

  /// Keeps where a list's particles have come to.
  func store(_ wish: Wish, _ list: ParticleList, _ steps: KernelRow<Int32>, _ states: KernelRow<Float>) {
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
