/// A view that shows an image or plays a sequence of images. A sequence is a keyframe animation of the layer's
/// contents. The view ignores touches (documented).
open class UIImageView: UIView {
  /// Creates a view with the size of the image.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    // Property observers do not run in initializers.
    showImage()
  }

  /// Creates a view with the size of the image and with another image for the highlighted state.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }

  override func setUp() { isUserInteractionEnabled = false }

  /// The image while no sequence is playing. If the image is a sequence, it starts playing. Default nil.
  open var image: UIImage? { didSet { showImage() } }
  /// The image in the highlighted state. Default nil.
  open var highlightedImage: UIImage? { didSet { showImage() } }
  /// Whether the view is highlighted. Default false.
  open var isHighlighted = false { didSet { showImage() } }

  private func showImage() {
    let shown = isHighlighted ? highlightedImage ?? image : image
    layer.contents = shown.flatMap(picture)
    if let shown { layer.contentsScale = shown.scale }
    layer.removeAnimation(forKey: Self.sequenceKey)
    if let images = shown?.images, let duration = shown?.duration { play(images, duration: duration, count: 0) }
  }

  private func picture(_ image: UIImage) -> CGImage? {
    guard image.renderingMode == .alwaysTemplate, let color = tintColor else { return image.cgImage }
    return image.cgImage?.filled(with: color.cgColor)
  }

  /// Updates the colour of a template image.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    if image?.renderingMode == .alwaysTemplate { showImage() }
  }

  /// Returns the size of the image, or that of the bounds without an image.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }
  /// The size of the image, or no intrinsic size without an image.
  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

  // MARK: Image sequences

  /// Images that `startAnimating()` plays. Setting them stops playing. Default nil.
  open var animationImages: [UIImage]? { didSet { stopAnimating() } }
  /// Duration of the sequence in seconds. 0 means 1/30 s per image. Default 0.
  open var animationDuration: TimeInterval = 0
  /// Number of repetitions. 0 means indefinitely. Default 0.
  open var animationRepeatCount = 0

  private static let sequenceKey = "contents"
  /// Repetition without end, as in UIKit's own animation (measured, behavior.md 8.9).
  private static let endless = Float(Int32.max)

  /// Plays `animationImages`, each for the same time. Does nothing without images.
  open func startAnimating() {
    guard let images = animationImages, !isAnimating else { return }
    let duration = animationDuration > 0 ? animationDuration : Double(images.count) / 30
    play(images, duration: duration, count: animationRepeatCount)
  }

  /// Stops playing and shows `image`.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.sequenceKey) }

  /// Whether `animationImages` are playing.
  open var isAnimating: Bool { layer.animation(forKey: Self.sequenceKey) != nil }

  private func play(_ images: [UIImage], duration: TimeInterval, count: Int) {
    let pictures = images.compactMap(\.cgImage)
    guard !pictures.isEmpty else { return }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    // A keyframe animation needs two values.
    animation.values = pictures.count == 1 ? pictures + pictures : pictures
    (animation.calculationMode, animation.duration) = (.discrete, duration)
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.repeatCount = count > 0 ? Float(count) : Self.endless
    animation.isRemovedOnCompletion = count > 0
    layer.add(animation, forKey: Self.sequenceKey)
  }
}
