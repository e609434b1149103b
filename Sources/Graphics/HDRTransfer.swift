/// The transfer function of HDR video.
public enum HDRTransfer: String, Sendable, CaseIterable, Codable {
  /// SMPTE ST 2084: absolute luminance up to 10,000 nits. Used by HDR10, discs and streaming.
  case pq
  /// ARIB STD-B67: luminance relative to the maximum of the display. Used by broadcast and phones.
  case hlg
}
