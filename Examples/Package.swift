// swift-tools-version: 6.2
import PackageDescription

/// Small programs that use Starmine as any program would: `swift run -c release example-NAME [FILE]` in this folder.
let examples = [
  "audio-bars", "backing-layers", "block-animations", "card-stack", "clock-hands", "common-names", "confetti-cannon",
  "core-only", "digital-clock", "fireworks", "folding-card", "gradient-border", "heart-button", "morphing-label",
  "moving-layer", "page-turn", "parallax", "particle-text", "picture-fades", "pop-block", "pop-gallery", "pop-stall",
  "progress-ring", "pulse-rings", "readme", "ripple", "shimmer", "snapshot-transition", "snow", "snow-over-view",
  "spinner", "toast", "transactions", "transition-button", "view-transitions", "wave",
]

let settings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
  + (Context.environment["STARMINE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "starmine-examples",
  dependencies: [
    // A package given by path has the name of its folder unless it is named here.
    .package(name: "starmine", path: "..")
  ],
  targets: [
    .target(
      name: "ExampleSupport", dependencies: [.product(name: "Starmine", package: "starmine")], path: "Support",
      swiftSettings: settings)
  ]
    + examples.map { name in
      .executableTarget(
        name: "example-\(name)",
        dependencies: name == "core-only"
          ? [.product(name: "StarmineCore", package: "starmine")]
          : [.product(name: "Starmine", package: "starmine"), "ExampleSupport"],
        path: name, swiftSettings: settings)
    },
  swiftLanguageModes: [.v6]
)
