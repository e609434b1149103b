extension LargeDocument {
  /// Animations without number on one layer.
  static let animations: [LargeDocument] = [
    LargeDocument("5,000 animations of one emitter") {
      emitter(items(5000) { "a\($0):{keyPath:\"birthRate\",\(ramp),beginTime:\(Double($0) / 1000)}" })
    },
    LargeDocument("10,000 animations of one cell") {
      emitter(items(10_000) { "a\($0):{keyPath:\"emitterCells.c.birthRate\",\(ramp),beginTime:\(Double($0) / 1000)}" })
    },
    LargeDocument("10,000 animations of a cell's velocity") {
      emitter(items(10_000) { "a\($0):{keyPath:\"emitterCells.c.velocity\",\(ramp),beginTime:\(Double($0) / 1000)}" })
    },
    LargeDocument("births along 400,000 keyframes") {
      emitter("birthRate:{class:\"CAKeyframeAnimation\",values:[\(items(400_000) { "\($0 % 20)" })],duration:2}")
    },
    LargeDocument("15,000 animations of one layer") {
      layer("animations:{\(items(15_000) { "a\($0):{keyPath:\"opacity\",\(ramp),beginTime:\(Double($0) / 1000)}" })}")
    },
    LargeDocument("15,000 animations that end one by one") {
      layer(
        "animations:{\(items(15_000) { "a\($0):{keyPath:\"opacity\",toValue:0,duration:\(Double($0 + 1) / 40_000)}" })}"
      )
    },
    LargeDocument("15,000 layers whose animations end one by one") {
      layer(
        "sublayers:[\(items(15_000) { "{animations:{opacity:{toValue:0,duration:\(Double($0 + 1) / 40_000)}}}" })]")
    },
    LargeDocument("13,000 springs") {
      let spring = "class:\"CASpringAnimation\",keyPath:\"opacity\",toValue:0,damping:0.001,stiffness:1e9"
      return layer("animations:{\(items(12_000) { "a\($0):{\(spring)}" })}")
    },
    LargeDocument("150,000 keyframes, cubic and paced") {
      layer(
        "animations:{position:{class:\"CAKeyframeAnimation\",calculationMode:\"cubicPaced\",duration:2,"
          + "values:[\(items(150_000) { "[\($0 % 9),\($0 % 7)]" })]}}")
    },
    LargeDocument("along a path of 350,000 numbers") {
      layer(
        "animations:{position:{class:\"CAKeyframeAnimation\",calculationMode:\"paced\",duration:2,"
          + "path:\"M0 0 L \((0..<350_000).map { "\($0 % 64)" }.joined(separator: " "))\"}}")
    },
    LargeDocument("a group of 30,000") {
      layer(
        "animations:{a:{class:\"CAAnimationGroup\",duration:1,"
          + "animations:[\(items(30_000) { _ in "{keyPath:\"opacity\",toValue:0}" })]}}")
    },
    LargeDocument("20,000 transitions of one layer") {
      layer("animations:{\(items(20_000) { "t\($0):{class:\"CATransition\",duration:5}" })}")
    },
    LargeDocument("transitions of 18,000 layers") {
      layer("sublayers:[\(items(18_000) { _ in "{animations:{transition:{class:\"CATransition\",duration:5}}}" })]")
    },
  ]

  /// Many events, on many layers.
  static let timelines: [LargeDocument] = [
    LargeDocument("30,000 events") { timeline(layers: 0, items(30_000) { "{\(moment($0)),set:{\"a.opacity\":1}}" }) },
    LargeDocument("30,000 events without a name") {
      timeline(layers: 0, items(30_000) { "{\(moment($0)),set:{opacity:\($0 % 2)}}" })
    },
    LargeDocument("15,000 events on 30,000 layers") {
      timeline(layers: 30_000, items(15_000) { "{\(moment($0)),set:{\"l\($0).opacity\":\($0 % 2)}}" })
    },
    LargeDocument("15,000 unknown paths among 30,000 layers") {
      timeline(layers: 30_000, items(15_000) { "{\(moment($0)),set:{\"l\($0).opacit\":1}}" })
    },
    LargeDocument("15,000 unknown names among 30,000 layers") {
      timeline(layers: 30_000, items(15_000) { "{\(moment($0)),remove:\"x\($0)\"}" })
    },
    LargeDocument("15,000 removals") {
      timeline(layers: 30_000, items(15_000) { "{\(moment($0)),remove:\"l\($0)\"}" })
    },
    LargeDocument("20,000 additions") {
      timeline(layers: 0, items(20_000) { "{\(moment($0)),addSublayers:{a:{name:\"x\($0)\"}}}" })
    },
    LargeDocument("an addition of 30,000 layers") {
      timeline(layers: 0, "{at:0,addSublayers:{a:[\(items(30_000) { "{name:\"x\($0)\",opacity:0.5}" })]}}")
    },
    LargeDocument("15,000 additions that are set") {
      timeline(
        layers: 0,
        items(15_000) { "{\(moment($0)),addSublayers:{a:{name:\"x\($0)\"}},set:{\"x\($0).opacity\":1}}" })
    },
    LargeDocument("15,000 ends of animations") {
      timeline(layers: 30_000, items(15_000) { "{\(moment($0)),removeAnimations:[\"l\($0)\"]}" })
    },
    LargeDocument("one event for 25,000 layers") {
      timeline(layers: 25_000, "{at:0.5,set:{\(items(25_000) { "\"l\($0).opacity\":0.5" })}}")
    },
    LargeDocument("one event that animates 25,000 layers") {
      timeline(layers: 25_000, "{at:0.5,animations:{\(items(25_000) { "l\($0):{opacity:{toValue:0.5}}" })}}")
    },
    LargeDocument("10,000 events, 60,000 layers of one name") {
      layer(
        "name:\"a\",sublayers:[\(items(60_000) { _ in "{name:\"l\"}" })]",
        ",timeline:[\(items(10_000) { "{\(moment($0)),set:{\"l.opacity\":1}}" })]")
    },
    LargeDocument("10,000 events, 100,000 layers without a name") {
      layer(
        "sublayers:[\(items(100_000) { _ in "{}" })]",
        ",timeline:[\(items(10_000) { "{\(moment($0)),set:{opacity:1}}" })]")
    },
    LargeDocument("names with 500 dots") {
      timeline(layers: 100, items(500) { "{\(moment($0)),set:{\"\(repeated("a.", 500))\":1}}" })
    },
    LargeDocument("5,000 transitions") {
      timeline(
        layers: 1,
        items(5000) { "{\(moment($0 * 10)),animations:{a:{transition:{class:\"CATransition\",duration:5}}}}" })
    },
    LargeDocument("10,000 transitions with changes") {
      timeline(
        layers: 1,
        items(10_000) {
          "{\(moment($0)),set:{\"l0.opacity\":\(Double($0 % 7) / 7)},"
            + "animations:{a:{t\($0):{class:\"CATransition\",duration:50}}}}"
        })
    },
  ]

  private static let ramp = "fromValue:0,toValue:2,duration:1"

  private static func emitter(_ animations: String) -> String {
    layer(
      "class:\"CAEmitterLayer\",emitterPosition:[32,18],emitterCells:[{name:\"c\",birthRate:10,lifetime:1,"
        + "contents:{sprite:\"dot\",size:4}}],animations:{\(animations)}")
  }
}
