import Foundation
import StarmineGraphics
import Testing

/// Files of colour tables.
@Suite struct ColorLUTTests {
  private func read(_ text: String) throws(ColorLUTError) -> ColorLUT {
    try ColorLUT(cube: Array(text.utf8), named: "a.cube")
  }

  @Test func commentsTitlesAndReturnsAreRead() throws {
    let text =
      "# by hand\r\nTITLE \"Two words\"\r\n\r\nLUT_1D_SIZE 2\r\nDOMAIN_MAX 1 2 4\r\n0 .1 2e-1\r\n 1\t0.5 -1 \r\n"
    let lut = try read(text)
    #expect(lut.values == [0, 1, 0.1, 0.5, 0.2, -1])
    #expect(lut.domain.low == .zero && lut.domain.high == SIMD3(1, 2, 4))
    #expect(lut.size == 2 && !lut.isCube)
  }

  @Test func redChangesFastest() throws {
    let colors = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n")
    let lut = try read("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 0.5\n" + colors)
    #expect(Array(lut.values[4..<12]) == [0, 0, 1, 0, 0, 1, 0, 0])
    #expect(lut.domain.high == SIMD3(repeating: 0.5) && lut.isCube)
  }

  @Test(
    arguments: [
      ("", nil, "is missing"), ("0 0 0", 1, "before the first entry"), ("LUT_3D_SIZE 66", 1, "from 2 to 65"),
      ("LUT_3D_SIZE 1", 1, "from 2 to 65"), ("LUT_1D_SIZE 65537", 1, "from 2 to 65536"),
      ("LUT_1D_SIZE 2 2", 1, "from 2 to 65536"), ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2", 2, "a second size"),
      ("LUT_1D_SIZE 2\n0 0 0", nil, "found 1 entries; the size requires 2"),
      ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n2 2 2", 4, "more entries than the size has (2)"),
      ("LUT_1D_SIZE 2\n0 0 nan", 2, "expected three numbers"), ("LUT_1D_SIZE 2\n0 inf 0", 2, "expected three numbers"),
      ("LUT_1D_SIZE 2\n\n0 0", 3, "expected three numbers"), ("LUT_1D_SIZE 2\n0 0 0 0", 2, "expected three numbers"),
      ("LUT_1D_SIZE 2\n0 0 x", 2, "expected three numbers"), ("# a\nhello", 2, "unknown keyword"),
      ("DOMAIN_MIN 1 0 0\nLUT_1D_SIZE 2\n0 0 0\n1 1 1", nil, "DOMAIN_MIN must be below DOMAIN_MAX"),
      ("LUT_1D_INPUT_RANGE 0", 1, "expected two numbers"), ("TITLE " + String(repeating: "x", count: 2000), 1, "1000"),
    ] as [(String, Int?, String)])
  func badFilesSayTheirLine(text: String, line: Int?, reason: String) {
    let error = #expect(throws: ColorLUTError.self) { try read(text) }
    #expect(error?.line == line)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func foldersAreRefused() {
    let error = #expect(throws: ColorLUTError.self) { try ColorLUT(contentsOf: URL(fileURLWithPath: "/tmp")) }
    #expect(error?.description == "/tmp: it is a directory")
  }
}
