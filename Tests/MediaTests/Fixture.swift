import Foundation
import Testing

/// A small image file, made by an independent program.
struct Fixture: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  init(_ name: String, _ base64: String) {
    self.name = name
    bytes = [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters)!)
  }

  var testDescription: String { name }

  static let gray8 = Fixture(
    "gray8",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAAAAADcV1ARAAAADUlEQVR42mNgYGz4DwACBwGBXVhmFQAAAABJRU5ErkJggg==
    """)
  static let gray1 = Fixture(
    "gray1",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAoAAAABAQAAAADPjgLTAAAAC0lEQVR42mPY5AAAAacA82c9T54AAAAASUVORK5CYII=
    """)
  static let gray16 = Fixture(
    "gray16",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABEAAAAACMx4xSAAAAEUlEQVR42mNgYGBoYGj8/x8ABwkDAMcqLVgAAAAASUVORK5CYII=
    """)
  static let grayAlpha8 = Fixture(
    "grayAlpha8",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAQAAACx6dw/AAAAD0lEQVR42mM40fCfges/AAxGA1GJQ6O6AAAAAElFTkSuQmCC
    """)
  static let grayAlpha16 = Fixture(
    "grayAlpha16",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAQAAAAOu2tCAAAAEUlEQVR42mNoYGhg+P/fgQEADoIDP+BIeMEAAAAASUVORK5CYII=
    """)
  static let rgb8 = Fixture(
    "rgb8",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAIAAACUgoPjAAAAEklEQVR42mP4z8DAyMTM8K8eAAuYAoO+/owoAAAAAElFTkSuQmCC
    """)
  static let rgba8 = Fixture(
    "rgba8",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAYAAAD5PA/NAAAAF0lEQVR42mP438DYwCUi9x8IGJiZGBkBPoYGQGaLUQQAAAAASUVORK5CYII=
    """)
  static let rgb16 = Fixture(
    "rgb16",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAIAAAAr0DSeAAAAFUlEQVR42mP4/5+BoYGBoZ6hgbEJAB91BAGM/WCcAAAAAElFTkSuQmCC
    """)
  static let rgba16 = Fixture(
    "rgba16",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAEAAAABEAYAAABPhRjKAAAAEUlEQVR42mP4/7+BgYGhoQEAE3oDf9MpvSIAAAAASUVORK5CYII=
    """)
  static let palette8 = Fixture(
    "palette8",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAMAAADO4v//AAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAA3RSTlP/gAB/bWh4AAAADUlEQVR42mNg
    YGRiBgAADwAHW9CLfQAAAABJRU5ErkJggg==
    """)
  static let palette2 = Fixture(
    "palette2",
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABAgMAAACEUudeAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAA3RSTlP/gAB/bWh4AAAACklEQVR42mOQ
    BgAAHQAcI3yPrAAAAABJRU5ErkJggg==
    """)
  static let huge = Fixture(
    "huge",
    """
    iVBORw0KGgoAAAANSUhEUgAATiAAAAADCAYAAAB2fD+FAAAA/0lEQVR42u3BMQEAAADCoPVPbQhfoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADgMqmwAAErwBxHAAAAAElFTkSuQmCC
    """)
  static let jpeg420 = Fixture(
    "jpeg420",
    """
    /9j/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABbAAEBAQEAAAAA
    AAAAAAAAAAAABwgGAQEBAQEBAQAAAAAAAAAAAAAHBgUIAAEQAQAAAAAAAAAAAAAAAAAAAAARAAIBBQEBAAAAAAAAAAAAAAABAlJREhHRkZL/wAAR
    CAAgAEADASIAAhEAAxEA/9oADAMBAAIRAxEAPwDiwEpp2Y/ZxqXqKUAljhfCdMvl8IMA7T2riqbiAABqmAAHtKyPuUqpevpfAErpWRaYQpj8rhwI
    Bt27v0LChADw3j//2Q==
    """)
  static let jpeg444 = Fixture(
    "jpeg444",
    """
    /9j/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABRAAEBAQEAAAAA
    AAAAAAAAAAAABwgGAQEBAQEBAAAAAAAAAAAAAAAABwYIBRABAAAAAAAAAAAAAAAAAAAAABEBAAAAAAAAAAAAAAAAAAAAAP/AABEIACAAQAMBEgAC
    EgADEgD/2gAMAwEAAhEDEQA/AOLGUF/AAFKGWHCoAAgw7TFWAAG4hAB6oAAwAAAAC+DKjbAADgRbRKwABQhPB7wAA//Z
    """)
  static let jpegGray = Fixture(
    "jpegGray",
    """
    /9j/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABRAAEBAQEAAAAA
    AAAAAAAAAAAABwgGAQEBAQEBAAAAAAAAAAAAAAAABwYIBRABAAAAAAAAAAAAAAAAAAAAABEBAAAAAAAAAAAAAAAAAAAAAP/AABEIACAAQAMBEgAC
    EgADEgD/2gAMAwEAAhEDEQA/AOLGUF/AAFKGWHCoAAgw7TFWAAG4hAB6oAAwAAAAC+DKjbAADgRbRKwABQhPB7wAA//Z
    """)
  static let webp = Fixture(
    "webp",
    """
    UklGRpIAAABXRUJQVlA4IIYAAAAwBQCdASpAACAAAIAIJaAYoBiAGL6F66VfAPwA/SX+S9OvqV2N/UT+bZ/2IELtupn0AAD+/VlX//9c9i0Gb3//
    919RaCMC+qlK7XI4iODMVWVGsu+suUqNDI7UR0/Mrkt+oTVM14vPc4fpcIrTQutazgnHdsHAPc6YTKcC+VQ4n/VPoAAAAA==
    """)
  static let webpLossless = Fixture(
    "webpLossless",
    """
    UklGRlwAAABXRUJQVlA4TE8AAAAvP8AHAD9AFmCywPryp8hjGmTCECuhkzD6vxQEIIDw/0298Mn8BxAnykHX1DavADFtK0ohhRRSSCGFURj/xQVo
    F9H/CWgWk8P7Cn4uH+8LAA==
    """)
  static let gif = Fixture(
    "gif",
    """
    R0lGODlhCAAEAPf/AAAAAAAA/wD/ABQ8tICAgMhkMv8AAP//////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    /////////////////////////////wD/ACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFAAAIACwAAAAACAAEAIMAAAAAAP8A/wAUPLSAgIDIZDL/AAD/
    //8A/wD///////////////////////////8IHgANGBAgIECAAwcEEjSIEACAAgUGDCBAwCFEiRQDAgA7
    """)
  static let bmp = Fixture(
    "bmp",
    """
    Qk2WAAAAAAAAADYAAAAoAAAACAAAAAQAAAABABgAAAAAAGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMmTIMmTItDwUtDwUgICAgICAAAAAAAAA
    MmTIMmTItDwUtDwUgICAgICAAAD/AAD/AP8AAP8A/wAA/wAA////////AAD/AAD/AP8AAP8A/wAA/wAA////////
    """)
  static let tiff = Fixture(
    "tiff",
    """
    SUkqAGgAAAAD/wAA//4AA/8AAP/+AAL/AAD6/wP/AAD//gAD/wAA//4AAv8AAPr/+wALyGQyyGQyFDy0FDy0+4D7AAvIZDLIZDIUPLQUPLT7gAgA
    CAAIAEgAAAABAAAASAAAAAEAAAANAP4ABAABAAAAAAAAAAABBAABAAAACAAAAAEBBAABAAAABAAAAAIBAwADAAAAUgAAAAMBAwABAAAABYAAAAYB
    AwABAAAAAgAAABEBBAABAAAACAAAABUBAwABAAAAAwAAABYBBAABAAAARwEAABcBBAABAAAASgAAABoBBQABAAAAWAAAABsBBQABAAAAYAAAACgB
    AwABAAAAAgAAAAAAAAA=
    """)
}
