import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// Names that ported code meets, and what they do here. Values are UIKit's where they say so.
struct PortedNameTests {
  @Test func buttonsFitTheirTitles() throws {
    let custom = UIButton(frame: CGRect(x: 5, y: 5, width: 200, height: 100))
    custom.setTitle("A title of some length", for: .normal)
    #expect(custom.titleLabel?.font.pointSize == 18 && UIButton(type: .system).titleLabel?.font.pointSize == 15)
    let title = try #require(custom.titleLabel?.sizeThatFits(.zero))
    custom.sizeToFit()
    #expect(custom.bounds.size == CGSize(width: title.width, height: title.height + 12))
    custom.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(custom.sizeThatFits(.zero) == CGSize(width: title.width + 6, height: title.height + 4))
    #expect(UIButton(type: .custom).sizeThatFits(.zero).width == 30)
  }

  @Test func contentIsAligned() throws {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    button.setTitle("Text", for: .normal)
    let label = try #require(button.titleLabel)
    for (across, down, point) in [
      (UIControl.ContentHorizontalAlignment.left, UIControl.ContentVerticalAlignment.top, CGPoint(x: 0, y: 0)),
      (.trailing, .bottom, CGPoint(x: 200, y: 100)), (.center, .fill, CGPoint(x: 100, y: 50)),
    ] {
      (button.contentHorizontalAlignment, button.contentVerticalAlignment) = (across, down)
      button.layoutIfNeeded()
      let anchor = (point.x / 200, point.y / 100)
      #expect(abs(label.frame.minX + anchor.0 * label.frame.width - point.x) < 1e-9)
      #expect(abs(label.frame.minY + anchor.1 * label.frame.height - point.y) < 1e-9)
    }
  }

  private final class Inset: UILabel {
    override func drawText(in rect: CGRect) {
      super.drawText(in: rect.inset(by: UIEdgeInsets(top: 0, left: 20, bottom: 40, right: 30)))
    }
  }

  @Test func labelsTakeInsetsOfTheirText() throws {
    let label = Inset(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    label.text = "Text"
    label.layoutIfNeeded()
    let text = try #require(label.layer.sublayers?.first)
    #expect(text.frame.minX == 20 && text.frame.maxX == 170 && abs(text.frame.midY - 30) < 1e-9)
  }

  /// The bitmap is a, b over c, d.
  @Test(arguments: [
    (UIImage.Orientation.up, "abcd"), (.down, "dcba"), (.left, "bdac"), (.right, "cadb"), (.upMirrored, "badc"),
    (.downMirrored, "cdab"), (.leftMirrored, "acbd"), (.rightMirrored, "dbca"),
  ]) func bitmapsAreTurnedUpright(orientation: UIImage.Orientation, expected: String) throws {
    let names: [UInt32: Character] = [0xFF00_0001: "a", 0xFF00_0002: "b", 0xFF00_0003: "c", 0xFF00_0004: "d"]
    let bitmap = CGImage(width: 2, height: 2, pixels: names.keys.sorted())
    let image = UIImage(cgImage: bitmap, scale: 2, orientation: orientation)
    let turned = try #require(image.cgImage)
    let found = [turned[0, 0], turned[1, 0], turned[0, 1], turned[1, 1]].compactMap { names[$0] }
    #expect(String(found) == expected && image.scale == 2 && image.imageOrientation == .up)
    let row = CGImage(width: 3, height: 1, pixels: [1, 2, 3].map { 0xFF00_0000 + $0 })
    let size = UIImage(cgImage: row, scale: 1, orientation: orientation).size
    #expect(
      size
        == (expected.hasPrefix("ab") || [.down, .upMirrored, .downMirrored].contains(orientation)
          ? CGSize(width: 3, height: 1) : CGSize(width: 1, height: 3)))
  }

  @Test func textStylesAndColorLiteralsHaveTheValuesOfTheSystem() {
    #expect(UIFont.preferredFont(forTextStyle: .headline) == UIFont.systemFont(ofSize: 17, weight: .semibold))
    #expect(UIFont.preferredFont(forTextStyle: .caption2) == UIFont.systemFont(ofSize: 11))
    let color = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.25))
  }

  @Test func textsAreMeasured() {
    let text = "some words that do not fit into a narrow column"
    let looks: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 12)]
    let line = text.size(withAttributes: looks)
    let broken = text.boundingRect(
      with: CGSize(width: 60, height: CGFloat.greatestFiniteMagnitude), options: [.usesLineFragmentOrigin],
      attributes: looks, context: nil)
    #expect(broken.origin == .zero && broken.width <= 60 && broken.height > 2.5 * line.height)
    #expect(text.boundingRect(with: CGSize(width: 60, height: 0), attributes: looks).size == line)
    #expect(NSString(string: text).size(withAttributes: looks) == line)
  }

  private final class Screen: UIViewController {
    var calls: [String] = []
    override func viewDidLoad() {
      super.viewDidLoad()
      calls.append("loaded")
      view.backgroundColor = .red
    }
    override func viewWillAppear(_ animated: Bool) { calls.append("will") }
    override func viewDidAppear(_ animated: Bool) { calls.append("did") }
  }

  @Test func windowsShowTheirController() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 80))
    let screen = Screen()
    #expect(!screen.isViewLoaded && !window.isKeyWindow)
    window.rootViewController = screen
    window.makeKeyAndVisible()
    #expect(UIApplication.shared.windows.contains { $0 === window } && UIApplication.shared.keyWindow === window)
    #expect(UIColor().cgColor.alpha == 0)
    #expect(screen.calls == ["loaded", "will", "did"] && window.isKeyWindow)
    #expect(window.subviews == [screen.view] && screen.view.frame == window.bounds)
    window.frame.size.width = 200
    #expect(screen.view.frame.width == 200)
    window.rootViewController = nil
    #expect(window.subviews.isEmpty)
  }

  @Test func coloursForTheirUse() {
    #expect(UIColor.label == UIColor.black && UIColor.systemBackground == UIColor.white)
    #expect(UIColor.secondaryLabel.cgColor.alpha == 0.6 && UIColor.separator.cgColor.alpha == 0.29)
    #expect(UIColor.systemGray6.cgColor.blue == 247.0 / 255)
  }

  @Test func fontsOfEqualWidths() {
    let font = UIFont.monospacedDigitSystemFont(ofSize: 20, weight: .bold)
    func width(_ text: String) -> CGFloat { text.size(withAttributes: [.font: font]).width }
    #expect(font == UIFont.systemFont(ofSize: 20, weight: .bold) && abs(width("1111") - width("0000")) < 0.01)
  }

  @Test func geometryIsCompared() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.equalTo(CGRect(x: 4, y: 6, width: -3, height: -4)) && !rect.equalTo(.zero))
    #expect(rect.origin.equalTo(CGPoint(x: 1, y: 2)) && rect.size.equalTo(CGSize(width: 3, height: 4)))
    let grey = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.25, 0.5])
    #expect(grey == CGColor(gray: 0.25, alpha: 0.5))
    let red = CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0, 0, 0.5])
    #expect(red == CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
  }
}
