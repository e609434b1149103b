import CStarmineFFmpeg

/// Reads an AVIF file (AV1 Image File Format 1.1; boxes as in ISO/IEC 14496-12 and 23008-12): the coded image for an
/// AV1 decoder, its size, colours, alpha and rotation. Further images are ignored.
///
/// The file may be damaged. Reads are bounds-checked, and the number of boxes is limited.
struct AVIFPicture {
  let coded: [UInt8]
  /// Size according to the file.
  let size: (width: Int, height: Int)
  /// Type of the item: `av01`, or an unsupported one such as `grid`.
  let kind: String
  /// A coded grey image; nil: opaque.
  let alpha: [UInt8]?
  let isPremultiplied: Bool
  private(set) var turn = ImageRotation.none
  /// Numbers of primaries, transfer function and matrix, and full range; nil: those of the coded image.
  private var colors: (primaries: Int, curve: Int, matrix: Int, isFull: Bool)?

  private static let mostBoxes = 4_096
  private static let mostExtents = 64

  static func begins(_ file: FileBytes) -> Bool {
    guard let length = file.number(0, 4), kind(file, at: 4) == "ftyp", length <= 4_096 else { return false }
    return ([8] + stride(from: 16, to: length, by: 4)).contains { kind(file, at: $0) == "avif" }
  }

  /// Nil for a damaged file.
  init?(_ file: FileBytes) {
    guard let meta = Self.boxes(file).first(where: { $0.kind == "meta" })?.content.part(from: 4) else { return nil }
    let boxes = Self.boxes(meta)
    let content = { (kind: String) in boxes.first { $0.kind == kind }?.content }
    guard let item = content("pitm").flatMap(Self.firstItem),
      let coded = content("iloc").flatMap({ Self.place(of: item, $0, file, content("idat")) }),
      let properties = content("iprp").map({ Self.properties(of: item, $0) })
    else { return nil }
    guard let extent = properties.first(where: { $0.kind == "ispe" })?.content, let width = extent.number(4, 4),
      let height = extent.number(8, 4)
    else { return nil }
    (self.coded, size) = (coded, (width, height))
    kind = content("iinf").flatMap { Self.kind(of: item, $0) } ?? "av01"
    let links = content("iref").map(Self.links) ?? []
    let auxiliary = links.first { link in
      link.kind == "auxl" && link.to.contains(item)
        && (content("iprp").map { Self.properties(of: link.from, $0) } ?? []).contains(where: Self.isAlpha)
    }?.from
    alpha = auxiliary.flatMap { item in content("iloc").flatMap { Self.place(of: item, $0, file, content("idat")) } }
    isPremultiplied = links.contains { $0.kind == "prem" && $0.from == item }
    for property in properties { take(property) }
  }

  private mutating func take(_ property: (kind: String, content: FileBytes)) {
    let content = property.content
    switch property.kind {
    case "irot":
      let turns = [
        ImageRotation.none, ImageRotation(swapsSides: true, mirrorsY: true),
        ImageRotation(mirrorsX: true, mirrorsY: true),
        ImageRotation(swapsSides: true, mirrorsX: true),
      ]
      turn = turns[Int(content[0] ?? 0) & 3]
    case "imir":
      if content[0].map({ $0 & 1 }) == 1 { turn.mirrorsX.toggle() } else { turn.mirrorsY.toggle() }
    case "colr" where Self.kind(content, at: 0) == "nclx":
      guard let primaries = content.number(4, 2), let curve = content.number(6, 2), let matrix = content.number(8, 2),
        let range = content[10]
      else { return }
      colors = (primaries, curve, matrix, range >> 7 == 1)
    default: break
    }
  }

  /// Sets the colour properties of the file on a decoded frame.
  func label(_ frame: borrowing OwnedFrame) {
    let picture = frame.pointer
    // The default of JPEG files.
    if picture.pointee.chroma_location == AVCHROMA_LOC_UNSPECIFIED {
      picture.pointee.chroma_location = AVCHROMA_LOC_CENTER
    }
    guard let colors else { return }
    if colors.matrix == 0 { Self.takeIdentity(picture) }
    picture.pointee.color_primaries = AVColorPrimaries(UInt32(colors.primaries))
    picture.pointee.color_trc = AVColorTransferCharacteristic(UInt32(colors.curve))
    picture.pointee.colorspace = AVColorSpace(UInt32(colors.matrix))
    picture.pointee.color_range = colors.isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  }

  /// Without a matrix the planes are green, blue and red, which the coded image need not contain.
  private static func takeIdentity(_ picture: UnsafeMutablePointer<AVFrame>) {
    switch AVPixelFormat(picture.pointee.format) {
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: picture.pointee.format = AV_PIX_FMT_GBRP.rawValue
    case AV_PIX_FMT_YUV444P10LE: picture.pointee.format = AV_PIX_FMT_GBRP10LE.rawValue
    case AV_PIX_FMT_YUV444P12LE: picture.pointee.format = AV_PIX_FMT_GBRP12LE.rawValue
    default: break
    }
  }

