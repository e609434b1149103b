import StarmineGraphics

/// A document of Lottie whose layers, compositions, mattes, groups, copies and texts refer to each other, many times
/// over: a few bytes that ask for any amount of depth and work.
struct NestedLottie {
  private(set) var text = ""
  private var random: SplitMix64

  init(_ random: SplitMix64) {
    self.random = random
    let assets = (0..<count(60)).map { id in
      "{\"id\":\"a\(id)\",\"layers\":[\(layers(count: count(5), from: id))]}"
    }
    text =
      "{\"v\":\"5\",\"fr\":30,\"ip\":0,\"op\":\(count(900)),\"w\":64,\"h\":36,\"assets\":[\(joined(assets))],"
      + "\"layers\":[\(layers(count: count(4000), from: -1))],"
      + "\"fonts\":{\"list\":[{\"fName\":\"F\",\"fFamily\":\"DejaVu Sans\"}]}}"
  }

  /// 1 to a limit, small ones as often as large ones.
  private mutating func count(_ limit: Int) -> Int {
    var most = 1
    while most < limit, !Bool.random(using: &random) { most *= 4 }
    return Int.random(in: 1...min(most, limit), using: &random)
  }

  private func joined(_ items: [String]) -> String { items.joined(separator: ",") }

  /// - Parameter id: the asset that they are in: each refers to later ones, and rarely to any.
  private mutating func layers(count: Int, from id: Int) -> String {
    let mattes = Int.random(in: 0...2, using: &random)
    return joined(
      (0..<count).map { index in
        var members = [
          "\"ind\":\(index),\"ip\":0,\"op\":900,\"w\":9,\"h\":9,\"sw\":9,\"sh\":9,\"sc\":\"#ff0000\"",
          "\"ks\":{\"r\":\(value("20")),\"o\":\(value("90"))}",
        ]
        if mattes > 0 { members.append("\"tt\":\(Int.random(in: 1...4, using: &random))") }
        if mattes > 1 { members.append("\"tp\":\(index + 1)") }
        if Int.random(in: 0..<3, using: &random) == 0 { members.append("\"parent\":\(index + 1)") }
        if Int.random(in: 0..<6, using: &random) == 0 { members.append("\"bm\":3,\"tm\":\(value("1"))") }
        switch Int.random(in: 0..<(count > 50 ? 40 : 4), using: &random) {
        case 0: members.append("\"ty\":0,\"refId\":\"a\(id + Int.random(in: 1...3, using: &random))\"")
        case 1: members.append("\"ty\":4,\"shapes\":[\(shapes(depth: self.count(40)))]")
        case 2: members.append("\"ty\":5,\(letters())")
        default: members.append("\"ty\":1")
        }
        return "{\(joined(members))}"
      })
  }

  private mutating func shapes(depth: Int) -> String {
    var items = ["{\"ty\":\"el\",\"p\":\(value("[5,5]")),\"s\":\(value("[9,9]"))}"]
    if depth > 1 { items.append("{\"ty\":\"gr\",\"it\":[\(shapes(depth: depth - 1))]}") }
    let fill = "{\"ty\":\"fl\",\"c\":\(value("[1,0,0]")),\"o\":\(value("90"))}"
    if Bool.random(using: &random) { items.append(fill) }
    for _ in 0..<(depth > 1 ? 1 : count(60)) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: items.append("{\"ty\":\"rp\",\"c\":\(value("\(count(900))")),\"o\":\(value("0")),\"tr\":{}}")
      case 1: items.append("{\"ty\":\"mm\",\"mm\":\(Int.random(in: 1...5, using: &random))}")
      case 2: items.append("{\"ty\":\"zz\",\"s\":\(value("3")),\"r\":\(value("\(count(200))")),\"pt\":{\"k\":1}}")
      case 3: items.append("{\"ty\":\"tm\",\"s\":\(value("10")),\"e\":\(value("70")),\"o\":\(value("0"))}")
      case 4: items.append("{\"ty\":\"rd\",\"r\":\(value("2"))}")
      default: items.append(fill)
      }
    }
    return joined(items + [fill])
  }

  private mutating func letters() -> String {
    let look = "{\"t\":\"\(String(repeating: "ab ", count: count(3000)))\",\"f\":\"F\",\"s\":9,\"fc\":[1,0,0]}"
    let animators = (0..<count(300)).map { _ in
      "{\"s\":{\"s\":\(value("3")),\"rn\":1,\"b\":\(Int.random(in: 1...4, using: &random))},"
        + "\"a\":{\"o\":\(value("1")),\"t\":\(value("3")),\"p\":\(value("[9,9]"))}}"
    }
    return "\"t\":{\"d\":{\"k\":[{\"t\":0,\"s\":\(look)}]},\"a\":[\(joined(animators))]}"
  }

  private mutating func value(_ usual: String) -> String {
    guard Bool.random(using: &random) else { return "{\"k\":\(usual)}" }
    let keys = (0..<count(30)).map { "{\"t\":\($0 * 9),\"s\":\(usual)}" }
    return "{\"a\":1,\"k\":[\(joined(keys)),{\"t\":900,\"s\":[1,1,1]}]}"
  }
}
