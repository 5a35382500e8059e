// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// Keys, values, resolution, overrides, and what every part stands on.
let core: [Target] = [
    // The locks of all, which ThreadSanitizer understands.
    .target(name: "Locks"),
    // What any part needs and no user sees: files, JSON, dates, text, locks, regular expressions.
    .target(name: "ExperimentsSupport", dependencies: ["Locks"]),
    // The core: keys, values, snapshots, resolution, overrides, report, history, service. It hands on its support.
    .target(name: "ExperimentsCore", dependencies: ["ExperimentsSupport", "Locks"]),
    // YAML read into a tree whose nodes know their line and column.
    .target(name: "MarkedYAML", dependencies: ["ExperimentsSupport", .product(name: "Yams", package: "Yams")]),
]

// What an app imports, and the macros behind it.
let app: [Target] = [
    // What an app imports: the core, the macros and the publishers.
    .target(
        name: "Experiments",
        dependencies: [
            "ExperimentsCore", "Locks",
            .target(name: "ExperimentsMacrosPlugin", condition: .when(traits: ["Macros", "MacrosAndPublishers"])),
            .product(
                name: "OpenCombine", package: "OpenCombine",
                condition: .when(platforms: [.linux], traits: ["Publishers", "MacrosAndPublishers"])),
        ]),
    // The macros' program for the compiler, and what it runs: tests depend on the latter alone (see its entry).
    macrosProgram(
        name: "ExperimentsMacrosPlugin",
        dependencies: [
            "ExperimentsMacros",
            .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
            .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        ]),
    .target(
        name: "ExperimentsMacros",
        dependencies: [
            "SyntaxReading",
            .product(name: "SwiftDiagnostics", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
            .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
            .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        ]),
    // What macros and the scanner both read off a declaration.
    .target(
        name: "SyntaxReading",
        dependencies: [
            .product(name: "SwiftParser", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
        ]),
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
            .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
        ]),
    .target(
        name: "FirebaseTemplates",
        dependencies: [
            "ExperimentsCore", "ExperimentsTransport", "Locks",
            .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux])),
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
            .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
        ]),
    .target(
        name: "VariantsPublishers",
        dependencies: [
            "ExperimentsCore", "Variants",
            .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
        ]),
]

// What somebody who runs experiments needs, without a screen.
let operators: [Target] = [
    // The catalogue of an app's keys, from its sources.
    .target(
        name: "SourceScanning",
        dependencies: [
            "ExperimentsCore", "ExperimentsProject", "SyntaxReading",
            .product(name: "SwiftParser", package: "swift-syntax"),
            .product(name: "SwiftSyntax", package: "swift-syntax"),
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
            .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux])),
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
            .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
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
            .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux])),
        ]),
]

// What answers apps.
let servers: [Target] = [
    // The one room that serves HTTP, whatever is asked for.
    .target(
        name: "HTTPServing",
        dependencies: [
            "ExperimentsSupport", "ExperimentsTransport", "Locks",
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
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
            .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux])),
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
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
    // A small shop whose keys follow the overrides of a dashboard.
    .executableTarget(
        name: "ShopExample", dependencies: ["Experiments", "ExperimentsLink", "ExperimentsProject"]),
    // The same few keys as cases of an enum, and as a catalogue that a macro reads.
    .executableTarget(name: "EnumKeysExample", dependencies: ["Experiments"]),
    .executableTarget(name: "CatalogExample", dependencies: ["Experiments"]),
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
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        linkerSettings: testedProgramSettings()),
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
            "CatalogExample", "EnumKeysExample", "Experiments", "ExperimentsLink", "Locks", "ShopExample",
            "TestSupport",
        ]),
    // Apart, because apps have types called `Key` and `Remote`, and the samples there are such apps.
    .testTarget(
        name: "TypedKeyTests",
        dependencies: [
            "ActiveConfiguration", "Experiments", "ExperimentsLogging", "ExperimentsTesting", "FirebaseConfig",
            "FirebaseExperiments", "GrowthBookFeatures", "GrowthBookSource", "Locks", "TestSupport", "Variants",
            .product(name: "Logging", package: "swift-log"),
        ]),
    // As a new project of Xcode 26 is: everything belongs to the main actor unless it says otherwise.
    .testTarget(name: "MainActorAppTests", dependencies: ["Experiments", "ExperimentsTesting"]),
    // As an app in Swift 5 mode.
    .testTarget(name: "Swift5AppTests", dependencies: ["Experiments", "ExperimentsTesting"]),
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
        dependencies: ["Experiments", "ExperimentsScan", "SourceScanning", "TestSupport"]),
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
            .product(name: "GRDB", package: "GRDB.swift"),
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
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
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
        .executable(name: "ShopExample", targets: ["ShopExample"]),
        .library(name: "Experiments", targets: ["Experiments"]),
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
        .executable(name: "DashboardExample", targets: ["DashboardExample"]),
    ],
    // What `Experiments` brings besides keys, values and services. An app that wants none of it says `traits: []`.
    // One trait stands for both: before 6.4, SwiftPM tells the compiler of two in another order in every second build, and
    // compiles everything anew for that.
    traits: [
        .trait(name: "Macros", description: "The macros of Experiments, which need swift-syntax while compiling."),
        .trait(name: "Publishers", description: "The publishers of Experiments, of Combine or OpenCombine."),
        .trait(name: "MacrosAndPublishers", description: "Both of them."),
        .default(enabledTraits: ["MacrosAndPublishers"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // The server of `HTTPServing`; without its traits, which read configuration files.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
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

/// The program that the compiler asks to expand macros.
///
/// SwiftPM compiles what a macro needs for the machine that compiles, apart from what is compiled to run: swift-syntax, which
/// the scanner needs to run, twice. That is a fifth of a build of the tests. `make test` lets the program be one like the
/// others, which is the same where both machines are one, and tells the compiler where it is.
func macrosProgram(name: String, dependencies: [Target.Dependency]) -> Target {
    Context.environment["EXPERIMENTS_SYNTAX_ONCE"] != nil
        ? .executableTarget(name: name, dependencies: dependencies) : .macro(name: name, dependencies: dependencies)
}

/// Links Swift's runtime into the program that `make test` starts thousands of times, as a release has it: finding and
/// loading a dozen libraries is half of a start. The Makefile names the folder of what else is linked in.
func testedProgramSettings() -> [LinkerSetting] {
    guard let folder = Context.environment["EXPERIMENTS_LINKED_LIBRARIES"] else { return [] }
    // With the libraries below Foundation. Modules that are compiled with `-static-stdlib` name them to the linker; these are
    // compiled without it, because the tests are linked as usual, from the same modules.
    let parts = [
        "CoreFoundation", "_CFURLSessionInterface", "_FoundationICU", "_FoundationCollections", "_FoundationCShims",
        "dispatch", "BlocksRuntime", "curl",
    ]
    let options = [
        "-static-stdlib", "-use-ld=lld", "-L\(folder)", "-Xlinker", "--gc-sections", "-Xclang-linker", "-no-pie",
    ]
    return [.unsafeFlags(options + parts.map { "-l\($0)" })]
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
