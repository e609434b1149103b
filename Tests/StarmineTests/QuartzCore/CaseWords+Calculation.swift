import Starmine
import StarmineTestSupport

extension CaseWorld {
  static let calculationWords: [String: Word] = [
    "literal": { $0.json(0) },
    "tuple": { JSONValue.array(try $0.answers()) },
    "at": { step in
      let (list, index) = (try step.answer(0).array ?? [], Int(try step.number(1)))
      return list.indices.contains(index) ? list[index] : nil
    },
    "slice": { step in
      let (list, low, high) = (try step.answer(0).array ?? [], Int(try step.number(1)), Int(try step.number(2)))
      return JSONValue.array(Array(list[min(low, list.count)..<min(high, list.count)]))
    },
    // What there is nothing of counts as an empty list.
    "count": { try $0.answer(0).array?.count ?? 0 },
    "has": { try ($0.answer(0).array ?? []).contains($0.json(1)) },
    "==": { matches(try $0.answer(0), try $0.answer(1), tolerance: 0) },
    "!=": { !matches(try $0.answer(0), try $0.answer(1), tolerance: 0) },
    "<": { step in try step.compare { $0 < $1 } },
    ">": { step in try step.compare { $0 > $1 } },
    "plus": { step in
      let numbers = try step.answers().compactMap(\.scalar)
      return numbers.reduce(0, +)
    },
    "and": { try $0.answers().allSatisfy { $0.scalar == 1 } },
    "finite": { try $0.answer(0).scalar?.isFinite },
  ]
}

extension CaseWorld.Step {
  fileprivate func compare(_ relation: (Double, Double) -> Bool) throws -> Bool {
    let answers = try answers()
    guard let first = answers[0].scalar, let second = answers[1].scalar else {
      throw CaseWorld.UnknownError("\(answers[0].text) and \(answers[1].text) cannot be compared")
    }
    return relation(first, second)
  }
}
