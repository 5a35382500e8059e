// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// A product of a package that programs and servers need, and apps do not: see the traits.
func tool(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Tools"]))
}
func syntax(_ product: String) -> Target.Dependency {
    .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros", "Tools"]))
}
/// Where the system has no Combine, and no CryptoKit.
let openCombine = Target.Dependency.product(
    name: "OpenCombine", package: "OpenCombine",
    condition: .when(platforms: [.linux], traits: ["Publishers", "Tools"]))
let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux]))

// Keys, values, resolution, overrides, and what every part stands on.
let core: [Target] = [
    // The locks of all, which ThreadSanitizer understands.
    .target(name: "Locks"),
    // What any part needs and no user sees: files, JSON, dates, text, locks, regular expressions.
    .target(name: "ExperimentsSupport", dependencies: ["Locks"]),
    // The core: keys, values, snapshots, resolution, overrides, report, history, service. It hands on its support.
    .target(name: "ExperimentsCore", dependencies: ["ExperimentsSupport", "Locks"]),
    // YAML read into a tree whose nodes know their line and column.
    .target(name: "MarkedYAML", dependencies: ["ExperimentsSupport", tool("Yams", "Yams")]),
]

// What an app imports, and the macros behind it.
let app: [Target] = [
    // What an app imports: the core and typed keys; with its traits, the macros and the publishers, too.
    .target(
        name: "Experiments",
        dependencies: [
            "ExperimentsCore", "Locks",
            .target(name: "ExperimentsMacros", condition: .when(traits: ["Macros"])),
            .target(name: "ExperimentsPublishers", condition: .when(traits: ["Publishers"])),
        ]),
    // The macros, which need swift-syntax while compiling.
    .target(name: "ExperimentsMacros", dependencies: ["ExperimentsCore", "ExperimentsMacrosPlugin"]),
    // Publishers of values, of Combine or OpenCombine.
    .target(name: "ExperimentsPublishers", dependencies: ["ExperimentsCore", openCombine]),
    // The macros' program for the compiler, and what it runs: tests depend on the latter alone (see its entry).
    .macro(
        name: "ExperimentsMacrosPlugin",
        dependencies: [
            "MacroExpansion", syntax("SwiftCompilerPlugin"), syntax("SwiftSyntax"), syntax("SwiftSyntaxMacros"),
        ]),
    .target(
        name: "MacroExpansion",
        dependencies: [
            "SyntaxReading", syntax("SwiftDiagnostics"), syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"),
            syntax("SwiftSyntaxMacros"),
        ]),
    // What macros and the scanner both read off a declaration.
    .target(name: "SyntaxReading", dependencies: [syntax("SwiftParser"), syntax("SwiftSyntax")]),
    // What an app's keys tell, in the log of swift-log.
    .target(
        name: "ExperimentsLogging", dependencies: ["Experiments", .product(name: "Logging", package: "swift-log")]),
    // Values of keys for the tests of an app.
    .target(name: "ExperimentsTesting", dependencies: ["Experiments", "Locks"]),
    // What linked apps and their server tell each other: documents, events, limits.
    .target(name: "LinkProtocol", dependencies: ["ExperimentsCore"]),
]

