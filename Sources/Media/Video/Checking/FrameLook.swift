/// A frame of a file that was read once: its checksum, and where it is read again to compare it.
package struct FrameLook: Sendable {
  /// MD5 of the frame's bytes as they are decoded.
  package let hash: String
  let file: FileFrames
}
