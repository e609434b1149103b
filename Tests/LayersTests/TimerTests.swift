import Foundation
import StarmineLayers
import Testing

/// Timers and notifications with methods and closures in place of selectors.
struct TimerTests {
  private final class Counter {
    var times: [Double] = []
    var names: [String] = []

    func tick(_ timer: Timer) {
      times.append(CACurrentMediaTime() - 1000)
      if timer.userInfo as? Int == times.count { timer.invalidate() }
    }

    func hear(_ notification: Notification) { names.append(notification.name.rawValue) }

    func beat() { times.append(CACurrentMediaTime() - 1000) }
  }

  @Test func repeatingTimersGoByTheMediaClock() {
    MediaClock.time = 1000
    let counter = Counter()
    let timer = Timer.scheduledTimer(
      timeInterval: 0.25, target: counter, action: Counter.tick, userInfo: 3, repeats: true)
    MediaClock.advance(to: 1000.6)
    #expect(counter.times == [0.25, 0.5] && timer.isValid)
    MediaClock.advance(to: 1002)
    // The third call has invalidated it.
    #expect(counter.times == [0.25, 0.5, 0.75] && !timer.isValid)
  }

  @Test func methodsNeedNoParameter() {
    MediaClock.time = 1000
    let (counter, center, name) = (Counter(), NotificationCenter(), Notification.Name("saved"))
    let sender = Counter()
    center.addObserver(counter, action: Counter.beat, name: name, object: sender)
    center.post(name: name, object: sender)
    center.post(name: name, object: counter)
    #expect(counter.times == [0], "of one sender alone")
    Timer.scheduledTimer(timeInterval: 0.25, target: counter, action: Counter.beat, userInfo: nil, repeats: false)
    let link = CADisplayLink(target: counter, action: Counter.beat)
    link.preferredFramesPerSecond = 1
    link.add(to: .main, forMode: .common)
    MediaClock.advance(to: 1000.5)
    link.invalidate()
    #expect(counter.times.contains(0.25) && counter.times.count == 3)
  }

  /// Dispatch's own would wait for a main queue that nothing serves.
  @Test func blocksOfTheMainQueueGoByTheMediaClock() {
    MediaClock.time = 1000
    nonisolated(unsafe) var times: [Double] = []
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { times.append(CACurrentMediaTime() - 1000) }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) { times.append(CACurrentMediaTime() - 1000) }
    MediaClock.advance(to: 1000.3)
    #expect(times.count == 1)
    MediaClock.advance(to: 1001)
    // To the hundredth; a machine that is busy between two statements may take one off.
    #expect(times.count == 2 && abs((times.last ?? 0) - 0.5) < 0.1)
  }

  @Test func singleTimersFireOnce() {
    MediaClock.time = 1000
    var calls = 0
    let timer = Timer.scheduledTimer(timeInterval: 0.5) { _ in calls += 1 }
    let gone = Timer.scheduledTimer(timeInterval: 0.5, repeats: true) { _ in calls += 100 }
    gone.invalidate()
    MediaClock.advance(to: 1003)
    #expect(calls == 1 && !timer.isValid)
    let early = Timer.scheduledTimer(timeInterval: 9) { _ in calls += 1 }
    early.fire()
    early.fire()
    #expect(calls == 2)
  }

  @Test func notificationsCallMethods() {
    let (center, name) = (NotificationCenter(), Notification.Name("saved"))
    var counter: Counter? = Counter()
    weak let gone = counter
    if let counter { center.addObserver(counter, action: Counter.hear, name: name) }
    center.post(name: name, object: nil)
    center.post(name: Notification.Name("other"), object: nil)
    #expect(counter?.names == ["saved"])
    counter = nil
    #expect(gone == nil)
    center.post(name: name, object: nil)
    let last = Counter()
    let token = center.addObserver(last, action: Counter.hear, name: nil)
    center.post(name: name, object: nil)
    center.removeObserver(token)
    center.post(name: name, object: nil)
    #expect(last.names == ["saved"])
  }
}
