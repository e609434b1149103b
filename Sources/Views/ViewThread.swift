/// The state of views on a thread, or of the movie whose script runs on it.
final class ViewThread: StageValue {
  /// Contexts of running blocks, innermost last.
  var contexts: [any UIViewActionContext] = []
  /// Stack of drawing contexts (`UIGraphicsPushContext`).
  var drawingContexts: [CGContext] = []
  var areAnimationsEnabled = true

  let screen: UIScreen
  let application: UIApplication

  init() { (screen, application) = (UIScreen(), UIApplication()) }

  private init(beside other: ViewThread) {
    (screen, application, areAnimationsEnabled) = (other.screen, other.application, other.areAnimationsEnabled)
  }

  func next() -> ViewThread { ViewThread(beside: self) }

  static var current: ViewThread { ofStage }

  func with(_ context: any UIViewActionContext, _ body: () -> Void) {
    contexts.append(context)
    body()
    contexts.removeLast()
  }

  /// Runs a body outside blocks, because a completion may be called in the middle of another block.
  func outsideOfBlocks(_ body: () -> Void) {
    let kept = contexts
    contexts = []
    body()
    contexts = kept
  }
}
