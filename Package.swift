// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "experiments",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "experiments", targets: ["ExperimentsCLI"]),
        .executable(name: "experiments-scan", targets: ["ExperimentsScan"]),
        .executable(name: "ShopExample", targets: ["ShopExample"]),
        .library(name: "Experiments", targets: ["Experiments"]),
        .library(name: "ExperimentsCore", targets: ["ExperimentsCore"]),
        .library(name: "FirebaseConfig", targets: ["FirebaseConfig"]),
        .library(name: "FirebaseConfigPublishers", targets: ["FirebaseConfigPublishers"]),
        .library(name: "FirebaseTemplates", targets: ["FirebaseTemplates"]),
        .library(name: "FirebaseExperiments", targets: ["FirebaseExperiments"]),
        .library(name: "GoogleServiceAccount", targets: ["GoogleServiceAccount"]),
        .library(name: "ActiveConfiguration", targets: ["ActiveConfiguration"]),
        .library(name: "ActiveConfigurationPublishers", targets: ["ActiveConfigurationPublishers"]),
        .library(name: "RemoteConfigEmulator", targets: ["RemoteConfigEmulator"]),
        .library(name: "Variants", targets: ["Variants"]),
        .library(name: "VariantsPublishers", targets: ["VariantsPublishers"]),
        .library(name: "ExperimentsDashboard", targets: ["ExperimentsDashboard"]),
        .library(name: "ExperimentsTerminal", targets: ["ExperimentsTerminal"]),
        .executable(name: "DashboardExample", targets: ["DashboardExample"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        // RS256 for service accounts.
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        // Where the system has no CryptoKit; and for keys that tests make.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // Where the system has no Combine, and reached through `Experiments` and the publishers alone.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // Reached through `Experiments` and `experiments-scan` alone: building the dashboard never compiles it.
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        // The core: keys, values, snapshots, resolution, overrides, report, history, service.
        .target(name: "ExperimentsCore", swiftSettings: strict),

        // What an app imports: the core, the macros and the publishers.
        .target(
            name: "Experiments",
            dependencies: [
                "ExperimentsCore", "ExperimentsMacrosPlugin",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        // The macros' program for the compiler, and what it runs: tests depend on the latter alone (see its entry).
        .macro(
            name: "ExperimentsMacrosPlugin",
            dependencies: [
                "ExperimentsMacros",
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ],
            swiftSettings: strict),
        .target(
            name: "ExperimentsMacros",
            dependencies: [
                "SyntaxReading",
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ],
            swiftSettings: strict),

        // What macros and the scanner both read off a declaration.
        .target(
            name: "SyntaxReading", dependencies: [.product(name: "SwiftSyntax", package: "swift-syntax")],
            swiftSettings: strict),

        // The catalogue of an app's keys, from its sources.
        .target(
            name: "SourceScanning",
            dependencies: [
                "ExperimentsCore", "ExperimentsProject", "SyntaxReading",
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "ExperimentsScan",
            dependencies: [
                "ExperimentsCore", "SourceScanning",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // A small shop whose keys follow the overrides of a dashboard.
        .executableTarget(
            name: "ShopExample", dependencies: ["Experiments", "ExperimentsProject"], swiftSettings: strict),

        // YAML read into a tree whose nodes know their line and column.
        .target(name: "MarkedYAML", dependencies: [.product(name: "Yams", package: "Yams")], swiftSettings: strict),

        // HTTP within limits of time and size; the one place that meets the network.
        .target(
            name: "ExperimentsTransport",
            dependencies: [
                "ExperimentsCore", .target(name: "CCurlStream", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        // Streams for Linux, where URLSession does not sleep while one is open.
        .target(name: "CCurlStream", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

        // Access tokens for an operator's requests.
        .target(
            name: "GoogleServiceAccount",
            dependencies: [
                "ExperimentsCore", "ExperimentsTransport", .product(name: "JWTKit", package: "jwt-kit"),
            ],
            swiftSettings: strict),

        // Sources of values.
        .target(
            name: "FirebaseConfig", dependencies: ["ExperimentsCore", "ExperimentsTransport"], swiftSettings: strict),
        // Apart, so that a program without publishers links no OpenCombine.
        .target(
            name: "FirebaseConfigPublishers",
            dependencies: [
                "ExperimentsCore", "FirebaseConfig",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .target(
            name: "FirebaseTemplates",
            dependencies: [
                "ExperimentsCore", "ExperimentsTransport",
                .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .target(
            name: "FirebaseExperiments", dependencies: ["ExperimentsCore", "FirebaseConfig"], swiftSettings: strict),
        .target(
            name: "ActiveConfiguration", dependencies: ["ExperimentsCore", "ExperimentsTransport"],
            swiftSettings: strict),
        .target(
            name: "RemoteConfigEmulator",
            dependencies: [
                "CZlib", "ExperimentsCore", "ExperimentsTransport", "FirebaseConfig", "FirebaseTemplates",
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        // The system's zlib; Apple's platforms have it, too.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "Variants", dependencies: ["ExperimentsCore"], swiftSettings: strict),

        // Their publishers, apart from them: the program needs none, and so no OpenCombine.
        .target(
            name: "ActiveConfigurationPublishers",
            dependencies: [
                "ActiveConfiguration", "ExperimentsCore",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .target(
            name: "VariantsPublishers",
            dependencies: [
                "ExperimentsCore", "Variants",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),

        .target(
            name: "ExperimentsProject",
            dependencies: ["ExperimentsCore", "MarkedYAML"],
            swiftSettings: strict),

        // The dashboard: pure, and the only room that knows ncurses.
        .target(
            name: "ExperimentsDashboard",
            dependencies: ["ExperimentsCore", "MarkedYAML"],
            exclude: ["Themes/embed.sh"],
            swiftSettings: strict),
        .target(
            name: "CNcurses",
            cSettings: [
                .define("NCURSES_WIDECHAR", to: "1"),
                .define("_GNU_SOURCE", .when(platforms: [.linux])),
            ],
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]),
        .target(
            name: "NcursesTerminal", dependencies: ["ExperimentsDashboard", "CNcurses"], swiftSettings: strict),
        // The dashboard in a program of an app team's own.
        .target(
            name: "ExperimentsTerminal", dependencies: ["ExperimentsCore", "ExperimentsDashboard", "NcursesTerminal"],
            swiftSettings: strict),
        .executableTarget(
            name: "DashboardExample", dependencies: ["ExperimentsCore", "ExperimentsTerminal"],
            swiftSettings: strict),

        // The program.
        .executableTarget(
            name: "ExperimentsCLI",
            dependencies: [
                "ActiveConfiguration", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsProject",
                "ExperimentsTransport", "FirebaseConfig", "FirebaseExperiments", "FirebaseTemplates",
                "GoogleServiceAccount", "MarkedYAML", "NcursesTerminal", "RemoteConfigEmulator", "Variants",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["ExperimentsCore"], path: "Tests/TestSupport", swiftSettings: strict),
        .executableTarget(
            name: "OverrideWriter", dependencies: ["ExperimentsCore"], path: "Tests/OverrideWriter",
            swiftSettings: strict),
        .testTarget(
            name: "ExperimentsCoreTests", dependencies: ["ExperimentsCore", "TestSupport", "OverrideWriter"],
            swiftSettings: strict),
        .testTarget(
            name: "ExperimentsTests", dependencies: ["Experiments", "ShopExample", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ExperimentsMacrosTests",
            dependencies: [
                "ExperimentsMacros", "TestSupport",
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SourceScanningTests",
            dependencies: ["Experiments", "ExperimentsScan", "SourceScanning", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "MarkedYAMLTests", dependencies: ["MarkedYAML", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ExperimentsTransportTests", dependencies: ["ExperimentsTransport", "TestSupport"],
            swiftSettings: strict),
        // Keys of service accounts that nobody knows, made while the tests run.
        .target(
            name: "ThrowawayKeys",
            dependencies: [
                "ExperimentsCore", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/ThrowawayKeys", swiftSettings: strict),
        .testTarget(
            name: "GoogleServiceAccountTests",
            dependencies: ["ExperimentsTransport", "GoogleServiceAccount", "TestSupport", "ThrowawayKeys"],
            swiftSettings: strict),
        .testTarget(
            name: "FirebaseConfigTests", dependencies: ["FirebaseConfig", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FirebaseConfigPublishersTests", dependencies: ["FirebaseConfigPublishers", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FirebaseTemplatesTests", dependencies: ["FirebaseTemplates", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ActiveConfigurationTests",
            dependencies: [
                "ActiveConfiguration", "ExperimentsTransport", "TestSupport",
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RemoteConfigEmulatorTests",
            dependencies: [
                "RemoteConfigEmulator", "ActiveConfiguration", "ExperimentsTransport", "FirebaseConfig",
                "FirebaseTemplates",
                "TestSupport",
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FirebaseExperimentsTests",
            dependencies: ["FirebaseExperiments", "FirebaseTemplates", "RemoteConfigEmulator", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PublishersTests",
            dependencies: ["ActiveConfigurationPublishers", "VariantsPublishers", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "VariantsTests", dependencies: ["Variants", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ExperimentsProjectTests", dependencies: ["ExperimentsProject", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ExperimentsDashboardTests", dependencies: ["ExperimentsDashboard", "TestSupport"],
            exclude: ["Views/Golden"], swiftSettings: strict),
        .testTarget(
            name: "NcursesTerminalTests",
            dependencies: ["NcursesTerminal", "ExperimentsDashboard", "CNcurses", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ExperimentsTerminalTests",
            dependencies: [
                "ExperimentsCore", "ExperimentsDashboard", "ExperimentsTerminal", "NcursesTerminal", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "ExperimentsCore", "TestSupport", "ThrowawayKeys", .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TerminalTests", dependencies: ["ExperimentsCore", "TestSupport", "DashboardExample"],
            swiftSettings: strict),
        // Random input of all kinds for the built program; `make attack` gives it more.
        .testTarget(
            name: "AttackTests", dependencies: ["ExperimentsCore", "OverrideWriter", "TestSupport"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// `make docs` needs a plugin that nothing else should fetch.
if Context.environment["EXPERIMENTS_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

var strict: [SwiftSetting] {
    var settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    // `make lint`: a warning in this package fails the build; those of other packages are their own.
    if Context.environment["EXPERIMENTS_STRICT"] != nil { settings.append(.unsafeFlags(["-warnings-as-errors"])) }
    return settings
}
