/// The transfer function of HDR video.
public enum HDRTransfer: String, Sendable, CaseIterable, Codable {
  /// SMPTE ST 2084: a code value is an absolute luminance of up to 10,000 nits. HDR10, discs, streaming.
  case pq
  /// ARIB STD-B67: a code value is relative to what the screen can show. Broadcast, phones.
  case hlg
}
