/// Positions of the images and labels of a sheet. Lengths are in pixels.
package struct SheetLayout: Sendable, Equatable {
  package let columns: Int
  package let rows: Int
  package let cell: PixelSize
  /// Title above everything, if not empty.
  package var title = ""
  /// Labels of columns and rows, if not empty.
  package var columnHeads: [String] = []
  package var rowHeads: [String] = []
  /// Captions below images, if not empty.
  package var captions: [String] = []

  /// - Precondition: at least one column and row; a cell of at least one pixel.
  package init(columns: Int, rows: Int, cell: PixelSize) {
    precondition(columns > 0 && rows > 0 && cell.width > 0 && cell.height > 0, "SheetLayout: a sheet has cells")
    (self.columns, self.rows, self.cell) = (columns, rows, cell)
  }

  private static let fontSize = 12.0
  private static let lineHeight = 18
  private static let inset = 4

  private var gap: Int { title.isEmpty && [columnHeads, rowHeads, captions].allSatisfy(\.isEmpty) ? 0 : 4 }
  private var titleHeight: Int { title.isEmpty ? 0 : Self.lineHeight + Self.inset }
  private var headHeight: Int { columnHeads.isEmpty ? 0 : Self.lineHeight }
  private var captionHeight: Int { captions.isEmpty ? 0 : Self.lineHeight }
  /// Wide enough for the longest label: letters of the font are about 0.62 em wide.
  private var headWidth: Int {
    let longest = rowHeads.map(\.count).max() ?? 0
    return longest == 0 ? 0 : min(260, Int(Double(longest) * Self.fontSize * 0.62) + 2 * Self.inset)
  }

  package var size: PixelSize {
    PixelSize(
      width: headWidth + gap + columns * (cell.width + gap),
      height: titleHeight + headHeight + gap + rows * (cell.height + captionHeight + gap))
  }

  /// Top left corner of an image.
  package func origin(of index: Int) -> (x: Int, y: Int) {
    let (row, column) = (index / columns, index % columns)
    return (
      headWidth + gap + column * (cell.width + gap),
      titleHeight + headHeight + gap + row * (cell.height + captionHeight + gap)
    )
  }

  func labels() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    root.position = CGPoint(x: Double(size.width) / 2, y: Double(size.height) / 2)
    let wide = size.width - 2 * Self.inset
    if !title.isEmpty { add(title, CGRect(x: Self.inset, y: 2, width: wide, height: titleHeight), .left, 1, to: root) }
    for (column, text) in columnHeads.prefix(columns).enumerated() {
      let frame = CGRect(x: origin(of: column).x, y: titleHeight, width: cell.width, height: Self.lineHeight)
      add(text, frame, .center, 0.8, to: root)
    }
    for (row, text) in rowHeads.prefix(rows).enumerated() {
      let y = origin(of: row * columns).y + (cell.height - Self.lineHeight) / 2
      let frame = CGRect(x: Self.inset, y: y, width: headWidth - Self.inset, height: Self.lineHeight)
      add(text, frame, .left, 0.8, to: root)
    }
    for (index, text) in captions.prefix(columns * rows).enumerated() {
      let place = origin(of: index)
      let frame = CGRect(x: place.x, y: place.y + cell.height, width: cell.width, height: captionHeight)
      add(text, frame, .left, 0.8, to: root)
    }
    return root
  }

  private func add(
    _ text: String, _ frame: CGRect, _ alignment: CATextLayerAlignmentMode, _ white: CGFloat, to root: CALayer
  ) {
    let layer = CATextLayer()
    layer.frame = frame
    layer.string = text
    layer.font = "DejaVu Sans"
    layer.fontSize = Self.fontSize
    layer.foregroundColor = CGColor(red: white, green: white, blue: white, alpha: 1)
    layer.alignmentMode = alignment
    layer.truncationMode = .end
    root.addSublayer(layer)
  }
}