// Where values come from: each has its pure part, its client and its keeper.
let keepers: [Target] = [
    // HTTP within limits of time and size; the one place that meets the network.
    .target(
        name: "ExperimentsTransport",
        dependencies: [
            "ExperimentsCore", "Locks", .target(name: "CCurlStream", condition: .when(platforms: [.linux])),
        ]),
    // Streams for Linux, where URLSession does not sleep while one is open.
    .target(name: "CCurlStream", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // Access tokens for an operator's requests.
    .target(
        name: "GoogleServiceAccount",
        dependencies: [
            "ExperimentsCore", "ExperimentsTransport", "Locks", .product(name: "CryptoExtras", package: "swift-crypto"),
        ]),
    // Sources of values.
    .target(
        name: "FirebaseConfig", dependencies: ["ExperimentsCore", "ExperimentsTransport", "Locks"]),
    // The names of Firebase's SDK that are not its own, for code that stays as it is.
    .target(name: "FirebaseConfigCompatibility", dependencies: ["FirebaseConfig", "Locks"]),
    // Apart, so that a program without publishers links no OpenCombine.
    .target(
        name: "FirebaseConfigPublishers",
        dependencies: [
            "ExperimentsCore", "FirebaseConfig",
            openCombine,
        ]),
    .target(
        name: "FirebaseTemplates",
        dependencies: [
            "ExperimentsCore", "ExperimentsTransport", "Locks",
            crypto,
        ]),
    .target(
        name: "FirebaseExperiments", dependencies: ["ExperimentsCore", "FirebaseConfig", "Locks"]),
    .target(
        name: "ActiveConfiguration", dependencies: ["ExperimentsCore", "ExperimentsTransport", "Locks"]),
    .target(name: "Variants", dependencies: ["ExperimentsCore", "Locks"]),
    // The overrides of an operator elsewhere, for apps that were linked with their server.
    .target(
        name: "ExperimentsLink", dependencies: ["ExperimentsCore", "ExperimentsTransport", "LinkProtocol", "Locks"]),
    // An etcd cluster, over its JSON gateway.
    .target(name: "EtcdClient", dependencies: ["ExperimentsCore", "ExperimentsTransport", "Locks"]),
    // Where in such a cluster a project keeps what, and the keeper of its values.
    .target(name: "EtcdStore", dependencies: ["EtcdClient", "ExperimentsCore", "ExperimentsTransport", "Locks"]),
    // Payloads of GrowthBook, evaluated with reasons; no network.
    .target(
        name: "GrowthBookFeatures",
        dependencies: ["ExperimentsCore", "Locks", .product(name: "CryptoExtras", package: "swift-crypto")]),
    // Their keeper: from a file or a server.
    .target(
        name: "GrowthBookSource",
        dependencies: ["ExperimentsCore", "ExperimentsTransport", "GrowthBookFeatures", "Locks"]),
    // Values of servers that speak the OpenFeature Remote Evaluation Protocol.
    .target(
        name: "OpenFeatureRemote", dependencies: ["ExperimentsCore", "ExperimentsTransport", "Locks"]),
    // Their publishers, apart from them: the program needs none, and so no OpenCombine.
    .target(
        name: "ActiveConfigurationPublishers",
        dependencies: [
            "ActiveConfiguration", "ExperimentsCore",
            openCombine,
        ]),
    .target(
        name: "VariantsPublishers",
        dependencies: [
            "ExperimentsCore", "Variants",
            openCombine,
        ]),
]

// What somebody who runs experiments needs, without a screen.
let operators: [Target] = [
    // The catalogue of an app's keys, from its sources.
    .target(
        name: "SourceScanning",
        dependencies: [
            "ExperimentsCore", "ExperimentsProject", "SyntaxReading",
            syntax("SwiftParser"),
            syntax("SwiftSyntax"),
        ]),
    .target(
        name: "ExperimentsProject",
        dependencies: ["ExperimentStatistics", "ExperimentsCore", "ExperimentsSupport", "Locks", "MarkedYAML"]),
    // The statistics of experiments: pure, and on nothing but the standard library.
    .target(name: "ExperimentStatistics"),
    // Events of experiments: what they mean, how they are counted, and what was counted.
    .target(
        name: "ExperimentEvents",
        dependencies: [
            "ExperimentStatistics", "ExperimentsProject", "ExperimentsSupport", "LinkProtocol", "Locks",
            crypto,
        ]),
    // What declared experiments come to: their users and sums, as standings, lines and courses that are shown.
    .target(
        name: "ExperimentResults",
        dependencies: ["ExperimentEvents", "ExperimentStatistics", "ExperimentsCore", "ExperimentsProject", "Locks"]),
    // Where events are kept: the one place that opens a database.
    .target(
        name: "ExperimentEventStore",
        dependencies: [
            "ExperimentEvents", "ExperimentStatistics", "ExperimentsSupport", "Locks",
            tool("GRDB", "GRDB.swift"), tool("GRDBSQLite", "GRDB.swift"),
        ]),
    // What an operator does, for the dashboard and for commands: rows, filters, orders, comparison, time.
    .target(
        name: "ExperimentsOperator",
        dependencies: [
            "EtcdClient", "EtcdStore", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport",
            "FirebaseTemplates", "LinkProtocol", "Locks",
        ]),
    // What a team shares in an etcd cluster: overrides, their journal, profiles, and who is there.
    .target(
        name: "ExperimentsTeam",
        dependencies: [
            "EtcdClient", "EtcdStore", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport", "Locks",
        ]),
    // Tells addresses elsewhere of what an operator is told of: signed, retried, and never in the way.
    .target(
        name: "WebHooks",
        dependencies: [
            "ExperimentsCore", "ExperimentsOperator", "ExperimentsTransport", "Locks",
            crypto,
        ]),
]

// What answers apps.
let servers: [Target] = [
    // The one room that serves HTTP, whatever is asked for.
    .target(
        name: "HTTPServing",
        dependencies: [
            "ExperimentsSupport", "ExperimentsTransport", "Locks",
            tool("NIOCore", "swift-nio"), tool("NIOHTTP1", "swift-nio"), tool("NIOPosix", "swift-nio"),
        ]),
    .target(
        name: "RemoteConfigEmulator",
        dependencies: [
            "ExperimentsCore", "ExperimentsOperator", "ExperimentsTransport", "FirebaseConfig", "FirebaseTemplates",
            "Gzip", "HTTPServing", "Locks",
            .product(name: "CryptoExtras", package: "swift-crypto"),
        ]),
    // What apps ask for values and overrides: OFREP, links, health.
    .target(
        name: "ExperimentsServer",
        dependencies: [
            "ExperimentEvents", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport",
            "ExperimentsTransport", "HTTPServing", "LinkProtocol", "Locks",
            crypto,
        ]),
    // What was packed with gzip: bodies of requests, and files.
    .target(name: "Gzip", dependencies: ["CZlib"]),
    // The system's zlib; Apple's platforms have it, too.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
]

// What is drawn, and the only rooms that know ncurses.
let terminal: [Target] = [
    // A toolkit that knows nothing of experiments: cells, text, keys, widgets, themes.
    .target(name: "TerminalUI", dependencies: ["ExperimentsSupport", "Locks", "MarkedYAML"]),
    // The dashboard by feature: pure.
    .target(
        name: "ExperimentsDashboard",
        dependencies: [
            "EtcdStore", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore", "ExperimentsOperator",
            "ExperimentsProject", "ExperimentsSupport", "ExperimentsTeam", "FirebaseTemplates", "LinkProtocol", "Locks",
            "TerminalUI",
        ],
        exclude: ["Themes/embed.sh"]),
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
        name: "NcursesTerminal", dependencies: ["CNcurses", "Locks", "TerminalUI"]),
    // The dashboard on a terminal, also in a program of an app team's own.
    .target(
        name: "ExperimentsTerminal",
        dependencies: ["ExperimentsCore", "ExperimentsDashboard", "ExperimentsProject", "Locks", "NcursesTerminal"]),
]