  private static func isAlpha(_ property: (kind: String, content: FileBytes)) -> Bool {
    property.kind == "auxC"
      && ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains {
        property.content.part(from: 4)?.starts(with: Array($0.utf8)) == true
      }
  }

  private static func kind(_ file: FileBytes, at place: Int) -> String? { file.text(place, 4) }

  private static func boxes(_ file: FileBytes) -> [(kind: String, content: FileBytes)] {
    var (boxes, place): ([(kind: String, content: FileBytes)], Int) = ([], 0)
    while boxes.count < mostBoxes, let length = file.number(place, 4), let kind = kind(file, at: place + 4) {
      var (head, whole) = (8, length)
      if length == 1 {
        guard file.number(place + 8, 4) == 0, let long = file.number(place + 12, 4) else { break }
        (head, whole) = (16, long)
      } else if length == 0 {
        whole = file.count - place
      }
      guard whole >= head, let content = file.part(place + head, whole - head) else { break }
      boxes.append((kind, content))
      place += whole
    }
    return boxes
  }

  private static func firstItem(_ box: FileBytes) -> Int? { box.number(4, box[0] == 0 ? 2 : 4) }

  private static func kind(of item: Int, _ box: FileBytes) -> String? {
    guard let entries = box.part(from: box[0] == 0 ? 6 : 8) else { return nil }
    for entry in boxes(entries) where entry.kind == "infe" {
      let size = (entry.content[0] ?? 0) > 2 ? 4 : 2
      if entry.content.number(4, size) == item { return entry.content.text(6 + size, 4) }
    }
    return nil
  }

  private static func links(_ box: FileBytes) -> [(kind: String, from: Int, to: [Int])] {
    let size = box[0] == 0 ? 2 : 4
    return boxes(box.part(from: 4) ?? box).compactMap { link in
      guard let from = link.content.number(0, size), let count = link.content.number(size, 2), count <= mostExtents
      else { return nil }
      return (link.kind, from, (0..<count).compactMap { link.content.number(size + 2 + size * $0, size) })
    }
  }

  private struct Cursor {
    let box: FileBytes
    var place = 0

    mutating func next(_ size: Int) -> Int? {
      defer { place += size }
      if size == 0 { return 0 }
      guard size == 8 else { return box.number(place, size) }
      guard box.number(place, 4) == 0 else { return nil }
      return box.number(place + 4, 4)
    }
  }

  /// The bytes of an item, from the location box.
  private static func place(of item: Int, _ box: FileBytes, _ file: FileBytes, _ data: FileBytes?) -> [UInt8]? {
    guard let version = box[0], let sizes = box.number(4, 2), version <= 2 else { return nil }
    let (offset, length, base) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let index = version > 0 ? sizes & 15 : 0
    guard [offset, length, base, index].allSatisfy({ [0, 4, 8].contains($0) }) else { return nil }
    var cursor = Cursor(box: box, place: 6)
    guard let count = cursor.next(version < 2 ? 2 : 4), count <= mostBoxes else { return nil }
    for _ in 0..<count {
      guard let found = cursor.next(version < 2 ? 2 : 4), let method = version > 0 ? cursor.next(2) : 0,
        cursor.next(2) != nil, let start = cursor.next(base), let extents = cursor.next(2), extents <= mostExtents
      else { return nil }
      let source = method & 15 == 1 ? data : method & 15 == 0 ? file : nil
      var bytes: [UInt8] = []
      for _ in 0..<extents {
        guard cursor.next(index) != nil, let from = cursor.next(offset), let size = cursor.next(length) else {
          return nil
        }
        guard found == item else { continue }
        guard let source, let part = source.part(start + from, size > 0 ? size : source.count - start - from),
          bytes.count + part.count <= file.count
        else { return nil }
        bytes += part.array
      }
      if found == item { return bytes.isEmpty ? nil : bytes }
    }
    return nil
  }

  private static func properties(of item: Int, _ box: FileBytes) -> [(kind: String, content: FileBytes)] {
    let parts = boxes(box)
    guard let all = parts.first(where: { $0.kind == "ipco" }).map({ boxes($0.content) }) else { return [] }
    var result: [(kind: String, content: FileBytes)] = []
    for table in parts where table.kind == "ipma" {
      let (isLong, hasLongIndices) = (table.content[0] != 0, (table.content[3] ?? 0) & 1 == 1)
      var cursor = Cursor(box: table.content, place: 4)
      guard let count = cursor.next(4), count <= mostBoxes else { continue }
      for _ in 0..<count {
        guard let found = cursor.next(isLong ? 4 : 2), let uses = cursor.next(1) else { break }
        for _ in 0..<uses {
          guard let use = cursor.next(hasLongIndices ? 2 : 1) else { break }
          let index = use & (hasLongIndices ? 0x7FFF : 0x7F) - 1
          if found == item, all.indices.contains(index), result.count < mostBoxes { result.append(all[index]) }
        }
      }
    }
    return result
  }
}
