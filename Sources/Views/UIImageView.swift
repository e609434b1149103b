/// A view that shows an image, or a sequence of images as keyframes of the layer's contents.
open class UIImageView: UIView {
  /// With the size of the image.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    // Observers do not see what initialisers set.
    showImage()
  }

  /// A view of the image's size, with another image for when it is highlighted.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }

  /// A view without an image, which takes no touches (documented).
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Archives are not read here: the same as `init(frame:)` with an empty frame.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    isUserInteractionEnabled = false
  }

  /// Image while nothing is playing. A sequence starts playing. Default nil.
  open var image: UIImage? { didSet { showImage() } }
  /// Shows instead while highlighted. Default nil.
  open var highlightedImage: UIImage? { didSet { showImage() } }
  /// Default false.
  open var isHighlighted = false { didSet { showImage() } }

  private func showImage() {
    let shown = isHighlighted ? highlightedImage ?? image : image
    layer.contents = shown.flatMap(picture)
    if let shown { layer.contentsScale = shown.scale }
    layer.removeAnimation(forKey: Self.sequenceKey)
    if let images = shown?.images, let duration = shown?.duration { play(images, duration: duration, count: 0) }
  }

  /// Templates take the tint colour.
  private func picture(_ image: UIImage) -> CGImage? {
    guard image.renderingMode == .alwaysTemplate, let color = tintColor else { return image.cgImage }
    return image.cgImage?.filled(with: color.cgColor)
  }

  /// Colours a template image anew.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    if image?.renderingMode == .alwaysTemplate { showImage() }
  }

  /// The image's size, or the bounds' without one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }
  /// The image's size, or none without one.
  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

  // MARK: Image sequences

  /// Images that `startAnimating()` plays. Default nil. Setting them stops playing.
  open var animationImages: [UIImage]? { didSet { stopAnimating() } }
  /// Length of one round, seconds; 0, the default, for a thirtieth of a second per image.
  open var animationDuration: TimeInterval = 0
  /// Rounds; 0, the default, for ever.
  open var animationRepeatCount = 0

  private static let sequenceKey = "contents"
  /// "For ever", as UIKit's own animation says it (measured, behavior.md 8.9).
  private static let endless = Float(Int32.max)

  /// Plays `animationImages`, each for the same time. Does nothing without.
  open func startAnimating() {
    guard let images = animationImages, !isAnimating else { return }
    let duration = animationDuration > 0 ? animationDuration : Double(images.count) / 30
    play(images, duration: duration, count: animationRepeatCount)
  }

  /// Goes back to `image`.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.sequenceKey) }

  /// Whether the images of `animationImages` play.
  open var isAnimating: Bool { layer.animation(forKey: Self.sequenceKey) != nil }

  private func play(_ images: [UIImage], duration: TimeInterval, count: Int) {
    let pictures = images.compactMap(\.cgImage)
    guard !pictures.isEmpty else { return }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    // One picture alone would be no animation.
    animation.values = pictures.count == 1 ? pictures + pictures : pictures
    (animation.calculationMode, animation.duration) = (.discrete, duration)
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.repeatCount = count > 0 ? Float(count) : Self.endless
    animation.isRemovedOnCompletion = count > 0
    layer.add(animation, forKey: Self.sequenceKey)
  }
}
