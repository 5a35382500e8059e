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

/// A target on the targets that it names.
func code(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources)
}
func program(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource]? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, resources: resources)
}
/// Tests, which all have `TestSupport`.
func tests(_ name: String, _ dependencies: Target.Dependency..., excluding exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude)
}

// Keys, values, resolution, overrides, and what every part stands on.
let core: [Target] = [
    // The locks of all, which ThreadSanitizer understands.
    code("Locks"),
    // What any part needs and no user sees: files, JSON, dates, text, locks, regular expressions.
    code("ExperimentsSupport", "Locks"),
    // The core: keys, values, snapshots, resolution, overrides, report, history, service. It hands on its support.
    code("ExperimentsCore", "ExperimentsSupport", "Locks"),
    // YAML read into a tree whose nodes know their line and column.
    code("MarkedYAML", "ExperimentsSupport", tool("Yams", "Yams")),
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
    code("ExperimentsPublishers", "ExperimentsCore", openCombine),
    // The macros' program for the compiler, and what it runs: tests depend on the latter alone (see its entry).
    .macro(
        name: "ExperimentsMacrosPlugin",
        dependencies: [
            "MacroExpansion", syntax("SwiftCompilerPlugin"), syntax("SwiftSyntax"), syntax("SwiftSyntaxMacros"),
        ]),
    code(
        "MacroExpansion", "SyntaxReading", syntax("SwiftDiagnostics"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros")),
    // What macros and the scanner both read off a declaration.
    code("SyntaxReading", syntax("SwiftParser"), syntax("SwiftSyntax")),
    // What an app's keys tell, in the log of swift-log.
    code("ExperimentsLogging", "Experiments", .product(name: "Logging", package: "swift-log")),
    // Values of keys for the tests of an app.
    code("ExperimentsTesting", "Experiments", "Locks"),
    // What linked apps and their server tell each other: documents, events, limits.
    code("LinkProtocol", "ExperimentsCore", "ExperimentsSupport"),
]

// Where values come from: each has its pure part, its client and its keeper.
let keepers: [Target] = [
    // HTTP within limits of time and size; the one place that meets the network.
    code(
        "ExperimentsTransport", "ExperimentsCore", "ExperimentsSupport", "Locks",
        .target(name: "CCurlStream", condition: .when(platforms: [.linux]))),
    // Streams for Linux, where URLSession does not sleep while one is open.
    .target(name: "CCurlStream", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // Access tokens for an operator's requests.
    code(
        "GoogleServiceAccount", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "Locks",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    // Sources of values.
    code("FirebaseConfig", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "Locks"),
    // The names of Firebase's SDK that are not its own, for code that stays as it is.
    code("FirebaseConfigCompatibility", "FirebaseConfig", "Locks"),
    // Apart, so that a program without publishers links no OpenCombine.
    code("FirebaseConfigPublishers", "ExperimentsCore", "FirebaseConfig", openCombine),
    code("FirebaseTemplates", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "Locks", crypto),
    code("FirebaseExperiments", "ExperimentsCore", "FirebaseConfig", "Locks"),
    code("ActiveConfiguration", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "Locks"),
    code("Variants", "ExperimentsCore", "Locks"),
    // The overrides of an operator elsewhere, for apps that were linked with their server.
    code("ExperimentsLink", "ExperimentsCore", "ExperimentsTransport", "LinkProtocol", "Locks"),
    // An etcd cluster, over its JSON gateway.
    code("EtcdClient", "ExperimentsCore", "ExperimentsTransport", "Locks"),
    // Where in such a cluster a project keeps what, and the keeper of its values.
    code("EtcdStore", "EtcdClient", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "Locks"),
    // Payloads of GrowthBook, evaluated with reasons; no network.
    code(
        "GrowthBookFeatures", "ExperimentsCore", "ExperimentsSupport", "Locks",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    // Their keeper: from a file or a server.
    code(
        "GrowthBookSource", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "GrowthBookFeatures",
        "Locks"),
    // Values of servers that speak the OpenFeature Remote Evaluation Protocol.
    code("OpenFeatureRemote", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "Locks"),
    // Their publishers, apart from them: the program needs none, and so no OpenCombine.
    code("ActiveConfigurationPublishers", "ActiveConfiguration", "ExperimentsCore", openCombine),
    code("VariantsPublishers", "ExperimentsCore", "Variants", openCombine),
]

// What somebody who runs experiments needs, without a screen.
let operators: [Target] = [
    // The catalogue of an app's keys, from its sources.
    code(
        "SourceScanning", "ExperimentsCore", "ExperimentsProject", "ExperimentsSupport", "Locks", "SyntaxReading",
        syntax("SwiftParser"), syntax("SwiftSyntax")),
    // Taking a key out of an app's sources.
    code(
        "FlagRetirement", "ExperimentsCore", "ExperimentsProject", "ExperimentsSupport", "SourceScanning",
        "SyntaxReading", syntax("SwiftOperators"), syntax("SwiftParser"), syntax("SwiftSyntax")),
    // Typed keys in Swift, from a project file or a document of another system.
    code(
        "KeyGeneration", "ExperimentsCore", "ExperimentsProject", "ExperimentsSupport", "FirebaseConfig",
        "FirebaseTemplates", "GrowthBookFeatures"),
    code(
        "ExperimentsProject", "ExperimentStatistics", "ExperimentsCore", "ExperimentsSupport", "Locks", "MarkedYAML",
        crypto),
    // The statistics of experiments: pure, and on nothing but the standard library.
    code("ExperimentStatistics"),
    // Events of experiments: what they mean, how they are counted, and what was counted.
    code(
        "ExperimentEvents", "ExperimentStatistics", "ExperimentsProject", "ExperimentsSupport", "LinkProtocol", "Locks",
        crypto),
    // What declared experiments come to: their users and sums, as standings, lines and courses that are shown.
    code(
        "ExperimentResults", "ExperimentEvents", "ExperimentStatistics", "ExperimentsCore", "ExperimentsProject",
        "Locks", resources: [.embedInCode("Report/report.css")]),
    // Where events are kept: the one place that opens a database.
    code(
        "ExperimentEventStore", "ExperimentEvents", "ExperimentStatistics", "ExperimentsSupport", "Locks",
        tool("GRDB", "GRDB.swift"), tool("GRDBSQLite", "GRDB.swift"),
        resources: [.embedInCode("Opening/Steps")]),
    // What an operator does, for the dashboard and for commands: rows, filters, orders, comparison, time.
    code(
        "ExperimentsOperator", "EtcdClient", "EtcdStore", "ExperimentsCore", "ExperimentsSupport",
        "ExperimentsTransport", "FirebaseTemplates", "LinkProtocol", "Locks"),
    // What a team shares in an etcd cluster: overrides, their journal, profiles, and who is there.
    code(
        "ExperimentsTeam", "EtcdClient", "EtcdStore", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport",
        "Locks"),
    // Tells addresses elsewhere of what an operator is told of: signed, retried, and never in the way.
    code("WebHooks", "ExperimentsCore", "ExperimentsOperator", "ExperimentsTransport", "Locks", crypto),
]

// What answers apps.
let servers: [Target] = [
    // The one room that serves HTTP, whatever is asked for.
    code(
        "HTTPServing", "ExperimentsSupport", "ExperimentsTransport", "Locks", tool("NIOCore", "swift-nio"),
        tool("NIOHTTP1", "swift-nio"), tool("NIOPosix", "swift-nio"), tool("NIOSSL", "swift-nio-ssl")),
    code(
        "RemoteConfigEmulator", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport", "ExperimentsTransport",
        "FirebaseConfig", "FirebaseTemplates", "Gzip", "HTTPServing", "Locks",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    // What apps ask for values and overrides: OFREP, links, health.
    code(
        "ExperimentsServer", "ExperimentEvents", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport",
        "ExperimentsTransport", "HTTPServing", "LinkProtocol", "Locks", crypto,
        resources: [.embedInCode("Link/openapi.json")]),
    // What was packed with gzip: bodies of requests, and files.
    code("Gzip", "CZlib"),
    // The system's zlib; Apple's platforms have it, too.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
]

// What is drawn, and the only rooms that know ncurses.
let terminal: [Target] = [
    // A toolkit that knows nothing of experiments: cells, text, keys, widgets, themes.
    code(
        "TerminalUI", "ExperimentsSupport", "Locks", "MarkedYAML",
        resources: [.embedInCode("Text/scalar-classes.txt")]),
    // The dashboard by feature: pure.
    code(
        "ExperimentsDashboard", "EtcdStore", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore",
        "ExperimentsOperator", "ExperimentsProject", "ExperimentsSupport", "ExperimentsTeam", "FirebaseTemplates",
        "LinkProtocol", "Locks", "TerminalUI",
        resources: [.embedInCode("Themes/BuiltIn")]),
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
    code("NcursesTerminal", "CNcurses", "ExperimentsCore", "ExperimentsSupport", "Locks", "TerminalUI"),
    // The dashboard on a terminal, also in a program of an app team's own.
    code(
        "ExperimentsTerminal", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsProject", "ExperimentsSupport",
        "NcursesTerminal"),
]

/// The commit of a release, which `make release` names; empty in other builds, which would be linked anew for each commit.
let commit = (Context.environment["EXPERIMENTS_COMMIT"] ?? "").filter {
    $0.isASCII && ($0.isHexDigit || "-dirty".contains($0))
}

// Arguments and wiring.
let programs: [Target] = [
    // What needs swift-syntax: reading and writing the sources of apps. `experiments` starts it.
    program(
        "experiments-code", "ExperimentsCore", "ExperimentsOperator", "ExperimentsProject", "ExperimentsSupport",
        "FlagRetirement", "KeyGeneration", "Locks", "SourceScanning", tool("ArgumentParser", "swift-argument-parser"),
        crypto),
    // A small shop whose keys follow the overrides of a dashboard.
    program("ShopExample", "Experiments", "ExperimentsLink", "ExperimentsMacros", "ExperimentsProject"),
    // The same few keys as cases of an enum, and as a catalogue that a macro reads.
    program("EnumKeysExample", "Experiments", "ExperimentsMacros"),
    program("CatalogExample", "Experiments", "ExperimentsMacros"),
    program("DashboardExample", "ExperimentsCore", "ExperimentsTerminal"),
    // The commit that a release was built from, and the words that the program was started with.
    .target(name: "ProgramStart", cSettings: [.define("BUILD_COMMIT", to: "\"\(commit)\"")]),
    // The program.
    program(
        "ExperimentsCLI", "ActiveConfiguration", "EtcdClient", "EtcdStore", "ExperimentEventStore",
        "ExperimentEvents", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore", "ExperimentsDashboard",
        "ExperimentsLink", "ExperimentsOperator", "ExperimentsProject", "ExperimentsServer", "ExperimentsSupport",
        "ExperimentsTeam", "ExperimentsTerminal", "ExperimentsTransport", "FirebaseConfig", "FirebaseExperiments",
        "FirebaseTemplates", "GoogleServiceAccount", "GrowthBookFeatures", "GrowthBookSource", "Gzip", "HTTPServing",
        "LinkProtocol", "Locks", "NcursesTerminal", "OpenFeatureRemote", "ProgramStart", "RemoteConfigEmulator",
        "TerminalUI", "Variants", "WebHooks", tool("ArgumentParser", "swift-argument-parser"),
        resources: [.embedInCode("Session/Demo/Shop")]),
]

// What packages of apps use while they are built, or on the command line.
let plugins: [Target] = [
    .plugin(name: "GenerateKeys", capability: .buildTool(), dependencies: ["experiments-code"]),
    .plugin(
        name: "GenerateKeysCommand",
        capability: .command(
            intent: .custom(verb: "generate-keys", description: "Write the keys of experiments.yaml as Swift code"),
            permissions: [.writeToPackageDirectory(reason: "The file with the keys is written.")]),
        dependencies: ["experiments-code"]),
]

// Tests lie as what they test does.
let testsCore: [Target] = [
    tests("ExperimentsSupportTests", "ExperimentsSupport", "Locks"),
    tests("ExperimentsCoreTests", "ExperimentsCore", "Locks", "OverrideWriter"),
    tests("MarkedYAMLTests", "ExperimentsSupport", "MarkedYAML"),
]

let testsApp: [Target] = [
    tests("LinkProtocolTests", "ExperimentsCore", "LinkProtocol"),
    tests(
        "ExperimentsTests", "CatalogExample", "EnumKeysExample", "Experiments", "ExperimentsCore", "ExperimentsLink",
        "ExperimentsMacros", "ExperimentsPublishers", "Locks", "ShopExample"),
    // Apart, because apps have types called `Key` and `Remote`, and the samples there are such apps.
    tests(
        "TypedKeyTests", "ActiveConfiguration", "Experiments", "ExperimentsLogging", "ExperimentsMacros",
        "ExperimentsTesting", "FirebaseConfig", "FirebaseExperiments", "GrowthBookFeatures", "GrowthBookSource",
        "Locks", "Variants", .product(name: "Logging", package: "swift-log")),
    // As a new project of Xcode 26 is: everything belongs to the main actor unless it says otherwise.
    tests("MainActorAppTests", "Experiments", "ExperimentsMacros", "ExperimentsTesting"),
    // As an app in Swift 5 mode.
    tests("Swift5AppTests", "Experiments", "ExperimentsMacros", "ExperimentsTesting"),
    tests(
        "MacroExpansionTests", "MacroExpansion", syntax("SwiftDiagnostics"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacroExpansion"), syntax("SwiftSyntaxMacros"),
        syntax("SwiftSyntaxMacrosGenericTestSupport")),
]

let testsKeepers: [Target] = [
    tests(
        "ExperimentsLinkTests", "ExperimentsCore", "ExperimentsLink", "ExperimentsTransport", "LinkProtocol", "Locks"),
    tests("ExperimentsTransportTests", "ExperimentsCore", "ExperimentsTransport", "Locks"),
    tests(
        "GoogleServiceAccountTests", "ExperimentsCore", "ExperimentsTransport", "GoogleServiceAccount", "Locks",
        "ThrowawayKeys"),
    tests("FirebaseConfigTests", "ExperimentsCore", "FirebaseConfig", "Locks"),
    tests("FirebaseConfigPublishersTests", "FirebaseConfig", "FirebaseConfigPublishers", "Locks"),
    tests("FirebaseConfigCompatibilityTests", "FirebaseConfigCompatibility"),
    tests("FirebaseTemplatesTests", "ExperimentsCore", "ExperimentsTransport", "FirebaseTemplates", "Locks"),
    tests(
        "ActiveConfigurationTests", "ActiveConfiguration", "ExperimentsCore", "ExperimentsTransport", "HTTPServing",
        "Locks"),
    tests(
        "FirebaseExperimentsTests", "ExperimentsCore", "FirebaseConfig", "FirebaseExperiments", "FirebaseTemplates",
        "Locks", "RemoteConfigEmulator"),
    tests(
        "PublishersTests", "ActiveConfiguration", "ActiveConfigurationPublishers", "ExperimentsCore", "Variants",
        "VariantsPublishers"),
    tests("VariantsTests", "ExperimentsCore", "Locks", "Variants"),
    tests("GrowthBookFeaturesTests", "ExperimentsCore", "ExperimentsSupport", "GrowthBookFeatures"),
    tests(
        "GrowthBookSourceTests", "ExperimentsCore", "ExperimentsTransport", "GrowthBookFeatures", "GrowthBookSource",
        "Locks"),
    tests(
        "EtcdClientTests", "EtcdClient", "EtcdNodes", "ExperimentsCore", "ExperimentsTransport", "Locks",
        excluding: ["Recorded"]),
    tests("OpenFeatureRemoteTests", "ExperimentsCore", "ExperimentsTransport", "Locks", "OpenFeatureRemote"),
    tests("EtcdStoreTests", "EtcdClient", "EtcdNodes", "EtcdStore", "ExperimentsCore", "ExperimentsTransport", "Locks"),
]

let testsOperator: [Target] = [
    tests(
        "SourceScanningTests", "Experiments", "experiments-code", "ExperimentsCore", "ExperimentsMacros",
        "ExperimentsProject", "SourceScanning"),
    tests(
        "FlagRetirementTests", "experiments-code", "ExperimentsProject", "ExperimentsSupport", "FlagRetirement",
        "SourceScanning",
        excluding: ["Fixtures"]),
    tests(
        "KeyGenerationTests", "experiments-code", "ExperimentsCore", "ExperimentsProject", "ExperimentsSupport",
        "KeyGeneration", "SourceScanning"),
    tests("ExperimentsProjectTests", "ExperimentStatistics", "ExperimentsCore", "ExperimentsProject", "Locks"),
    tests(
        "ExperimentsTeamTests", "EtcdClient", "EtcdNodes", "EtcdStore", "ExperimentsCore", "ExperimentsOperator",
        "ExperimentsTeam", "ExperimentsTransport", "LinkProtocol", "Locks"),
    tests("ExperimentStatisticsTests", "ExperimentStatistics"),
    tests(
        "ExperimentEventsTests", "ExperimentEvents", "ExperimentStatistics", "ExperimentsProject", "ExperimentsSupport",
        "LinkProtocol", "Locks"),
    tests(
        "ExperimentEventStoreTests", "ExperimentEventStore", "ExperimentEvents", "ExperimentStatistics",
        "ExperimentsSupport", "Locks", tool("GRDB", "GRDB.swift")),
    tests(
        "ExperimentResultsTests", "ExperimentEvents", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore",
        "ExperimentsProject"),
    tests(
        "ExperimentsOperatorTests", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport",
        "ExperimentsTransport", "FirebaseTemplates", "LinkProtocol", "Locks"),
    tests("WebHooksTests", "ExperimentsCore", "ExperimentsOperator", "ExperimentsTransport", "WebHooks"),
]

let testsServers: [Target] = [
    tests(
        "HTTPServingTests", "ExperimentsSupport", "ExperimentsTransport", "HTTPServing", tool("NIOCore", "swift-nio"),
        tool("NIOEmbedded", "swift-nio"), tool("NIOHTTP1", "swift-nio")),
    tests(
        "RemoteConfigEmulatorTests", "ActiveConfiguration", "ExperimentsCore", "ExperimentsOperator",
        "ExperimentsTransport", "FirebaseConfig", "FirebaseTemplates", "HTTPServing", "Locks", "RemoteConfigEmulator",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    tests(
        "ExperimentsServerTests", "ActiveConfiguration", "ExperimentEvents", "ExperimentsCore", "ExperimentsOperator",
        "ExperimentsProject", "ExperimentsServer", "ExperimentsTransport", "FirebaseTemplates", "GrowthBookFeatures",
        "GrowthBookSource", "HTTPServing", "LinkProtocol", "Locks", "OpenFeatureRemote", "Variants"),
]

let testsTerminal: [Target] = [
    tests("TerminalUITests", "TerminalUI"),
    tests(
        "ExperimentsDashboardTests", "EtcdClient", "EtcdStore", "ExperimentEvents", "ExperimentResults",
        "ExperimentStatistics", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsOperator", "ExperimentsProject",
        "ExperimentsSupport", "ExperimentsTeam", "ExperimentsTransport", "FirebaseTemplates", "LinkProtocol", "Locks",
        "TerminalUI",
        excluding: ["Views/Golden"]),
    tests(
        "NcursesTerminalTests", "CNcurses", "ExperimentsCore", "ExperimentsDashboard", "NcursesTerminal", "TerminalUI"),
    tests(
        "ExperimentsTerminalTests", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsTerminal", "NcursesTerminal"),
]

let testsPrograms: [Target] = [
    tests(
        "CommandLineTests", "EtcdNodes", "ExperimentsCore", "ExperimentsTransport", "HTTPServing", "Locks",
        "ThrowawayKeys"),
    tests("TerminalTests", "DashboardExample", "EtcdNodes", "ExperimentsCore"),
    // Random input of all kinds for the built program; `make attack` gives it more.
    tests("AttackTests", "ExperimentsCore", "Locks", "OverrideWriter"),
]

let testsSupport: [Target] = [
    // Tests.
    code("TestSupport", "ExperimentsCore", "ExperimentsSupport", "Locks"),
    program("OverrideWriter", "ExperimentsCore"),
    // Real members of etcd, for the tests that need them.
    code("EtcdNodes", "EtcdClient", "ExperimentsCore", "ExperimentsTransport", "Locks", "TestSupport"),
    // Keys of service accounts that nobody knows, made while the tests run.
    code(
        "ThrowawayKeys", "ExperimentsCore", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto")),
]

// What other packages may import.
let libraries = [
    "Experiments", "ExperimentsMacros", "ExperimentsPublishers", "ExperimentsCore", "ExperimentsLink",
    "ExperimentsLogging", "ExperimentsTesting", "FirebaseConfig", "FirebaseConfigCompatibility",
    "FirebaseConfigPublishers", "FirebaseTemplates", "FirebaseExperiments", "GoogleServiceAccount",
    "ActiveConfiguration", "ActiveConfigurationPublishers", "GrowthBookFeatures", "GrowthBookSource",
    "OpenFeatureRemote", "RemoteConfigEmulator", "Variants", "VariantsPublishers", "ExperimentStatistics",
    "ExperimentsDashboard", "ExperimentsTerminal",
]

let package = Package(
    name: "experiments",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "experiments", targets: ["ExperimentsCLI"]),
        .executable(name: "experiments-code", targets: ["experiments-code"]),
        // The same program, which does the command `scan` if it has this name.
        .executable(name: "experiments-scan", targets: ["experiments-code"]),
        // Apart: a target that uses a product runs each of its plugins, and one for the command line cannot be run so.
        .plugin(name: "GenerateKeys", targets: ["GenerateKeys"]),
        .plugin(name: "GenerateKeysCommand", targets: ["GenerateKeysCommand"]),
    ] + libraries.map { .library(name: $0, targets: [$0]) },
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
        // Connections, HTTP/1.1 and TLS for `HTTPServing`.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // The database of events; reached through `ExperimentEventStore` alone.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // RSA for the tokens of service accounts, and hashes where the system has no CryptoKit.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // Where the system has no Combine, and reached through `Experiments` and the publishers alone.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // Reached through `Experiments` and `experiments-code` alone: building the dashboard never compiles it.
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
        folder("Sources/Plugins", plugins),
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
        if ![.system, .plugin].contains(target.type) { target.swiftSettings = strictSettings() }
        if target.name == "MainActorAppTests" { target.swiftSettings?.append(.defaultIsolation(MainActor.self)) }
        if target.name == "Swift5AppTests" { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
        bundleReasons(of: target)
    }
    return targets
}
