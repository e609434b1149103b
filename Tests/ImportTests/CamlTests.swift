import Foundation
import Starmine
import StarminePresets
import Testing

/// Core Animation's XML, written by hand from `behavior.md 6`: every element and attribute that is described.
struct CamlTests {
  static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer id="root" name="Root" bounds="0 0 200 400" position="100 200" geometryFlipped="0" masksToBounds="1"
          backgroundColor="0.1 0.1 0.3" allowsEdgeAntialiasing="1" caplayKind="plain">
        <sublayers>
          <CALayer id="box" name="Box" bounds="0;0;60;60" position="100 320" anchorPoint="0.5 0.5" zPosition="1"
              opacity="0.9" cornerRadius="8" borderWidth="2" borderColor="1 1 1" allowsGroupOpacity="1"
              cornerCurve="continuous" contentsFormat="RGBA8" speed="1"
              transform="translate(10, 0) rotate(25deg) rotate(20deg, 0, 1, 0) scale(1.2, 1, 1)">
            <backgroundColor type="CGColor" value="1.2 0.4 0.1" opacity="0.5"/>
            <contents type="CGImage" src="Picture%201.png"/>
            <compositingFilter><CAFilter filter="screenBlendMode" name="screenBlendMode"/></compositingFilter>
            <filters>
              <CAFilter filter="gaussianBlur" name="blur"><inputRadius type="real" value="2"/></CAFilter>
              <CAFilter filter="colorSaturate" name="sat" inputAmount="0.5"/>
              <CAFilter filter="colorHueRotate" name="hue" inputAngle="0.5"/>
            </filters>
            <animations>
              <animation type="CAKeyframeAnimation" keyPath="position.y" calculationMode="linear" beginTime="1e-100"
                  duration="4" removedOnCompletion="0" repeatCount="inf" autoreverses="1"
                  timingFunction="easeInEaseOut">
                <values><real value="300"/><real value="340"/></values>
                <keyTimes><real value="0"/><real value="1"/></keyTimes>
              </animation>
              <turn type="CABasicAnimation" keyPath="transform.rotation.z" fromValue="0" toValue="6.28" duration="8"
                  beginTime="2" repeatCount="inf"/>
              <both type="CAAnimationGroup" duration="3" repeatDuration="9">
                <animations>
                  <animation type="CABasicAnimation" keyPath="opacity" fromValue="0.5" toValue="1" beginTime="1"/>
                  <animation type="CAKeyframeAnimation" keyPath="backgroundColor" duration="3">
                    <values><CGColor value="1 0 0"/><CGColor value="0 0 1"/></values>
                  </animation>
                </animations>
              </both>
            </animations>
          </CALayer>
          <CALayer id="plain" bounds="0 0 20 20" position="30 30" backgroundColor="0 1 0">
            <contents><CGImage src="Picture%201.png"/></contents>
          </CALayer>
          <CATextLayer id="title" name="Title" bounds="0 0 160 30" position="100 200" string="Hello" fontSize="20"
              foregroundColor="1 1 1" alignmentMode="center" font="Helvetica"/>
          <CAGradientLayer id="sky" bounds="0 0 200 40" position="100 380" startPoint="0 0" endPoint="1 0">
            <colors><CGColor value="1 0 0"/><CGColor value="0 0 1" opacity="0.5"/></colors>
            <locations><real value="0"/><real value="1"/></locations>
          </CAGradientLayer>
          <CATransformLayer id="space" position="20 20"/>
          <CAReplicatorLayer id="copies" position="20 120" instanceCount="3" instanceTransform="translate(20, 0, 0)">
            <sublayers><CALayer bounds="0 0 10 10" backgroundColor="1 1 0"/></sublayers>
          </CAReplicatorLayer>
          <CAEmitterLayer id="snow" name="Snow" emitterPosition="100 400" emitterSize="200 0" emitterShape="line"
              emitterMode="outline" renderMode="additive" birthRate="1">
            <emitterCells>
              <CAEmitterCell name="flake" contentsScale="1" birthRate="20" lifetime="6" velocity="60"
                  emissionRange="0.3" emissionLongitude="-1.57" emissionLatitude="0" scale="0.5" scaleRange="0.2"
                  scaleSpeed="0" alphaRange="0.2" alphaSpeed="-0.1" spin="1" spinRange="1" xAcceleration="2"
                  yAcceleration="-10" redRange="0.1" redSpeed="0" color="1 1 1">
                <contents type="CGImage" src="Picture%201.png"/>
              </CAEmitterCell>
            </emitterCells>
          </CAEmitterLayer>
          <LKStrangeLayer id="strange" bounds="0 0 4 4" position="4 4" wobble="3"/>
        </sublayers>
        <states>
          <LKState name="Locked"><elements/></LKState>
          <LKState name="Unlock">
            <elements>
              <LKStateSetValue targetId="title" keyPath="position.y"><value type="real" value="100"/></LKStateSetValue>
              <LKStateSetValue targetId="#box" keyPath="opacity"><value type="real" value="0.25"/></LKStateSetValue>
              <LKStateSetValue targetId="box" keyPath="filters.blur.inputRadius">
                <value type="real" value="6"/>
              </LKStateSetValue>
              <LKStateSetValue targetId="nobody" keyPath="opacity"><value type="real" value="1"/></LKStateSetValue>
            </elements>
          </LKState>
        </states>
        <stateTransitions>
          <LKStateTransition fromState="*" toState="Unlock">
            <elements>
              <LKStateTransitionElement targetId="title" key="position.y">
                <animation type="CASpringAnimation" damping="50" mass="2" stiffness="300" velocity="0" duration="0.8"
                    fillMode="backwards" keyPath="position.y" mica_autorecalculatesDuration="1"/>
              </LKStateTransitionElement>
            </elements>
          </LKStateTransition>
        </stateTransitions>
      </CALayer>
    </caml>
    """

  private func folder() throws -> Folder {
    let folder = try Folder(["main.caml": Self.document])
    let data = try #require(Data(base64Encoded: picture))
    try folder.write(Array(data), to: "assets/Picture 1.png")
    return folder
  }

  @Test func everyKeyIsUsedOrNamed() throws {
    let folder = try folder()
    let translated = try #require(try folder.source("main.caml").translated)
    let lost = translated.notes.map(\.path)
    #expect(lost.count == 3, "\(translated.notes)")
    #expect(lost.contains { $0.hasSuffix("wobble") } && lost.contains { $0.contains("nobody") })
    #expect(translated.counts.used > 100)
    #expect(translated.notes.allSatisfy { $0.location.line > 1 })
  }

  @Test func valuesArrive() throws {
    let folder = try folder()
    let scene = try folder.scene("main.caml")
    #expect(scene.size == CGSize(width: 200, height: 400))
    #expect(scene.rootLayer.isGeometryFlipped)
    let root = try #require(scene.rootLayer.sublayers?.first)
    let layers = try #require(root.sublayers)
    let box = layers[0]
    #expect(box.bounds == CGRect(x: 0, y: 0, width: 60, height: 60))
    #expect(box.backgroundColor == CGColor(red: 1.2, green: 0.4, blue: 0.1, alpha: 0.5))
    #expect(box.contents != nil && layers[1].contents != nil)
    #expect((box.filters as? [CAFilter])?.map(\.type) == ["gaussianBlur", "colorSaturate", "colorHueRotate"])
    #expect(box.compositingFilter as? String == "screenBlendMode")
    let keys = try #require(box.animationKeys()).sorted()
    #expect(keys == ["both", "position.y", "turn"])
    #expect(box.animation(forKey: "position.y")?.beginTime == 1000)
    #expect(box.animation(forKey: "turn")?.beginTime == 1002)
    #expect(box.animation(forKey: "turn")?.repeatCount == .infinity)
    let group = try #require(box.animation(forKey: "both") as? CAAnimationGroup)
    #expect(group.animations?.first?.beginTime == 1)
    let emitter = try #require(layers.compactMap { $0 as? CAEmitterLayer }.first)
    let cell = try #require(emitter.emitterCells?.first)
    #expect(cell.name == "flake" && cell.yAcceleration == -10 && cell.contents != nil)
  }

  /// Other spellings, as editors write them: tags that are keys, transforms by component, filters of both kinds, lists
  /// of lists, pictures as values, groups and curves of states.
  static let spellings = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer id="root" bounds="0 0 200 400" position="100 200" sublayerTransform="perspective(500)">
        <sublayers>
          <CALayer id="box" bounds="0 0 60 60" position="100 320" transform.rotation.x="0.3" transform.rotation.z="0.5"
              shadowOpacity="0.5" shadowRadius="3" shadowOffset="0 3" contentsGravity="resizeAspectFill"
              contentsRect="0 0 1 1" contentsCenter="0 0 1 1" minificationFilter="trilinear" shouldRasterize="1"
              rasterizationScale="2" contentsScale="2" doubleSided="0" hidden="0" timeOffset="0">
            <filters>
              <CAFilter filter="colorContrast" name="contrast" inputAmount="1.2"/>
              <CAFilter filter="colorInvert" name="invert" enabled="0"/>
              <CIFilter filter="CISepiaTone" name="sepia" inputIntensity="0.5"/>
              <CAFilter filter="colorMatrix" name="colorMatrix">
                <inputColorMatrix type="CAColorMatrix" value="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"/>
              </CAFilter>
            </filters>
            <animations>
              <p type="CAKeyframeAnimation" keyPath="transform.translation.x" calculationMode="cubic" duration="4"
                  beginTime="1e-100" removedOnCompletion="0" repeatDuration="12" timeOffset="0.5" fillMode="both">
                <values><real value="0"/><real value="40"/><integer value="0"/></values>
              </p>
              <shear type="CABasicAnimation" keyPath="transform.shear.x" fromValue="0" toValue="0.3" duration="2"/>
              <pics type="CAKeyframeAnimation" keyPath="contents" calculationMode="discrete" duration="1">
                <values><CGImage src="assets/Picture%201.png"/><CGImage src="Picture 1.png"/></values>
              </pics>
            </animations>
          </CALayer>
          <CAGradientLayer id="sky" bounds="0 0 200 40" position="100 380" type="axial">
            <colors><CGColor value="1 0 0"/><CGColor value="0 0 1" opacity="0.5"/></colors>
            <animations><animation type="CAKeyframeAnimation" keyPath="colors" duration="2"><values>
              <NSArray><CGColor value="1 0 0"/><CGColor value="0 1 0"/></NSArray>
              <NSArray><CGColor value="0 0 1"/><CGColor value="1 1 0"/></NSArray>
            </values></animation></animations>
          </CAGradientLayer>
          <CAShapeLayer id="shape" path="M 0 0 L 20 0 L 20 20 Z" fillColor="1 1 0" strokeColor="1 0 0" lineWidth="2"/>
          <CATextLayer id="t" fontSize="20" wrapped="1" truncationMode="end" string="Hi">
            <font type="string" value="DejaVu Sans"/>
          </CATextLayer>
        </sublayers>
        <scriptComponents/><modules type="NSArray"/>
        <states><LKState name="Sleep"><elements>
          <LKStateSetValue targetId="box" keyPath="backgroundColor">
            <value type="CGColor" value="0 0 1"/>
          </LKStateSetValue>
          <LKStateSetValue targetId="box" keyPath="filters.colorMatrix.inputColorMatrix">
            <value type="CAColorMatrix" value="0 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"/>
          </LKStateSetValue>
        </elements></LKState></states>
        <stateTransitions><LKStateTransition fromState="*" toState="Sleep"><elements>
          <LKStateTransitionElement targetId="box" key="turn"><animation type="CAAnimationGroup" duration="1">
            <animations><animation type="CABasicAnimation" keyPath="transform.rotation.z"/></animations>
          </animation></LKStateTransitionElement>
        </elements></LKStateTransition></stateTransitions>
      </CALayer>
    </caml>
    """

