/// Key of a transaction's value: seconds that implicit animations last (documented).
public let kCATransactionAnimationDuration = "animationDuration"
/// Key of a transaction's value: whether changes cause no implicit animation (documented).
public let kCATransactionDisableActions = "disableActions"
/// Key of a transaction's value: the pace of animations that have none (documented).
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// Key of a transaction's value: the block that runs at its end (documented).
public let kCATransactionCompletionBlock = "completionBlock"

/// One `begin`, or the implicit transaction at the bottom of the stack.
struct TransactionLevel {
  var isImplicit = false
  /// The changes are on their way: neither layout nor drawing can close the transaction.
  var isPublishing = false
  var values: [String: Any] = [:]
  /// The block that was set last, with the animations added since.
  var completion: CompletionGroup?
  /// Every block that was set here.
  var ownCompletions: [CompletionGroup] = []
  /// Completions of levels inside this one that have committed already.
  var innerCompletions: [CompletionGroup] = []
}

/// Groups changes of layers: they are published together at the outermost commit. One stack per thread.
///
/// A change outside `begin` and `commit` opens an implicit transaction, which `flush()` and `CALayer.committedTree()`
/// commit; there is no run loop that would do so (documented; behavior.md 3.1).
open class CATransaction: NSObject {
  /// Opens a transaction inside the present one.
  open class func begin() {
    ThreadState.current.transactions.append(TransactionLevel())
  }

  /// Closes the innermost transaction; closing the outermost lays out and publishes the changes of layers. Completion
  /// blocks never run inside of the call (measured). Does nothing if none is open.
  open class func commit() {
    let thread = ThreadState.current
    guard let level = thread.transactions.last, !level.isPublishing else { return }
    if thread.transactions.count == 1 { publishChanges() }
    // What was laid out meanwhile belongs to the transaction.
    let closed = thread.transactions.removeLast()
    let completions = closed.innerCompletions + closed.ownCompletions
    if thread.transactions.isEmpty {
      completions.forEach { $0.commit() }
    } else {
      thread.transactions[thread.transactions.count - 1].innerCompletions += completions
    }
  }

  private static func publishChanges() {
    let thread = ThreadState.current
    if !thread.changedRoots.isEmpty { QuietEnds.settle() }
    thread.transactions[0].isPublishing = true
    // Layout may change other trees; two that always change each other wait for the next commit.
    for _ in 0..<16 where !thread.changedRoots.isEmpty {
      let roots = thread.changedRoots
      thread.changedRoots = []
      roots.forEach { $0.publish() }
    }
  }

  /// Commits the implicit transaction; waits while an explicit one is open, as on Apple's system.
  open class func flush() {
    let levels = ThreadState.current.transactions
    if levels.count == 1, levels[0].isImplicit { commit() }
  }

  /// Seconds that implicit animations last; innermost setting wins. Default 0.25.
  open class func animationDuration() -> CFTimeInterval {
    number(in: value(forKey: kCATransactionAnimationDuration))?.doubleValue ?? AnimationClock.defaultDuration
  }

  /// Seconds that implicit animations of this transaction take.
  open class func setAnimationDuration(_ duration: CFTimeInterval) {
    setValue(NSNumber(value: duration), forKey: kCATransactionAnimationDuration)
  }

  /// The pace of animations that have none; nil, the default, leaves it to them.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
  }

  /// The pace of this transaction's animations; nil for their own.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    setValue(function, forKey: kCATransactionAnimationTimingFunction)
  }

  /// The blocks that wait for an animation that is added now.
  static var openCompletions: [CompletionGroup] {
    ThreadState.current.transactions.compactMap(\.completion)
  }

  /// Whether nothing is set for animations that are added now: most often, and found faster than each value.
  static var saysNothing: Bool {
    let levels = ThreadState.withCurrent { $0.transactions }
    return levels.indices.allSatisfy { levels[$0].values.isEmpty && levels[$0].completion == nil }
  }

  /// Whether changes cause no implicit animation. Default false.
  open class func disableActions() -> Bool {
    number(in: value(forKey: kCATransactionDisableActions))?.boolValue ?? false
  }

  /// Whether changes of this transaction animate by themselves.
  open class func setDisableActions(_ flag: Bool) {
    setValue(NSNumber(value: flag), forKey: kCATransactionDisableActions)
  }

  /// The block that was set last, in the innermost transaction that has one (measured). Default nil.
  open class func completionBlock() -> (() -> Void)? {
    value(forKey: kCATransactionCompletionBlock) as? () -> Void
  }

  /// Runs when the outermost transaction has been committed and the animations that were added in this one since have
  /// ended or been removed; without any, at the next turn of the movie's script, at the same time.
  ///
  /// Each block that is set runs; nil only clears what `completionBlock()` reads (measured).
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    setValue(block, forKey: kCATransactionCompletionBlock)
  }

  /// A named value (`animationDuration`, `animationTimingFunction`, `disableActions`, `completionBlock` or any other),
  /// looked up from the innermost transaction outward.
  open class func value(forKey key: String) -> Any? {
    let levels = ThreadState.current.transactions
    for index in levels.indices.reversed() where !levels[index].values.isEmpty {
      if let value = levels[index].values[key] { return value }
    }
    return nil
  }

  /// Sets a named value of the innermost transaction; it is forgotten with its commit.
  open class func setValue(_ value: Any?, forKey key: String) {
    openImplicitIfNeeded()
    let thread = ThreadState.current
    thread.transactions[thread.transactions.count - 1].values[key] = value
    if key == kCATransactionCompletionBlock {
      let group = (value as? () -> Void).map { CompletionGroup($0) }
      thread.transactions[thread.transactions.count - 1].completion = group
      if let group { thread.transactions[thread.transactions.count - 1].ownCompletions.append(group) }
    }
  }

  /// The global recursive lock that guards layers shared between threads, by agreement of their users.
  open class func lock() { globalLock.lock() }
  /// Gives the lock back, as often as it was taken.
  open class func unlock() { globalLock.unlock() }

  private static let globalLock = NSRecursiveLock()

  static func openImplicitIfNeeded() {
    ThreadState.withCurrent { thread in
      if thread.transactions.isEmpty { thread.transactions.append(TransactionLevel(isImplicit: true)) }
    }
  }

  static var isNoneOpen: Bool { ThreadState.withCurrent { $0.transactions.isEmpty } }

  static var isExplicitOpen: Bool {
    ThreadState.current.transactions.contains { !$0.isImplicit }
  }
}
