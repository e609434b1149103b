import CStarmineParticleKernels
import Synchronization

extension Array where Element: AnyObject {
  /// Calls for each element without counting a reference to it, which takes a third of the time of a small layer: the
  /// array keeps its elements until the last call has returned.
  @inline(__always)
  func forEachUncounted(_ body: (Element) -> Void) {
    forEachUncounted(in: indices, body)
  }

  /// The same for a part of the elements.
  @inline(__always)
  func forEachUncounted(in range: Range<Int>, _ body: (Element) -> Void) {
    withUnsafeBufferPointer { elements in
      for index in range { Unmanaged.passUnretained(elements[index])._withUnsafeGuaranteedRef { body($0) } }
    }
  }
}

extension [RenderNode] {
  /// Calls for some of the nodes, while the memory of later ones and of what they refer to is on its way: those of
  /// thousands of layers do not stay in the caches from frame to frame, and to wait for them takes longer than to draw
  /// the layers.
  @inline(__always)
  func forEachUncountedAhead(in range: Range<Int>, _ body: (RenderNode) -> Void) {
    withUnsafeBufferPointer { nodes in
      func ahead(_ index: Int, _ fetch: (RenderNode) -> Void) {
        if index < range.upperBound { Unmanaged.passUnretained(nodes[index])._withUnsafeGuaranteedRef { fetch($0) } }
      }
      for index in range {
        // What is read of one object has been on its way since steps before.
        ahead(index + 6) { $0.fetchAhead() }
        ahead(index + 3) { $0.fetchReferencesAhead() }
        ahead(index + 2) { $0.fetchValuesAhead() }
        ahead(index + 1) { $0.fetchGroupsAhead() }
        ahead(index, body)
      }
    }
  }
}

extension RenderNode {
  fileprivate func fetchAhead() {
    let node = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    // Plain values, and behind the transform what the node has besides its state.
    particle_fetch_ahead(node, 3)
    particle_fetch_ahead(node + 320, 1)
  }

  fileprivate func fetchReferencesAhead() {
    tracks.forEachUncounted { particle_fetch_ahead(UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()), 3) }
    if isPlain { return }
    state.rare.fetchAhead()
    if let extrasAddress { particle_fetch_ahead(extrasAddress, 1) }
    if let groups { particle_fetch_ahead(UnsafeRawPointer(Unmanaged.passUnretained(groups).toOpaque()), 2) }
  }

  fileprivate func fetchValuesAhead() {
    if isPlain { return }
    groups?.fetchValuesAhead()
    outlineMask?.fetchAhead()
  }

  /// The group that takes longest to draw.
  fileprivate func fetchGroupsAhead() {
    if isPlain { return }
    groups?.fetchGroupsAhead()
    state.rare.box?.value.shapeLayer.fetchAhead()
    outlineMask?.state.rare.fetchAhead()
  }
}

extension AnimatedGroups {
  fileprivate func fetchValuesAhead() { memory.withLock { $0.fetchAhead() } }

  fileprivate func fetchGroupsAhead() { memory.withLock { $0.box?.value.shapeLayer.fetchAhead() } }
}

extension Rare {
  fileprivate func fetchAhead() {
    guard let box else { return }
    let lines = MemoryLayout<Group>.size / 64 + 1
    particle_fetch_ahead(UnsafeRawPointer(Unmanaged.passUnretained(box).toOpaque()), Int32(lines))
  }
}