// Arguments and wiring.
let programs: [Target] = [
    .executableTarget(
        name: "ExperimentsScan",
        dependencies: [
            "ExperimentsCore", "SourceScanning",
            tool("ArgumentParser", "swift-argument-parser"),
        ]),
    // A small shop whose keys follow the overrides of a dashboard.
    .executableTarget(
        name: "ShopExample",
        dependencies: ["Experiments", "ExperimentsLink", "ExperimentsMacros", "ExperimentsProject"]),
    // The same few keys as cases of an enum, and as a catalogue that a macro reads.
    .executableTarget(name: "EnumKeysExample", dependencies: ["Experiments", "ExperimentsMacros"]),
    .executableTarget(name: "CatalogExample", dependencies: ["Experiments", "ExperimentsMacros"]),
    .executableTarget(
        name: "DashboardExample", dependencies: ["ExperimentsCore", "ExperimentsTerminal"]),
    // The program.
    .executableTarget(
        name: "ExperimentsCLI",
        dependencies: [
            "ActiveConfiguration", "EtcdClient", "EtcdStore", "ExperimentEventStore", "ExperimentEvents",
            "ExperimentResults", "ExperimentStatistics", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsLink",
            "ExperimentsOperator", "ExperimentsProject", "ExperimentsServer", "ExperimentsSupport", "ExperimentsTeam",
            "ExperimentsTerminal", "ExperimentsTransport", "FirebaseConfig", "FirebaseExperiments",
            "FirebaseTemplates", "GoogleServiceAccount", "GrowthBookFeatures", "GrowthBookSource", "Gzip",
            "HTTPServing", "LinkProtocol", "Locks", "NcursesTerminal", "OpenFeatureRemote", "RemoteConfigEmulator",
            "TerminalUI", "Variants", "WebHooks",
            tool("ArgumentParser", "swift-argument-parser"),
        ]),
]

