import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets

/// Makes nodes of a scene's layers and of what is in them.
struct LayerNodes {
  let scene: PresetScene
  let texts: ValueText

  init(_ scene: PresetScene) { (self.scene, texts) = (scene, scene.valueText) }

  /// A layer with everything in it.
  func node(_ layer: CALayer) -> DifferenceNode {
    var node = node(layer, DifferenceNode.Place(layer: layer))
    node.name = layer.label
    if layer === scene.rootLayer { node.forgetStage(scene.size) }
    if let mask = layer.mask { node.lists.append(DifferenceNode.List(key: "mask", nodes: [self.node(mask)])) }
    let animations = (layer.animationKeys() ?? []).compactMap { key in
      layer.animation(forKey: key).map { self.node($0, key: key, on: layer) }
    }
    node.lists.append(DifferenceNode.List(key: "animations", nodes: animations, isByPlace: false))
    return node
  }

  private func node(_ container: any PropertyContainer, _ place: DifferenceNode.Place) -> DifferenceNode {
    var node = DifferenceNode(kind: container.className, place: place)
    node.values = container.keys.compactMap { value(of: container, $0) }
    for key in container.listKeys {
      var (seen, elements) = (Set<String>(), [DifferenceNode]())
      for (index, element) in (container.elements(key) ?? []).enumerated() {
        if let layer = element as? CALayer {
          elements.append(self.node(layer))
          continue
        }
        var next = place
        next.steps.append((key, index))
        var child = self.node(element, next)
        // Key paths reach the first of several elements with one name.
        child.name = element.name.flatMap { $0.isEmpty || !seen.insert($0).inserted ? nil : $0 }
        elements.append(child)
      }
      node.lists.append(DifferenceNode.List(key: key, nodes: elements))
    }
    return node
  }

  // MARK: Values

  private func value(of container: any PropertyContainer, _ key: String) -> DifferenceNode.Value? {
    guard let info = container.info(forKey: key), !info.isDerived else { return nil }
    let present = value(container.readProperty(key), info)
    var result = present
    result.isDefault = present.isEqual(to: value(container.defaultProperty(key), info))
    return result
  }

  /// - Parameter key: where it is not the row's.
  func value(_ value: Any?, _ info: PropertyInfo, key: String? = nil) -> DifferenceNode.Value {
    let sprite = scene.sprite(value)?.document
    let text = sprite?.line() ?? texts.text(value, info)
    let document = sprite ?? ValueSpelling.document(value, info.kind) ?? DocumentValue(.string(text))
    var result = DifferenceNode.Value(key: key ?? info.key, text: text, document: document)
    if sprite == nil, let image = value as? CGImage { result.fingerprint = image.fingerprint }
    return result
  }

  // MARK: Animations

  /// - Parameter key: of the animation that the layer has, or of the group's child.
  func node(_ animation: CAAnimation, key: String?, on layer: CALayer) -> DifferenceNode {
    var node = DifferenceNode(kind: AnimationReader.className(of: animation), name: key)
    node.place = DifferenceNode.Place(layer: layer, animation: key ?? "")
    let model = AnimationModel(animation, on: layer, key: key ?? "", texts: texts)
    var values = model.values
    for (name, value) in pictures(of: animation) where values[name] == nil { values[name] = value }
    if let keyPath = (animation as? CAPropertyAnimation)?.keyPath, keyPath != key {
      values["keyPath"] = DocumentValue(.string(keyPath))
    }
    node.values = values.sorted { $0.key < $1.key }.map { name, value in
      DifferenceNode.Value(key: name, text: value.plainText, document: value, isSettable: name != "keyPath")
    }
    let children = ((animation as? CAAnimationGroup)?.animations ?? []).map { self.node($0, key: nil, on: layer) }
    node.lists.append(DifferenceNode.List(key: "animations", nodes: children))
    return node
  }

  /// Values without a spelling of their own, by where they come from.
  private func pictures(of animation: CAAnimation) -> [(String, DocumentValue)] {
    func spelled(_ value: Any) -> DocumentValue {
      scene.sprite(value)?.document
        ?? DocumentValue(.string(texts.text(value, PropertyInfo(element: .contents, of: nil))))
    }
    if let basic = animation as? CABasicAnimation {
      return ["fromValue", "toValue", "byValue"].compactMap { key in
        basic.value(forKey: key).map { (key, spelled($0)) }
      }
    }
    let list = (animation as? CAKeyframeAnimation)?.values
    return list.map { [("values", DocumentValue(.array($0.map(spelled))))] } ?? []
  }
}

extension DifferenceNode {
  /// A root layer that fills the stage says nothing by it.
  fileprivate mutating func forgetStage(_ size: CGSize) {
    guard let layer = place?.layer else { return }
    let isFilling = [
      "bounds": layer.bounds == CGRect(origin: .zero, size: size),
      "position": layer.position == CGPoint(x: size.width / 2, y: size.height / 2),
    ]
    let text = "that of the stage"
    values = values.map { value in
      guard isFilling[value.key] == true else { return value }
      return Value(
        key: value.key, text: text, document: DocumentValue(.string(text)), isDefault: true, isSettable: false)
    }
  }
}

extension CGImage {
  /// A hash of all pixels: FNV-1a over words.
  fileprivate var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(width)
    for pixel in base.pixels { hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01B3 }
    return hash | 1
  }
}
