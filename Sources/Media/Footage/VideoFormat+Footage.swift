extension VideoFormat {
  /// Selects the format for writing a video: the named one, or a format of the extension: the first one with alpha for
  /// a video with alpha, one of 10 bits for a video with more than 8 bits, otherwise the default.
  /// - Parameter hdr: requested HDR settings.
  package init(
    forPath path: String, named key: String?, over footage: Footage, keeping hdr: HighDynamicRange? = nil
  ) throws(VideoError) {
    if let hdr {
      self = try VideoFormat(forPath: path, named: key, wantsAlpha: false, keeping: hdr)
      return
    }
    let format = try VideoFormat(forPath: path, named: key, wantsAlpha: footage.traits.hasAlpha)
    let isDeep = key == nil && footage.traits.isDeep && !format.hasAlpha && format.depth < 10
    let rows = VideoFormat.all.filter { $0.extensions.contains(PathParts(path).pathExtension) }
    let (width, height) = footage.pixelSize
    let deep = rows.first {
      $0.coding.isUsualForHDR && $0.depth >= 10 && (try? $0.check(width: width, height: height)) != nil
    }
    self = isDeep ? deep ?? format : format
  }
}