// Tests lie as what they test does.
let testsCore: [Target] = [
    .testTarget(name: "ExperimentsSupportTests", dependencies: ["ExperimentsSupport", "Locks", "TestSupport"]),
    .testTarget(
        name: "ExperimentsCoreTests", dependencies: ["ExperimentsCore", "Locks", "TestSupport", "OverrideWriter"]),
    .testTarget(name: "MarkedYAMLTests", dependencies: ["ExperimentsSupport", "MarkedYAML", "TestSupport"]),
]

let testsApp: [Target] = [
    .testTarget(name: "LinkProtocolTests", dependencies: ["ExperimentsCore", "LinkProtocol", "TestSupport"]),
    .testTarget(
        name: "ExperimentsTests",
        dependencies: [
            "CatalogExample", "EnumKeysExample", "Experiments", "ExperimentsLink", "ExperimentsMacros",
            "ExperimentsPublishers", "Locks", "ShopExample", "TestSupport",
        ]),
    // Apart, because apps have types called `Key` and `Remote`, and the samples there are such apps.
    .testTarget(
        name: "TypedKeyTests",
        dependencies: [
            "ActiveConfiguration", "Experiments", "ExperimentsLogging", "ExperimentsMacros", "ExperimentsTesting",
            "FirebaseConfig",
            "FirebaseExperiments", "GrowthBookFeatures", "GrowthBookSource", "Locks", "TestSupport", "Variants",
            .product(name: "Logging", package: "swift-log"),
        ]),
    // As a new project of Xcode 26 is: everything belongs to the main actor unless it says otherwise.
    .testTarget(name: "MainActorAppTests", dependencies: ["Experiments", "ExperimentsMacros", "ExperimentsTesting"]),
    // As an app in Swift 5 mode.
    .testTarget(name: "Swift5AppTests", dependencies: ["Experiments", "ExperimentsMacros", "ExperimentsTesting"]),
    .testTarget(
        name: "MacroExpansionTests",
        dependencies: [
            "MacroExpansion", "TestSupport",
            syntax("SwiftDiagnostics"),
            syntax("SwiftSyntax"),
            syntax("SwiftSyntaxBuilder"),
            syntax("SwiftSyntaxMacroExpansion"),
            syntax("SwiftSyntaxMacros"),
            syntax("SwiftSyntaxMacrosGenericTestSupport"),
        ]),
]

