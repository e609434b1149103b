package import StarmineGraphics

/// Contents on their way from one image to another, which shows as a mix of both (documented: contents are animatable).
package struct ContentsFade: RareGroup {
  package var from: CGImage?
  package var to: CGImage?
  /// 0...1
  package var progress = 0.0

  package init() {}
  package init(from: CGImage?, to: CGImage?, progress: Double) {
    (self.from, self.to, self.progress) = (from, to, progress)
  }
  package static let defaults = ContentsFade()
}
