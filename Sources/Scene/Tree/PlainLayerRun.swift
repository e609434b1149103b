import Synchronization

struct PlainLayerRun: Sendable {
  let layers: Range<Int>
  let units: [Unit]
  static let unitSize = 512

  /// Number of layers per run. Limited, because they use memory even if invisible.
  private static let counts = 64...32_768

  private init(_ layers: Range<Int>) {
    self.layers = layers
    units = stride(from: layers.lowerBound, to: layers.upperBound, by: Self.unitSize).map {
      Unit($0..<min($0 + Self.unitSize, layers.upperBound))
    }
  }

  static func all(in sublayers: [RenderNode]) -> [PlainLayerRun] {
    var (runs, start) = ([PlainLayerRun](), 0)
    guard sublayers.count >= counts.lowerBound else { return runs }
    for index in 0...sublayers.count {
      let goesOn = index < sublayers.count && sublayers[index].isPlain
      if goesOn, index - start < counts.upperBound { continue }
      if index - start >= counts.lowerBound { runs.append(PlainLayerRun(start..<index)) }
      start = goesOn ? index : index + 1
    }
    return runs
  }

  final class Unit: Sendable {
    private let layers: Range<Int>
    private let rows = Mutex<PlainLayerTable?>(nil)

    init(_ layers: Range<Int>) { self.layers = layers }

    /// The layers in contiguous memory, created for the first frame that needs it: many commits are never drawn.
    func rows(of sublayers: [RenderNode]) -> PlainLayerTable {
      rows.withLock { rows in
        if let rows { return rows }
        let made = PlainLayerTable(sublayers[layers])
        rows = made
        return made
      }
    }
  }
}