let testsKeepers: [Target] = [
    .testTarget(
        name: "ExperimentsLinkTests",
        dependencies: [
            "ExperimentsCore", "ExperimentsLink", "ExperimentsTransport", "LinkProtocol", "Locks", "TestSupport",
        ]),
    .testTarget(
        name: "ExperimentsTransportTests", dependencies: ["ExperimentsTransport", "Locks", "TestSupport"]),
    .testTarget(
        name: "GoogleServiceAccountTests",
        dependencies: ["ExperimentsTransport", "GoogleServiceAccount", "Locks", "TestSupport", "ThrowawayKeys"]),
    .testTarget(
        name: "FirebaseConfigTests", dependencies: ["FirebaseConfig", "Locks", "TestSupport"]),
    .testTarget(
        name: "FirebaseConfigPublishersTests", dependencies: ["FirebaseConfigPublishers", "Locks", "TestSupport"]),
    .testTarget(
        name: "FirebaseConfigCompatibilityTests", dependencies: ["FirebaseConfigCompatibility", "TestSupport"]),
    .testTarget(
        name: "FirebaseTemplatesTests", dependencies: ["FirebaseTemplates", "Locks", "TestSupport"]),
    .testTarget(
        name: "ActiveConfigurationTests",
        dependencies: ["ActiveConfiguration", "ExperimentsTransport", "HTTPServing", "Locks", "TestSupport"]),
    .testTarget(
        name: "FirebaseExperimentsTests",
        dependencies: ["FirebaseExperiments", "FirebaseTemplates", "Locks", "RemoteConfigEmulator", "TestSupport"]),
    .testTarget(
        name: "PublishersTests",
        dependencies: ["ActiveConfigurationPublishers", "VariantsPublishers", "TestSupport"]),
    .testTarget(name: "VariantsTests", dependencies: ["Locks", "Variants", "TestSupport"]),
    .testTarget(name: "GrowthBookFeaturesTests", dependencies: ["GrowthBookFeatures", "TestSupport"]),
    .testTarget(
        name: "GrowthBookSourceTests",
        dependencies: ["ExperimentsTransport", "GrowthBookFeatures", "GrowthBookSource", "Locks", "TestSupport"]),
    .testTarget(
        name: "EtcdClientTests",
        dependencies: ["EtcdClient", "EtcdNodes", "ExperimentsTransport", "Locks", "TestSupport"],
        exclude: ["Recorded"]),
    .testTarget(
        name: "OpenFeatureRemoteTests",
        dependencies: ["ExperimentsTransport", "Locks", "OpenFeatureRemote", "TestSupport"]),
    .testTarget(
        name: "EtcdStoreTests",
        dependencies: ["EtcdClient", "EtcdNodes", "EtcdStore", "ExperimentsTransport", "Locks", "TestSupport"]),
]

let testsOperator: [Target] = [
    .testTarget(
        name: "SourceScanningTests",
        dependencies: ["Experiments", "ExperimentsMacros", "ExperimentsScan", "SourceScanning", "TestSupport"]),
    .testTarget(
        name: "ExperimentsProjectTests",
        dependencies: ["ExperimentStatistics", "ExperimentsProject", "Locks", "TestSupport"]),
    .testTarget(
        name: "ExperimentsTeamTests",
        dependencies: [
            "EtcdClient", "EtcdNodes", "EtcdStore", "ExperimentsCore", "ExperimentsOperator", "ExperimentsTeam",
            "ExperimentsTransport", "LinkProtocol", "Locks", "TestSupport",
        ]),
    .testTarget(name: "ExperimentStatisticsTests", dependencies: ["ExperimentStatistics", "TestSupport"]),
    .testTarget(
        name: "ExperimentEventsTests",
        dependencies: [
            "ExperimentEvents", "ExperimentStatistics", "ExperimentsProject", "ExperimentsSupport", "LinkProtocol",
            "Locks",
            "TestSupport",
        ]),
    .testTarget(
        name: "ExperimentEventStoreTests",
        dependencies: [
            "ExperimentEventStore", "ExperimentEvents", "ExperimentStatistics", "ExperimentsSupport", "Locks",
            "TestSupport",
            tool("GRDB", "GRDB.swift"),
        ]),
    .testTarget(
        name: "ExperimentResultsTests",
        dependencies: [
            "ExperimentEvents", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore", "ExperimentsProject",
            "TestSupport",
        ]),
    .testTarget(
        name: "ExperimentsOperatorTests",
        dependencies: [
            "ExperimentsCore", "ExperimentsOperator", "ExperimentsTransport", "FirebaseTemplates", "LinkProtocol",
            "Locks",
            "TestSupport",
        ]),
    .testTarget(
        name: "WebHooksTests", dependencies: ["ExperimentsOperator", "ExperimentsTransport", "TestSupport", "WebHooks"]),
]

