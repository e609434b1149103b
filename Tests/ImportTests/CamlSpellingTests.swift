import Foundation
import Starmine
import StarmineImport
import StarminePresets
import Testing

/// Spellings of people's own CAML beside the common spellings: infinite times, pictures inside of the document, older
/// transitions, fonts by path, and very many things of one name.
struct CamlSpellingTests {
  /// The one layer inside of the root, and paths of what is not kept.
  private func layer(_ text: String) throws -> (layer: CALayer, lost: [String]) {
    let folder = try Folder([
      "a.caml": "<caml><CALayer bounds=\"0 0 100 100\"><sublayers>\(text)</sublayers></CALayer></caml>"
    ])
    let root = try #require(try folder.scene("a.caml").rootLayer.sublayers?.first)
    return (try #require(root.sublayers?.first), try folder.lost("a.caml"))
  }

  private func animation(_ attributes: String) throws -> (animation: CAAnimation?, lost: [String]) {
    let text = """
      <CALayer><animations><a type="CABasicAnimation" keyPath="opacity" fromValue="0" toValue="1" \(attributes)/>
      </animations></CALayer>
      """
    let (layer, lost) = try layer(text)
    return (layer.animation(forKey: "a"), lost)
  }

  @Test(arguments: ["inf", "Infinity", "+inf", "INF"])
  func repeatsWithoutAnEnd(_ text: String) throws {
    let byTime = try animation("duration=\"2\" repeatDuration=\"\(text)\"")
    #expect(byTime.animation?.repeatDuration == .infinity && byTime.lost.isEmpty)
    let byCount = try animation("duration=\"2\" repeatCount=\"\(text)\" repeatDuration=\"0\"")
    #expect(byCount.animation?.repeatCount == .infinity && byCount.lost.isEmpty)
  }

  /// An animation that lasts for ever stays at its first value; what never begins, or is not a number, is named.
  @Test func otherTimesAreKeptOrNamed() throws {
    let endless = try animation("duration=\"inf\"")
    #expect((endless.animation?.duration ?? 0) >= 1e9 && endless.lost.isEmpty)
    for attribute in ["beginTime", "speed", "timeOffset"] {
      for text in ["inf", "-inf", "nan"] {
        let (animation, lost) = try animation("duration=\"1\" \(attribute)=\"\(text)\"")
        #expect(animation != nil && lost.count == 1 && lost[0].hasSuffix(attribute), "\(attribute) \(text)")
      }
    }
    for attribute in ["repeatCount", "repeatDuration", "duration"] {
      #expect(try animation("\(attribute)=\"nan\"").lost.count == 1)
      #expect(try animation("\(attribute)=\"-inf\"").lost.count == 1)
    }
  }

  @Test func layersAndCellsLast() throws {
    let text = """
      <CAEmitterLayer duration="inf" repeatDuration="inf"><emitterCells>
        <CAEmitterCell name="c" birthRate="1" lifetime="1" duration="inf" beginTime="inf"/>
      </emitterCells></CAEmitterLayer>
      """
    let (layer, lost) = try layer(text)
    #expect(layer.duration >= 1e9 && layer.repeatDuration >= 1e9)
    let cell = (layer as? CAEmitterLayer)?.emitterCells?.first
    #expect((cell?.duration ?? 0) >= 1e9 && cell?.beginTime == 0)
    #expect(lost.count == 1 && lost[0].hasSuffix("beginTime"))
  }

  /// The type of a behaviour in an attribute of its own, and reaches without an end.
  @Test func behaviorsInBothSpellings() throws {
    let text = """
      <CAEmitterLayer><emitterBehaviors>
        <CAEmitterBehavior type="CAEmitterBehavior" behavior="drag" name="d" drag="2"/>
        <CAEmitterBehavior behavior="attractor" falloffDistance="inf" falloff="-inf" radius="nan"/>
        <CAEmitterBehavior type="wave" frequency="2"/>
      </emitterBehaviors></CAEmitterLayer>
      """
    let (layer, lost) = try layer(text)
    let behaviors = (layer as? CAEmitterLayer)?.emitterBehaviors ?? []
    #expect(behaviors.map(\.type) == ["drag", "attractor", "wave"])
    #expect(behaviors[0].value(forKey: "drag") as? Double == 2 && behaviors[0].name == "d")
    #expect(behaviors[1].value(forKey: "falloffDistance") as? Double == 1e9)
    #expect(behaviors[1].value(forKey: "falloff") as? Double == -1e9)
    #expect(lost.count == 1 && lost[0].hasSuffix("radius"))
  }

  /// Pictures that the document holds, and those that only say so.
  @Test func picturesInTheDocument() throws {
    let held = try layer("<CALayer><contents src=\"data:image/jpeg;base64,\(picture)\"/></CALayer>")
    #expect(held.layer.contents != nil && held.lost.isEmpty)
    for wrong in ["data:image/png;base64,AAAA", "data:image/png,\(picture)", "data:", "data:;base64,!"] {
      let (layer, lost) = try layer("<CALayer><contents src=\"\(wrong)\"/></CALayer>")
      #expect(layer.contents == nil && lost == ["contents"], "\(wrong)")
    }
  }

  /// Names of fonts are kept and paths are not, however they are written.
  @Test func fontsGoByName() throws {
    let path = "/usr/share/fonts/a.ttf"
    let spellings = [
      "<CATextLayer font=\"\(path)\"/>", "<CATextLayer><font>\(path)</font></CATextLayer>",
      "<CATextLayer><font type=\"string\" value=\"../a.ttf\"/></CATextLayer>",
      "<CATextLayer><font><string value=\"\(path)\"/></font></CATextLayer>",
      "<CAEmitterLayer emitterFont=\"\(path)\"/>",
    ]
    for text in spellings { #expect(try layer(text).lost.count == 1, "\(text)") }
    #expect(try layer("<CATextLayer><font>Menlo</font></CATextLayer>").lost.isEmpty)
  }

  /// States too, and older transitions name their key path alone.
  @Test func statesOfOlderDocuments() throws {
    let text = """
      <caml><CALayer><sublayers><CATextLayer id="t"/></sublayers>
      <states><LKState name="On"><elements>
        <LKStateSetValue targetId="t" keyPath="font"><value type="string" value="/a.ttf"/></LKStateSetValue>
        <LKStateSetValue targetId="t" keyPath="opacity"><value type="real" value="0.1"/></LKStateSetValue>
        <LKStateSetValue targetId="t" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue>
      </elements></LKState></states>
      <stateTransitions><LKStateTransition fromState="*" toState="On"><elements>
        <LKStateTransitionElement targetId="t" keyPath="opacity">
          <animation type="CABasicAnimation" duration="2"/>
        </LKStateTransitionElement>
      </elements></LKStateTransition></stateTransitions></CALayer></caml>
      """
    let folder = try Folder(["a.caml": text])
    #expect(try folder.lost("a.caml") == ["states.On.t.font"])
    let root = try folder.scene("a.caml").rootLayer
    root.setState("On")
    let layer = try #require(root.sublayers?.first?.sublayers?.first)
    #expect(layer.opacity == 0.5 && layer.animation(forKey: "opacity")?.duration == 2)
  }

  /// Each has a name of its own. Found one by one, these took a minute.
  @Test func manyOfOneName() throws {
    let layers = String(repeating: "<CALayer/>", count: 20_000)
    let animation = "<a type=\"CABasicAnimation\" keyPath=\"opacity\" toValue=\"1\"/>"
    let animations = "<animations>\(String(repeating: animation, count: 4000))</animations>"
    let folder = try Folder(["a.caml": "<caml><CALayer>\(animations)<sublayers>\(layers)</sublayers></CALayer></caml>"])
    let root = try #require(try folder.scene("a.caml").rootLayer.sublayers?.first)
    #expect(root.sublayers?.last?.name == "CALayer 20001" && root.sublayers?.count == 20_000)
    #expect(root.animationKeys()?.last == "a 4000")
  }

  /// A text of one element with very many attributes is refused before it is read.
  @Test func attributesAreBounded() throws {
    let attributes = (0..<2000).map { " a\($0)=\"<>'\"" }.joined().replacing("<>", with: "&gt;")
    let folder = try Folder(["a.caml": "<caml><CALayer\(attributes)/></caml>"])
    #expect(throws: PresetReference.LookupError.self) { try folder.scene("a.caml") }
    let quoted = String(repeating: "a=b ", count: 5000)
    let other = try Folder(["b.caml": "<caml><CATextLayer string=\"\(quoted)\"/></caml>"])
    #expect(try other.scene("b.caml").rootLayer.sublayers?.count == 1)
  }
}
