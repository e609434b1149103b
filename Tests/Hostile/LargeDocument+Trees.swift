extension LargeDocument {
  /// Layers, cells, sprites and effects without number, or inside each other.
  static let trees: [LargeDocument] = [
    LargeDocument("349,000 layers") { layer("sublayers:[\(items(349_000) { _ in "{}" })]") },
    LargeDocument("100,000 layers that show") {
      layer("sublayers:[\(items(100_000) { "{\(place($0)),bounds:[0,0,2,2],backgroundColor:\"#fff\"}" })]")
    },
    LargeDocument("10,000 layers with shadows") {
      layer(
        "sublayers:[\(items(10_000) { "{\(place($0)),bounds:[0,0,9,9],backgroundColor:\"#fff\",\(shadow)}" })]")
    },
    LargeDocument("20,000 text layers") {
      layer("sublayers:[\(items(20_000) { "{class:\"CATextLayer\",string:\"a\($0)\",bounds:[0,0,9,9]}" })]")
    },
    LargeDocument("5,000 letters that are moved, turned and blurred") {
      let animator = "{randomOrder:true,shape:\"smooth\",position:[900,900],rotation:9,scale:9,blur:60}"
      return layer(
        "class:\"CATextLayer\",bounds:[0,0,60,60],wrapped:true,fontSize:2,"
          + "string:\"\(repeated("word ", 1000))\",animators:[\(items(16) { _ in animator })]")
    },
    LargeDocument("10,000 text layers with animators") {
      let animators = "animators:[\(items(4) { "{name:\"\($0)\",scale:3,blur:3}" })]"
      return layer(
        "sublayers:[\(items(10_000) { "{class:\"CATextLayer\",string:\"a\($0)\",bounds:[0,0,9,9],\(animators)}" })]")
    },
    LargeDocument("90 masks in each other") { layer(repeated("mask:{", 90) + repeated("}", 90)) },
    LargeDocument("25,000 blurs") {
      layer("filters:[\(items(25_000) { "{type:\"gaussianBlur\",inputRadius:\($0 % 9)}" })]")
    },
    LargeDocument("40 groups of animations in each other") {
      let group = repeated("{class:\"CAAnimationGroup\",animations:[", 40)
      return layer("animations:{a:\(group){keyPath:\"opacity\",toValue:0}\(repeated("]}", 40))}")
    },
    LargeDocument("400 dashed lines that move and have no colour") {
      let pen = "strokeColor:\"#0000\",lineDashPattern:[1,1],lineWidth:2,lineCap:\"round\""
      let line = "class:\"CAShapeLayer\",path:\"M0 0 L60000 0\",fillColor:null,\(pen),bounds:[0,0,9,9]"
      let moves = { (index: Int) in "animations:{lineDashPhase:{toValue:\(index + 5),duration:2}}" }
      return layer("sublayers:[\(items(400) { "{\(line),\(place($0)),\(moves($0))}" })]")
    },
    LargeDocument("340,000 cells") {
      layer("class:\"CAEmitterLayer\",emitterCells:[\(items(340_000) { _ in "{}" })]")
    },
    LargeDocument("70,000 cells with births") {
      layer("class:\"CAEmitterLayer\",emitterCells:[\(items(70_000) { _ in "{birthRate:1}" })]")
    },
    LargeDocument("40 cells in each other") {
      let cell = repeated("{birthRate:9,lifetime:1,emitterCells:[", 40)
      return layer("class:\"CAEmitterLayer\",emitterCells:[\(cell)\(repeated("]}", 40))]")
    },
    LargeDocument("replicators in each other") {
      let replicator = repeated("class:\"CAReplicatorLayer\",instanceCount:1000,sublayers:[{", 9)
      return layer("\(replicator)backgroundColor:\"#fff\",bounds:[0,0,9,9]\(repeated("}]", 9))")
    },
    LargeDocument("60 large sprites with blur") {
      layer(
        "sublayers:[\(items(60) { "{contents:{sprite:\"snowflake\",size:1024,blur:\(0.15 - Double($0) / 1000)}}" })]")
    },
    LargeDocument("14,000 large sprites") {
      layer(
        "class:\"CAEmitterLayer\",emitterCells:["
          + "\(items(14_000) { "{contents:{sprite:\"star\",size:1024,softness:\(Double($0) / 20_000)}}" })]")
    },
    LargeDocument("17,000 small sprites") {
      layer(
        "sublayers:[\(items(17_000) { "{contents:{sprite:\"dot\",size:64,softness:\(Double($0) / 20_000)}}" })]")
    },
  ]

  private static let shadow = "shadowOpacity:1,shadowRadius:1000"

  private static func place(_ index: Int) -> String { "position:[\(index % 64),\(index % 36)]" }
}
