/// Contents on their way from one picture to another, which shows as a mix of both (documented: contents are
/// animatable).
package struct ContentsFade: RareGroup {
  package var from: LayerContents?
  package var to: LayerContents?
  /// 0...1
  package var progress = 0.0

  package init() {}
  package init(from: LayerContents?, to: LayerContents?, progress: Double) {
    (self.from, self.to, self.progress) = (from, to, progress)
  }
  package static let defaults = ContentsFade()
}
