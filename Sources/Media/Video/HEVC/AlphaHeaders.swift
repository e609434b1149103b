/// Parameter sets of an HEVC stream whose layer 1 is the alpha of layer 0 (H.265 annexes F and G), created from those
/// of two encoders.
package struct AlphaHeaders {
  /// Identifier of the alpha layer's SPS.
  private static let sequence = 1
  /// Identifier of its PPS. The code of 15 has nine bits and the code of 0 has one: slice headers grow by one whole
  /// byte, and the rest of each slice stays as it is.
  private static let picture = 15

  /// The message that describes the alpha.
  let information: HEVCUnit
  private let colors: [HEVCUnit]
  private let alpha: [HEVCUnit]
  private let profile: [UInt8]
  private let depth: Int

  /// - Parameters:
  ///   - colors: the encoder's parameter sets with start codes.
  ///   - alpha: those of the other encoder.
  ///   - depth: bits per component.
  ///
  /// Errors: `failed` for parameter sets that cannot be combined.
  package init(colors: [UInt8], alpha: [UInt8], depth: Int, isPremultiplied: Bool) throws(VideoError) {
    let (lower, upper) = (HEVCUnit.split(colors), HEVCUnit.split(alpha))
    func unit(_ kind: Int, _ units: [HEVCUnit]) throws(VideoError) -> HEVCUnit {
      if let unit = units.first(where: { $0.kind == kind }) { return unit }
      throw Self.failure("the encoder wrote no parameter set of type \(kind)")
    }
    let (sequence, alphaSequence) = (try unit(HEVCUnit.sequence, lower), try unit(HEVCUnit.sequence, upper))
    // One byte of identifiers precedes profile and level, which have 12.
    let (payload, alphaPayload) = (sequence.payload, alphaSequence.payload)
    guard payload.count > 13, alphaPayload.count > 13, (payload[0] | alphaPayload[0]) & 0xFE == 0 else {
      throw Self.failure("the encoder wrote temporal layers")
    }
    profile = Array(payload[1...12])
    self.depth = depth
    let video = try Self.video(
      try unit(HEVCUnit.video, lower), profile, alphaLevel: alphaPayload[12], size: Self.size(payload), depth)
    self.colors = [video, sequence, try unit(HEVCUnit.picture, lower)]
    self.alpha = [
      try Self.renumbered(alphaSequence, after: 104, [Self.sequence]),
      try Self.renumbered(try unit(HEVCUnit.picture, upper), after: 0, [Self.picture, Self.sequence]),
    ]
    information = Self.information(depth, isPremultiplied)
  }

  static func failure(_ reason: String) -> VideoError {
    .failed(operation: "writing HEVC with alpha", reason: "\(reason); use --format prores4444 or vp9-alpha")
  }

  // MARK: Parameter sets

  /// Coded width and height in a SPS.
  private static func size(_ payload: [UInt8]) -> (width: Int, height: Int) {
    let bits = BitString(payload)
    var place = 104
    // Identifier and chroma format, which is 4:2:0.
    _ = (bits.golomb(at: &place), bits.golomb(at: &place))
    return (bits.golomb(at: &place), bits.golomb(at: &place))
  }

  /// The same parameter set in layer 1 with other identifiers.
  /// - Parameters:
  ///   - start: number of bits before the identifiers.
  ///   - identifiers: replace the zeros there.
  private static func renumbered(
    _ unit: HEVCUnit, after start: Int, _ identifiers: [Int]
  ) throws(VideoError) -> HEVCUnit {
    let old = BitString(unit.payload).bits
    var new = BitString()
    new.bits = Array(old[..<start])
    guard old[start...].prefix(identifiers.count).allSatisfy({ $0 == 1 }) else {
      throw failure("the encoder uses unsupported numbers for its parameter sets")
    }
    identifiers.forEach { new.writeGolomb($0) }
    new.bits += old[(start + identifiers.count)...]
    while new.bits.last == 0 { new.bits.removeLast() }
    new.align(0)
    return HEVCUnit(kind: unit.kind, layer: 1, payload: new.bytes)
  }

  /// The VPS of both layers (H.265 F.7.3.2.1).
  private static func video(
    _ unit: HEVCUnit, _ profile: [UInt8], alphaLevel: UInt8, size: (width: Int, height: Int), _ depth: Int
  ) throws(VideoError) -> HEVCUnit {
    let bits = BitString(unit.payload)
    // Identifiers, profile, and the flag before the sizes of the buffer of pictures.
    var place = 32 + 96 + 1
    let buffer = (0..<3).map { _ in bits.golomb(at: &place) }
    guard buffer[0] < 16 else { throw failure("the encoder's VPS cannot be read") }
    var writer = BitString()
    // Identifier 0, internal and available base layer, 2 layers, 1 temporal layer, nested, reserved bits.
    for (value, bits) in [(0, 4), (3, 2), (1, 6), (0, 3), (1, 1), (0xFFFF, 16)] { writer.write(value, bits) }
    for byte in profile { writer.write(Int(byte), 8) }
    writer.write(1, 1)
    buffer.forEach { writer.writeGolomb($0) }
    // Largest layer identifier 1; 2 layer sets, the second of both layers; no timing; an extension.
    writer.write(1, 6)
    writer.writeGolomb(1)
    writer.write(0b11_0_1, 4)
    writer.align(1)
    writeExtension(&writer, buffer, alphaLevel, size, depth)
    writer.close()
    return HEVCUnit(kind: HEVCUnit.video, layer: 0, payload: writer.bytes)
  }

  private static func writeExtension(
    _ writer: inout BitString, _ buffer: [Int], _ alphaLevel: UInt8, _ size: (width: Int, height: Int), _ depth: Int
  ) {
    writer.write(Int(alphaLevel), 8)
    // No splitting; scalability by auxiliary identifiers (mask bit 3), of one bit; layer 1 has AuxId 1, which is alpha.
    for (value, bits) in [(0, 1), (0x1000, 16), (0, 3), (0, 1), (1, 1)] { writer.write(value, bits) }
    // No views; layer 1 depends on no other; no more layer sets; no sub-layers, no limits of prediction.
    writer.write(0, 5)
    writer.writeGolomb(0)
    writer.write(0, 3)
    // Two profiles; no more output layer sets; all layers are output; each has the second profile.
    writer.writeGolomb(1)
    writer.writeGolomb(0)
    writer.write(0b00_1_1, 4)
    // One form of pictures: size, 4:2:0, depth, no cropping.
    writer.writeGolomb(0)
    for (value, bits) in [(size.width, 16), (size.height, 16), (1, 1), (1, 2), (depth - 8, 4), (depth - 8, 4), (0, 1)] {
      writer.write(value, bits)
    }
    // At most one reference layer; picture numbers are not aligned, and IDR pictures of layer 1 have none.
    writer.write(0b1_0_1, 3)
    // Sizes of the buffers of pictures: of each layer, then of both.
    writer.write(0, 1)
    for value in [buffer[0]] + buffer { writer.writeGolomb(value) }
    // Short types of dependency, none for all layers, no further data, no VUI, no other extension.
    writer.writeGolomb(0)
    writer.write(0, 1)
    writer.writeGolomb(0)
    writer.write(0, 2)
  }

  /// SEI message 165, alpha channel information (H.265 F.14.3.8).
  private static func information(_ depth: Int, _ isPremultiplied: Bool) -> HEVCUnit {
    var writer = BitString()
    // Not cancelled; whether colours are still to be multiplied (0) or are (1); depth.
    for (value, bits) in [(0, 1), (isPremultiplied ? 1 : 0, 3), (depth - 8, 3)] { writer.write(value, bits) }
    // Transparent, opaque; no increment, no clipping.
    for (value, bits) in [(0, depth + 1), (1 << depth - 1, depth + 1), (0, 2)] { writer.write(value, bits) }
    writer.close()
    let message = writer.bytes
    return HEVCUnit(kind: HEVCUnit.information, layer: 0, payload: [165, UInt8(message.count)] + message + [0x80])
  }

  // MARK: Files

  /// The decoder configuration record, `hvcC` (ISO/IEC 14496-15).
  var record: [UInt8] {
    // Version, profile and level, no segmentation, unknown parallelism, 4:2:0, depths, unknown rate; one nested
    // temporal layer, lengths of four bytes, number of arrays.
    var bytes = [1] + profile + [0xF0, 0, 0xFC, 0xFD] + [UInt8](repeating: 0xF8 | UInt8(depth - 8), count: 2)
    bytes += [0, 0, 0x0F, 4]
    let arrays = [[colors[0]], [colors[1], alpha[0]], [colors[2], alpha[1]], [information]]
    for units in arrays {
      // Parameter sets are in the record only; the message is in access units too.
      bytes.append(UInt8(units[0].kind) | (units[0] == information ? 0 : 0x80))
      bytes += units.count.bigEndianBytes(2)
      for unit in units { bytes += unit.bytes.count.bigEndianBytes(2) + unit.bytes }
    }
    return bytes
  }

  /// An access unit with both layers, each unit after its length.
  ///
  /// Errors: `failed` for layers of different types of pictures.
  package func accessUnit(colors: [UInt8], alpha: [UInt8]) throws(VideoError) -> [UInt8] {
    let lower = HEVCUnit.split(colors)
    let upper = HEVCUnit.split(alpha).filter(\.isSlice)
    let kinds = lower.filter(\.isSlice).map(\.kind)
    guard let kind = kinds.first, kinds == upper.map(\.kind) else {
      throw Self.failure("the encoder created different types of pictures for alpha and for colours")
    }
    var result = (16...23).contains(kind) ? information.withLength : []
    for unit in lower { result += unit.withLength }
    for unit in upper { result += try Self.slice(unit).withLength }
    return result
  }

  /// A slice of layer 1 that refers to its own PPS.
  private static func slice(_ unit: HEVCUnit) throws(VideoError) -> HEVCUnit {
    var payload = unit.payload
    // Before the identifier: the flag of the first slice, and of random access pictures one more flag.
    let start = (16...23).contains(unit.kind) ? 2 : 1
    let (first, mask) = (payload.first ?? 0, UInt8(0x80) >> UInt8(start))
    guard first & mask != 0 else { throw failure("the encoder uses unsupported numbers for its parameter sets") }
    // The code of 0 is the bit 1, and that of 15 is 000010000.
    payload[0] = first & (mask - 1)
    payload.insert(first & ~(mask << 1 &- 1) | UInt8(0x08) >> UInt8(start), at: 0)
    return HEVCUnit(kind: unit.kind, layer: 1, payload: payload)
  }
}