let testsServers: [Target] = [
    .testTarget(
        name: "HTTPServingTests",
        dependencies: [
            "ExperimentsSupport", "ExperimentsTransport", "HTTPServing", "TestSupport",
            tool("NIOCore", "swift-nio"),
            tool("NIOEmbedded", "swift-nio"),
            tool("NIOHTTP1", "swift-nio"),
        ]),
    .testTarget(
        name: "RemoteConfigEmulatorTests",
        dependencies: [
            "RemoteConfigEmulator", "ActiveConfiguration", "ExperimentsOperator", "ExperimentsTransport",
            "FirebaseConfig", "FirebaseTemplates", "HTTPServing", "Locks", "TestSupport",
            .product(name: "CryptoExtras", package: "swift-crypto"),
        ]),
    .testTarget(
        name: "ExperimentsServerTests",
        dependencies: [
            "ActiveConfiguration", "ExperimentEvents", "ExperimentsCore", "ExperimentsOperator", "ExperimentsProject",
            "ExperimentsServer", "ExperimentsTransport", "FirebaseTemplates", "GrowthBookFeatures", "GrowthBookSource",
            "HTTPServing", "LinkProtocol", "Locks", "OpenFeatureRemote", "TestSupport", "Variants",
        ]),
]

let testsTerminal: [Target] = [
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "TestSupport"]),
    .testTarget(
        name: "ExperimentsDashboardTests",
        dependencies: [
            "EtcdClient", "EtcdStore", "ExperimentResults", "ExperimentStatistics", "ExperimentsDashboard",
            "ExperimentsOperator", "ExperimentsProject", "ExperimentsTeam", "ExperimentsTransport",
            "FirebaseTemplates", "LinkProtocol", "Locks", "TestSupport",
        ],
        exclude: ["Views/Golden"]),
    .testTarget(
        name: "NcursesTerminalTests",
        dependencies: [
            "CNcurses", "ExperimentsCore", "ExperimentsDashboard", "NcursesTerminal", "TerminalUI", "TestSupport",
        ]),
    .testTarget(
        name: "ExperimentsTerminalTests",
        dependencies: [
            "ExperimentsCore", "ExperimentsDashboard", "ExperimentsTerminal", "NcursesTerminal", "TestSupport",
        ]),
]

let testsPrograms: [Target] = [
    .testTarget(
        name: "CommandLineTests",
        dependencies: [
            "EtcdNodes", "ExperimentsCore", "ExperimentsTransport", "HTTPServing", "Locks", "TestSupport",
            "ThrowawayKeys",
        ]),
    .testTarget(
        name: "TerminalTests", dependencies: ["EtcdNodes", "ExperimentsCore", "TestSupport", "DashboardExample"]),
    // Random input of all kinds for the built program; `make attack` gives it more.
    .testTarget(
        name: "AttackTests", dependencies: ["ExperimentsCore", "Locks", "OverrideWriter", "TestSupport"]),
]

let testsSupport: [Target] = [
    // Tests.
    .target(
        name: "TestSupport", dependencies: ["ExperimentsCore", "Locks"]),
    .executableTarget(
        name: "OverrideWriter", dependencies: ["ExperimentsCore"]),
    // Real members of etcd, for the tests that need them.
    .target(
        name: "EtcdNodes",
        dependencies: ["EtcdClient", "ExperimentsCore", "ExperimentsTransport", "Locks", "TestSupport"]),
    // Keys of service accounts that nobody knows, made while the tests run.
    .target(
        name: "ThrowawayKeys",
        dependencies: [
            "ExperimentsCore", .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "CryptoExtras", package: "swift-crypto"),
        ]),
]

