extension NotificationCenter {
  /// Calls a method of an object when a notification is posted, where Apple's takes a selector:
  /// `addObserver(self, action: Game.pause, name: UIApplication.willResignActiveNotification)` with
  /// `func pause(_ notification: Notification)`.
  ///
  /// Only notifications that are posted on the thread that called this reach the object.
  ///
  /// - Parameters:
  ///   - observer: not retained; when it is gone, nothing is called.
  ///   - action: a method of the observer that takes the notification.
  ///   - name: of the notifications; nil for all.
  ///   - object: who posts them; nil, the default, for any sender.
  /// - Returns: what `removeObserver(_:)` takes.
  @discardableResult
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, action: @escaping (Observer) -> (Notification) -> Void, name: Notification.Name?,
    object: Any? = nil
  ) -> any NSObjectProtocol {
    let number = ThreadState.current.addNotificationAction { [weak observer] notification in
      if let observer { action(observer)(notification) }
      return observer != nil
    }
    // The closure goes to any thread that posts; what it calls stays with this one.
    return addObserver(forName: name, object: object, queue: nil) { notification in
      ThreadState.current.performNotificationAction(number, notification)
    }
  }

  /// The same for a method that takes nothing.
  @discardableResult
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, action: @escaping (Observer) -> () -> Void, name: Notification.Name?, object: Any? = nil
  ) -> any NSObjectProtocol {
    addObserver(observer, action: { observer in { _ in action(observer)() } }, name: name, object: object)
  }
}

extension ThreadState {
  /// Number of an action, by which the thread finds it.
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