  @Test func editorsSpellingsAreRead() throws {
    let folder = try Folder(["a.caml": Self.spellings])
    try folder.write(Array(try #require(Data(base64Encoded: picture))), to: "assets/Picture 1.png")
    let translated = try #require(try folder.source("a.caml").translated)
    #expect(translated.notes.isEmpty, "\(translated.notes)")
    #expect(translated.counts.used > 80)
    #expect(translated.counts.idle == 2)
    let scene = try folder.scene("a.caml")
    let layers = try #require(scene.rootLayer.sublayers?.first?.sublayers)
    #expect(layers[0].animationKeys()?.sorted() == ["pics", "shear", "transform.translation.x"])
    #expect((layers[0].filters as? [CAFilter])?.count == 4)
    let pictures = layers[0].animation(forKey: "pics") as? CAKeyframeAnimation
    #expect(pictures?.values?.count == 2 && pictures?.values?.first is CGImage)
    scene.rootLayer.setState("Sleep")
    #expect(layers[0].animation(forKey: "turn") is CAAnimationGroup)
    #expect(layers[0].backgroundColor?.blue == 1)
  }

  @Test func statesAreEnteredAndLeft() throws {
    let folder = try folder()
    let scene = try folder.scene("main.caml")
    let states = try #require(scene.rootLayer.states)
    #expect(states.names == ["Locked", "Unlock"])
    let layers = try #require(scene.rootLayer.sublayers?.first?.sublayers)
    let (box, title) = (layers[0], layers[2])
    scene.rootLayer.setState("Unlock")
    #expect(box.opacity == 0.25 && title.position.y == 100)
    #expect(box.value(forKeyPath: "filters.blur.inputRadius") as? Double == 6)
    let spring = try #require(title.animation(forKey: "position.y") as? CASpringAnimation)
    #expect(spring.duration == spring.settlingDuration && spring.stiffness == 300)
    #expect(spring.fromValue as? Double == 200)
    scene.rootLayer.setState("Locked")
    #expect(box.opacity == 0.9 && title.position.y == 200)
    #expect(states.current == "Locked")
    scene.rootLayer.setState("nowhere")
    #expect(states.current == "Locked")
  }

  /// A folder of packages is one scene: what floats is above the background, and a state is entered by both.
  @Test func wallpapersAreOneScene() throws {
    func package(_ color: String, _ y: Int) -> String {
      """
      <caml><CALayer id="a" bounds="0 0 100 100" position="50 50" backgroundColor="\(color)">
        <states><LKState name="Unlock"><elements>
          <LKStateSetValue targetId="a" keyPath="position.y"><value type="real" value="\(y)"/></LKStateSetValue>
        </elements></LKState></states>
      </CALayer></caml>
      """
    }
    let folder = try Folder([
      "Lock.wallpaper/x_Floating-1.ca/main.caml": package("0 1 0", 1),
      "Lock.wallpaper/x_Background-1.ca/main.caml": package("1 0 0", 2),
    ])
    let scene = try folder.scene("Lock.wallpaper")
    let layers = try #require(scene.rootLayer.sublayers)
    #expect(layers.map { $0.backgroundColor?.red } == [1, 0])
    #expect(layers.map(\.name) == ["a", "a 2"])
    scene.rootLayer.setState("Unlock")
    #expect(layers.map(\.position.y) == [2, 1])
  }

  /// A font's path, however it is written, would lead out of the folder.
  @Test func fontsGoByTheirNames() throws {
    let path = "/usr/share/fonts/a.ttf"
    func text(_ font: String, _ attribute: String = "") -> String {
      "<caml><CALayer id='r' bounds='0 0 9 9'><sublayers><CATextLayer id='t' string='a'\(attribute)>\(font)"
        + "</CATextLayer></sublayers></CALayer></caml>"
    }
    let folder = try Folder([
      "a.caml": text("<font>\(path)</font>"), "b.caml": text("<font value='\(path)'/>"),
      "c.caml": text("<font><string value='../a.ttf'/></font>"), "d.caml": text("", " font='\(path)'"),
      "e.caml": text("<font>Helvetica-Bold</font>"),
    ])
    for name in ["a", "b", "c", "d"] { #expect(try folder.lost("\(name).caml").count == 1, "\(name)") }
    let kept = try folder.source("e.caml")
    #expect(kept.translated?.notes.isEmpty == true && String(decoding: kept.bytes, as: UTF8.self).contains("-Bold"))
  }
}
