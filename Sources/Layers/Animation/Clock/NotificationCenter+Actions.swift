extension NotificationCenter {
  /// Adds an observer whose method is called when a notification is posted. It replaces the method with a selector on
  /// Apple's system: `addObserver(self, action: Game.pause, name: UIApplication.willResignActiveNotification)` with
  /// `func pause(_ notification: Notification)`.
  ///
  /// Only notifications posted on the calling thread reach the observer.
  ///
  /// - Parameters:
  ///   - observer: not retained. After it is deallocated, nothing is called.
  ///   - action: a method of the observer that takes the notification.
  ///   - name: name of the notifications; nil for all.
  ///   - object: sender of the notifications; nil for any sender. Default nil.
  /// - Returns: an object for `removeObserver(_:)`.
  @discardableResult
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, action: @escaping (Observer) -> (Notification) -> Void, name: Notification.Name?,
    object: Any? = nil
  ) -> any NSObjectProtocol {
    let number = ThreadState.current.addNotificationAction { [weak observer] notification in
      if let observer { action(observer)(notification) }
      return observer != nil
    }
    // Any thread may call the closure, but the action stays on this thread.
    return addObserver(forName: name, object: object, queue: nil) { notification in
      ThreadState.current.performNotificationAction(number, notification)
    }
  }

  /// Adds an observer whose method takes no arguments.
  @discardableResult
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, action: @escaping (Observer) -> () -> Void, name: Notification.Name?, object: Any? = nil
  ) -> any NSObjectProtocol {
    addObserver(observer, action: { observer in { _ in action(observer)() } }, name: name, object: object)
  }
}

extension ThreadState {
  fileprivate func addNotificationAction(_ action: @escaping (Notification) -> Bool) -> UUID {
    let number = UUID()
    notificationActions[number] = action
    return number
  }

  fileprivate func performNotificationAction(_ number: UUID, _ notification: Notification) {
    guard let action = notificationActions[number] else { return }
    if !action(notification) { notificationActions[number] = nil }
  }
}
