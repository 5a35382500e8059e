// swift-tools-version: 6.2

import PackageDescription

// How fast the package is, as a program that prints a table. A package of its own, so that nothing of it is built or
// resolved with the product.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "experiments", path: "../.."),
        // Read beside ours.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    ],
    targets: [
        // Counts the calls of `malloc` in the whole process.
        .target(name: "AllocationCounting"),
        // Starts programs on a terminal of their own.
        .target(name: "PseudoTerminal"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AllocationCounting",
                "PseudoTerminal",
                .product(name: "ActiveConfiguration", package: "experiments"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "ExperimentStatistics", package: "experiments"),
                .product(name: "Experiments", package: "experiments"),
                .product(name: "ExperimentsCore", package: "experiments"),
                .product(name: "ExperimentsDashboard", package: "experiments"),
                .product(name: "ExperimentsLink", package: "experiments"),
                .product(name: "FirebaseConfig", package: "experiments"),
                .product(name: "FirebaseTemplates", package: "experiments"),
                .product(name: "GrowthBookFeatures", package: "experiments"),
                .product(name: "Variants", package: "experiments"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
