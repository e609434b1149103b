import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// Image views, labels, colours, images, fonts.
@Suite struct ContentViewTests {
  private let images = (0..<4).map {
    UIImage(
      cgImage: CGImage(width: 2, height: 4, pixels: Array(repeating: 0xFF00_0000 + UInt32($0), count: 8)), scale: 2)
  }

  private func shown(_ view: UIImageView) -> Int? {
    let image = view.layer.presentation()?.contents as? CGImage
    return images.firstIndex { $0.cgImage === image }
  }

  @Test func imagesHaveTheirSize() {
    let view = UIImageView(image: images[0])
    #expect(view.frame == CGRect(x: 0, y: 0, width: 1, height: 2) && view.layer.contentsScale == 2)
    #expect(view.layer.contents as? CGImage === images[0].cgImage && !view.isUserInteractionEnabled)
    view.highlightedImage = images[1]
    view.isHighlighted = true
    #expect(view.layer.contents as? CGImage === images[1].cgImage)
    view.frame = .zero
    view.sizeToFit()
    #expect(view.bounds.size == CGSize(width: 1, height: 2) && view.intrinsicContentSize == view.bounds.size)
    view.image = nil
    view.isHighlighted = false
    #expect(view.layer.contents == nil)
  }

  @Test func imageSequencesAreKeyframes() throws {
    let (stage, view) = (Stage(), UIImageView(image: images[3]))
    stage.window.addSubview(view)
    view.animationImages = Array(images.prefix(3))
    view.animationDuration = 2.4
    view.startAnimating()
    let animation = try #require(view.layer.animation(forKey: "contents") as? CAKeyframeAnimation)
    #expect(animation.calculationMode == .discrete && animation.duration == 2.4 && animation.repeatCount > 2e9)
    #expect(!animation.isRemovedOnCompletion && view.isAnimating)
    for (time, index) in [(0.1, 0), (0.9, 1), (1.7, 2), (2.5, 0), (240.9, 1)] {
      stage.advance(to: time)
      #expect(shown(view) == index, "at \(time)")
    }
    view.stopAnimating()
    stage.advance(to: 241)
    #expect(shown(view) == 3 && !view.isAnimating)
  }

  @Test func imageSequencesEnd() {
    let (stage, view) = (Stage(), UIImageView(image: images[3]))
    stage.window.addSubview(view)
    view.startAnimating()
    #expect(!view.isAnimating, "nothing to play")
    view.animationImages = Array(images.prefix(3))
    view.animationRepeatCount = 2
    view.startAnimating()
    stage.advance(to: 0.15)
    #expect(shown(view) == 1, "a thirtieth of a second each")
    stage.advance(to: 0.3)
    #expect(shown(view) == 3 && !view.isAnimating)
  }

  @Test func sequencesAsImagesPlay() {
    let (stage, view) = (Stage(), UIImageView())
    stage.window.addSubview(view)
    view.image = UIImage.animatedImage(with: Array(images.prefix(2)), duration: 1)
    for (time, index) in [(0.2, 0), (0.7, 1), (1.2, 0)] {
      stage.advance(to: time)
      #expect(shown(view) == index)
    }
    view.image = images[2]
    stage.advance(to: 1.3)
    #expect(shown(view) == 2)
    #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
    #expect(UIImage.animatedImage(with: images, duration: 0)?.duration == 4.0 / 30)
  }

  @Test func imagesAreDrawnUpright() {
    let context = CGContext(bounds: CGRect(x: 0, y: 0, width: 10, height: 10))
    UIGraphicsPushContext(context)
    images[0].draw(at: CGPoint(x: 3, y: 4))
    UIGraphicsPopContext()
    let image = context.finish().compactMap { if case .image(let image) = $0 { image } else { nil } }.first
    let corner = image.map { $0.transform.apply($0.destination.minX, $0.destination.minY) }
    #expect(near(corner?.x, 3) && near(corner?.y, 4))
  }

  // MARK: Labels

  private func textLayer(_ label: UILabel) -> CATextLayer? {
    label.layoutIfNeeded()
    return label.layer.sublayers?.first as? CATextLayer
  }

  @Test func labelsCentreTheirText() throws {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    label.text = "Label"
    label.font = .systemFont(ofSize: 20)
    label.textColor = .green
    label.textAlignment = .center
    let text = try #require(textLayer(label))
    #expect(text.string as? String == "Label" && text.fontSize == 20 && text.foregroundColor == UIColor.green.cgColor)
    #expect(text.alignmentMode == .center && text.truncationMode == .end && !text.isWrapped)
    #expect(text.frame.midY == 50 && text.frame.height > 18 && text.frame.height < 32 && text.frame.width == 200)
    #expect(!label.isUserInteractionEnabled)
    label.text = nil
    #expect(textLayer(label)?.string == nil)
  }