let package = Package(
    name: "experiments",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "experiments", targets: ["ExperimentsCLI"]),
        .executable(name: "experiments-scan", targets: ["ExperimentsScan"]),
        .library(name: "Experiments", targets: ["Experiments"]),
        .library(name: "ExperimentsMacros", targets: ["ExperimentsMacros"]),
        .library(name: "ExperimentsPublishers", targets: ["ExperimentsPublishers"]),
        .library(name: "ExperimentsCore", targets: ["ExperimentsCore"]),
        .library(name: "ExperimentsLink", targets: ["ExperimentsLink"]),
        .library(name: "ExperimentsLogging", targets: ["ExperimentsLogging"]),
        .library(name: "ExperimentsTesting", targets: ["ExperimentsTesting"]),
        .library(name: "FirebaseConfig", targets: ["FirebaseConfig"]),
        .library(name: "FirebaseConfigCompatibility", targets: ["FirebaseConfigCompatibility"]),
        .library(name: "FirebaseConfigPublishers", targets: ["FirebaseConfigPublishers"]),
        .library(name: "FirebaseTemplates", targets: ["FirebaseTemplates"]),
        .library(name: "FirebaseExperiments", targets: ["FirebaseExperiments"]),
        .library(name: "GoogleServiceAccount", targets: ["GoogleServiceAccount"]),
        .library(name: "ActiveConfiguration", targets: ["ActiveConfiguration"]),
        .library(name: "ActiveConfigurationPublishers", targets: ["ActiveConfigurationPublishers"]),
        .library(name: "GrowthBookFeatures", targets: ["GrowthBookFeatures"]),
        .library(name: "GrowthBookSource", targets: ["GrowthBookSource"]),
        .library(name: "OpenFeatureRemote", targets: ["OpenFeatureRemote"]),
        .library(name: "RemoteConfigEmulator", targets: ["RemoteConfigEmulator"]),
        .library(name: "Variants", targets: ["Variants"]),
        .library(name: "VariantsPublishers", targets: ["VariantsPublishers"]),
        .library(name: "ExperimentStatistics", targets: ["ExperimentStatistics"]),
        .library(name: "ExperimentsDashboard", targets: ["ExperimentsDashboard"]),
        .library(name: "ExperimentsTerminal", targets: ["ExperimentsTerminal"]),
    ],
    // `import Experiments` brings macros and publishers only where an app asks for them. An app says `traits: []`, or which of
    // the two it wants, and then resolves no package that only programs and servers need. Only one is on by default: before
    // 6.4, SwiftPM names several to the compiler in any order, and compiles everything anew for that.
    traits: [
        .trait(name: "Macros", description: "The macros, with Experiments; they need swift-syntax while compiling."),
        .trait(name: "Publishers", description: "The publishers, with Experiments, of Combine or OpenCombine."),
        .trait(name: "Tools", description: "What programs, servers and the dashboard need."),
        .default(enabledTraits: ["Tools"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // Connections and HTTP/1.1 for `HTTPServing`.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // The database of events; reached through `ExperimentEventStore` alone.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // RSA for the tokens of service accounts, and hashes where the system has no CryptoKit.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // Where the system has no Combine, and reached through `Experiments` and the publishers alone.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // Reached through `Experiments` and `experiments-scan` alone: building the dashboard never compiles it.
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        folder("Sources/Core", core),
        folder("Sources/App", app),
        folder("Sources/Keepers", keepers),
        folder("Sources/Operator", operators),
        folder("Sources/Servers", servers),
        folder("Sources/Terminal", terminal),
        folder("Sources/Programs", programs),
        folder("Tests/Core", testsCore),
        folder("Tests/App", testsApp),
        folder("Tests/Keepers", testsKeepers),
        folder("Tests/Operator", testsOperator),
        folder("Tests/Servers", testsServers),
        folder("Tests/Terminal", testsTerminal),
        folder("Tests/Programs", testsPrograms),
        folder("Tests/Support", testsSupport),
    ].flatMap { $0 },
    swiftLanguageModes: [.v6]
)

// `make docs` needs a plugin that nothing else should fetch.
if Context.environment["EXPERIMENTS_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

func strictSettings() -> [SwiftSetting] {
    var settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    // `make lint`: a warning in this package fails the build; those of other packages are their own.
    if Context.environment["EXPERIMENTS_STRICT"] != nil { settings.append(.unsafeFlags(["-warnings-as-errors"])) }
    return settings
}

/// Puts the reasons of a library, for calls that Apple wants reasons for, into the apps that use it. Elsewhere than on a
/// Mac nobody asks for them.
func bundleReasons(of target: Target) {
    guard ["ActiveConfiguration", "ExperimentsCore", "ExperimentsSupport"].contains(target.name) else { return }
    #if os(macOS)
    target.resources = (target.resources ?? []) + [.copy("PrivacyInfo.xcprivacy")]
    #else
    target.exclude.append("PrivacyInfo.xcprivacy")
    #endif
}

/// The targets whose folders lie in `path`.
func folder(_ path: String, _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = "\(path)/\(target.name)"
        if target.type != .system { target.swiftSettings = strictSettings() }
        if target.name == "MainActorAppTests" { target.swiftSettings?.append(.defaultIsolation(MainActor.self)) }
        if target.name == "Swift5AppTests" { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
        bundleReasons(of: target)
    }
    return targets
}
