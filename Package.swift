// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every target: Swift 6 mode, no warnings, explicit existentials and imports.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

/// A small program over the umbrella module: `swift run -c release example-NAME`.
func example(_ name: String) -> Target {
  .executableTarget(
    name: "example-\(name)", dependencies: ["Starmine"], path: "Sources/Examples/\(name)", swiftSettings: settings)
}

let package = Package(
  name: "starmine",
  products: [
    .library(name: "Starmine", targets: ["Starmine"]),
    .executable(name: "starmine", targets: ["CommandLine"]),
    // Counts allocations in programs that it is preloaded into: `starmine bench` looks for it beside itself.
    .library(name: "MallocCounter", type: .dynamic, targets: ["MallocCounter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    library("Graphics"),
    .target(name: "CParticleKernels"),
    library("Scene", ["Graphics", "CParticleKernels"]),
    .target(name: "CPixelKernels"),
    library("Raster", ["Graphics", "Scene", "CPixelKernels"]),
    .systemLibrary(name: "CPango", pkgConfig: "pangoft2"),
    library("Text", ["Graphics", "CPango"]),
    library("Layers", ["Graphics", "Scene", "Text"]),
    library("Pop", ["Graphics", "Scene", "Layers"]),
    .systemLibrary(name: "CFFmpeg"),
    library("Media", ["Graphics", "Raster", "CPixelKernels", "CFFmpeg"]),
    .target(
      name: "Presets", dependencies: ["Graphics", "Layers"],
      // A link to presets/: the documents are part of the executable, which then works from anywhere.
      resources: [.embedInCode("Resources")], swiftSettings: settings),
    library("Starmine", ["Graphics", "Scene", "Raster", "Layers", "Pop", "Media", "Presets"]),
    .target(
      name: "Bench", dependencies: ["Graphics", "Scene", "Raster", "Layers", "Media", "Presets", "Starmine"],
      path: "Bench", exclude: ["MallocCounter", "Peers"], swiftSettings: settings),
    .target(name: "MallocCounter", path: "Bench/MallocCounter"),
    .executableTarget(
      name: "CommandLine",
      dependencies: [
        "Graphics", "Scene", "Raster", "Layers", "Media", "Presets", "Starmine", "Bench",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    example("pop-stall"),
    example("pop-gallery"),
    .target(name: "TestSupport", dependencies: ["Graphics"], path: "Tests/TestSupport", swiftSettings: settings),
    tests("Graphics", ["Graphics"]),
    tests("Scene", ["Graphics", "Scene"]),
    tests("Raster", ["Graphics", "Scene", "Raster", "CPixelKernels"]),
    tests("Text", ["Graphics", "Text"]),
    tests("Layers", ["Graphics", "Scene", "Layers"]),
    tests("Pop", ["Graphics", "Scene", "Layers", "Pop", "Starmine"]),
    tests("Media", ["Graphics", "Raster", "Media", "CPixelKernels"]),
    tests("Presets", ["Graphics", "Scene", "Layers", "Presets"]),
    tests("Starmine", ["Graphics", "Scene", "Raster", "Layers", "Media", "Presets", "Starmine"]),
    tests("Bench", ["Scene", "Raster", "Bench"]),
    tests("CommandLine", ["Graphics", "Media", "CommandLine"]),
    tests("Structure"),
  ],
  swiftLanguageModes: [.v6]
)