  @Test func labelsBreakLines() throws {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 400))
    label.text = "one two three four five six seven eight nine ten eleven twelve"
    let line = label.sizeThatFits(.zero).height
    label.numberOfLines = 0
    let all = label.sizeThatFits(CGSize(width: 100, height: 0))
    #expect(all.height > 3 * line && all.width <= 100)
    #expect(near(textLayer(label)?.frame.height, Double(all.height), 1))
    label.numberOfLines = 2
    let two = label.sizeThatFits(CGSize(width: 100, height: 0)).height
    #expect(two > 1.5 * line && two < 2.5 * line)
    #expect(textLayer(label)?.isWrapped == true && near(textLayer(label)?.frame.midY, 200))
    // No more lines than fit, at least one.
    label.numberOfLines = 0
    label.bounds.size.height = 2.4 * line
    let fitting = try #require(textLayer(label)).frame.height
    #expect(fitting > 1.5 * line && fitting <= 2.4 * line)
    label.preferredMaxLayoutWidth = 100
    #expect(label.intrinsicContentSize == all)
    label.lineBreakMode = .byTruncatingMiddle
    #expect(textLayer(label)?.truncationMode == .middle)
  }

  @Test func attributedLabelsKeepTheirLook() throws {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
    label.textColor = .red
    let text = NSMutableAttributedString(string: "a", attributes: [.kern: 1.0])
    text.append(
      NSAttributedString(
        string: "b", attributes: [.foregroundColor: UIColor.blue, .font: UIFont.systemFont(ofSize: 30)]))
    label.attributedText = text
    let string = try #require(textLayer(label)?.string as? NSAttributedString)
    let first = string.attributes(at: 0, effectiveRange: nil)
    let second = string.attributes(at: 1, effectiveRange: nil)
    #expect(first[.foregroundColor] as? CGColor == UIColor.red.cgColor)
    #expect(second[.foregroundColor] as? CGColor == UIColor.blue.cgColor)
    #expect((first[.font] as? CTFont)?.size == 17 && (second[.font] as? CTFont)?.size == 30)
    #expect(label.text == "ab")
    // Foundation compares neighbours.
    text.append(
      NSAttributedString(string: "c", attributes: [.foregroundColor: UIColor.red, .font: UIFont.systemFont(ofSize: 9)]))
    label.attributedText = text
    #expect(textLayer(label)?.string is NSAttributedString)
    label.text = "c"
    #expect(label.attributedText?.string == "c" && textLayer(label)?.string as? String == "c")
  }

  @Test func labelTextJumpsInBlocks() {
    let (stage, label) = (Stage(), UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 40)))
    label.text = "text"
    stage.window.addSubview(label)
    _ = stage.window.layer.committedTree()
    UIView.animate(withDuration: 1, delay: 0, options: .layoutSubviews) {
      label.frame.size.width = 300
      label.textColor = .blue
    }
    #expect(label.layer.animationKeys()?.contains("bounds.size") == true)
    #expect(label.layer.sublayers?.first?.animationKeys() == nil)
  }

  // MARK: Values

  @Test func colours() {
    #expect(UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1) == .green)
    #expect(UIColor(hue: 0, saturation: 1, brightness: 0.5, alpha: 1) == UIColor(red: 0.5, green: 0, blue: 0, alpha: 1))
    let color = UIColor(red: 0.2, green: 0.4, blue: 0.3, alpha: 0.5)
    var (h, s, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    color.getHue(&h, saturation: &s, brightness: &b, alpha: &a)
    #expect(near(h, 5.0 / 12) && near(s, 0.5) && near(b, 0.4) && a == 0.5)
    let back = UIColor(hue: h, saturation: s, brightness: b, alpha: a).cgColor
    #expect(near(back.red, 0.2) && near(back.green, 0.4) && near(back.blue, 0.3))
    color.getRed(&h, green: &s, blue: &b, alpha: nil)
    #expect([h, s, b] == [0.2, 0.4, 0.3])
    let (isGrey, grey) = (color.getWhite(&h, alpha: &a), UIColor.gray.getWhite(&h, alpha: &a))
    #expect(!isGrey && grey && h == 0.5 && a == 1)
    #expect(color.withAlphaComponent(1).cgColor.alpha == 1 && UIColor.clear.cgColor.alpha == 0)
    #expect(UIColor(white: 0, alpha: 1) == .black && UIColor.black.hashValue == UIColor(white: 0, alpha: 1).hashValue)
  }

  @Test func fonts() {
    #expect(UIFont(name: "Courier", size: 0)?.pointSize == 12 && UIFont(name: "", size: 3) == nil)
    #expect(UIFont.boldSystemFont(ofSize: 9).ctFont == CTFontCreateWithName("Helvetica Bold", 9, nil))
    #expect(UIFont.systemFont(ofSize: 9, weight: .bold) == UIFont.boldSystemFont(ofSize: 9))
    #expect(UIFont.systemFont(ofSize: 9).withSize(10) == UIFont.systemFont(ofSize: 10))
    #expect("x".size(withAttributes: [.font: UIFont.systemFont(ofSize: 40)]).height > 35)
  }
}
