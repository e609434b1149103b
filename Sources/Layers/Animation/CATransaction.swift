/// Key for the duration of implicit animations in seconds (documented).
public let kCATransactionAnimationDuration = "animationDuration"
/// Key for whether implicit animations are disabled (documented).
public let kCATransactionDisableActions = "disableActions"
/// Key for the easing of animations that have none (documented).
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// Key for the completion block (documented).
public let kCATransactionCompletionBlock = "completionBlock"

/// A level of the transaction stack. The bottom level is the implicit transaction.
struct TransactionLevel {
  var isImplicit = false
  /// Whether the changes are being published. Layout and drawing cannot close the transaction then.
  var isPublishing = false
  var values: [String: Any] = [:]
  /// The last completion block, with the animations added since.
  var completion: CompletionGroup?
  /// All completion blocks of this level.
  var ownCompletions: [CompletionGroup] = []
  /// Completion blocks of inner levels that were committed.
  var innerCompletions: [CompletionGroup] = []
}

/// A group of layer changes that are published together at the outermost commit. Each thread has one stack.
///
/// A change outside `begin` and `commit` opens an implicit transaction. `flush()` and `CALayer.committedTree()` commit
/// it; no run loop does (documented; behavior.md 3.1).
open class CATransaction: NSObject {
  /// Opens a nested transaction.
  open class func begin() {
    ThreadState.current.transactions.append(TransactionLevel())
  }

  /// Closes the innermost transaction. Closing the outermost one lays out and publishes the changes. Completion blocks
  /// never run inside this call (measured). Does nothing if no transaction is open.
  open class func commit() {
    let thread = ThreadState.current
    guard let level = thread.transactions.last, !level.isPublishing else { return }
    if thread.transactions.count == 1 { publishChanges() }
    // Changes made during layout belong to the transaction.
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
    if !thread.changedRoots.isEmpty { UnobservedCompletions.settle() }
    thread.transactions[0].isPublishing = true
    // Layout may change other trees. Two trees that always change each other wait for the next commit.
    for _ in 0..<16 where !thread.changedRoots.isEmpty {
      let roots = thread.changedRoots
      thread.changedRoots = []
      roots.forEach { $0.publish() }
    }
  }

  /// Commits the implicit transaction. Does nothing while an explicit one is open, as on Apple's system.
  open class func flush() {
    let levels = ThreadState.current.transactions
    if levels.count == 1, levels[0].isImplicit { commit() }
  }

  /// Returns the duration of implicit animations in seconds, from the innermost transaction that sets it. Default 0.25.
  open class func animationDuration() -> CFTimeInterval {
    number(in: value(forKey: kCATransactionAnimationDuration))?.doubleValue ?? AnimationClock.defaultDuration
  }

  /// Sets the duration of the implicit animations of this transaction in seconds.
  open class func setAnimationDuration(_ duration: CFTimeInterval) {
    setValue(NSNumber(value: duration), forKey: kCATransactionAnimationDuration)
  }

  /// Returns the easing for animations that have none. Nil keeps their own. Default nil.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
  }

  /// Sets the easing for animations of this transaction. Nil keeps their own.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    setValue(function, forKey: kCATransactionAnimationTimingFunction)
  }

  static var openCompletions: [CompletionGroup] {
    ThreadState.current.transactions.compactMap(\.completion)
  }

  /// Whether no value applies to new animations. This is the usual case, and faster than a lookup of each value.
  static var saysNothing: Bool {
    let levels = ThreadState.withCurrent { $0.transactions }
    return levels.indices.allSatisfy { levels[$0].values.isEmpty && levels[$0].completion == nil }
  }

  /// Returns whether implicit animations are disabled. Default false.
  open class func disableActions() -> Bool {
    number(in: value(forKey: kCATransactionDisableActions))?.boolValue ?? false
  }

  /// Sets whether implicit animations of this transaction are disabled.
  open class func setDisableActions(_ flag: Bool) {
    setValue(NSNumber(value: flag), forKey: kCATransactionDisableActions)
  }

  /// Returns the last completion block of the innermost transaction that has one (measured). Default nil.
  open class func completionBlock() -> (() -> Void)? {
    value(forKey: kCATransactionCompletionBlock) as? () -> Void
  }

  /// Sets a block that runs after the outermost commit, when all animations added later in this transaction have ended
  /// or been removed. Without animations, it runs at the next turn of the movie's script, at the same time.
  ///
  /// Every block that you set runs. Nil clears only the result of `completionBlock()` (measured).
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    setValue(block, forKey: kCATransactionCompletionBlock)
  }

  /// Returns a named value (`animationDuration`, `animationTimingFunction`, `disableActions`, `completionBlock` or any
  /// other), searched from the innermost transaction outward.
  open class func value(forKey key: String) -> Any? {
    let levels = ThreadState.current.transactions
    for index in levels.indices.reversed() where !levels[index].values.isEmpty {
      if let value = levels[index].values[key] { return value }
    }
    return nil
  }

  /// Sets a named value of the innermost transaction, until its commit.
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

  /// Takes the global recursive lock for layers that threads share. Threads must use it by agreement.
  open class func lock() { globalLock.lock() }
  /// Releases the lock. Call it once for each `lock()`.
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
