// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// A product of a package that only programs and servers need, not apps: see the traits.
func tool(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Tools"]))
}
func syntax(_ product: String) -> Target.Dependency {
    .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros", "Tools"]))
}
/// The platforms without Combine.
let openCombine = Target.Dependency.product(
    name: "OpenCombine", package: "OpenCombine",
    condition: .when(platforms: [.linux], traits: ["Publishers", "Tools"]))
/// The platforms without CryptoKit, for tests.
let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux]))

/// A target and the targets that it depends on.
func code(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources)
}
func program(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource]? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, resources: resources)
}
/// A test target, which always depends on `TestSupport`.
func tests(_ name: String, _ dependencies: Target.Dependency..., excluding exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude)
}

// Keys, values, resolution and overrides, and the code that every part uses.
let core: [Target] = [
    // Locks that ThreadSanitizer understands, and that Apple's older systems have.
    code("ExperimentsLocks", "CExperimentsLocks"),
    .target(name: "CExperimentsLocks"),
    // Internal helpers for all parts: files, JSON, dates, text, locks, regular expressions.
    code("ExperimentsSupport", "ExperimentsLocks"),
    // SHA-256 and HMAC, without a package on systems that have no CryptoKit.
    code("ExperimentsDigests", .target(name: "CExperimentsDigests", condition: .when(platforms: [.linux]))),
    .target(name: "CExperimentsDigests"),
    // The core: keys, values, snapshots, resolution, overrides, report, service. It exports its support.
    code("ExperimentsCore", "ExperimentsSupport", "ExperimentsLocks"),
    // Reads YAML into a tree whose nodes have their line and column.
    code(
        "ExperimentsYAML", "ExperimentsSupport",
        .product(name: "Yams", package: "Yams", condition: .when(traits: ["GenerateKeys", "Tools"]))),
]

// What an app imports, and the macros behind it.
let app: [Target] = [
    // The library that an app imports: the core and typed keys, and with traits the macros and the publishers.
    .target(
        name: "Experiments",
        dependencies: [
            "ExperimentsCore", "ExperimentsLocks",
            .target(name: "ExperimentsMacros", condition: .when(traits: ["Macros"])),
            .target(name: "ExperimentsPublishers", condition: .when(traits: ["Publishers"])),
        ]),
    // The macros, which need swift-syntax to compile.
    .target(name: "ExperimentsMacros", dependencies: ["ExperimentsCore", "ExperimentsMacrosPlugin"]),
    // Publishers of values for Combine or OpenCombine.
    code("ExperimentsPublishers", "ExperimentsCore", openCombine),
    // The compiler plug-in for the macros, and the code that it runs. Tests depend only on the code (see its entry).
    .macro(
        name: "ExperimentsMacrosPlugin",
        dependencies: [
            "ExperimentsMacroExpansion", syntax("SwiftCompilerPlugin"), syntax("SwiftSyntax"),
            syntax("SwiftSyntaxMacros"),
        ]),
    code(
        "ExperimentsMacroExpansion", "ExperimentsSyntaxReading", syntax("SwiftDiagnostics"),
        syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros")),
    // Reads declarations, for the macros and the scanner.
    code("ExperimentsSyntaxReading", syntax("SwiftParser"), syntax("SwiftSyntax")),
    // Logs the events of an app's keys with swift-log.
    code("ExperimentsLogging", "Experiments", .product(name: "Logging", package: "swift-log")),
    // Values for swift-configuration, and from its providers. Empty without its trait.
    code(
        "ExperimentsConfiguration", "ExperimentsCore", "ExperimentsLocks", "ExperimentsSupport",
        .product(
            name: "Configuration", package: "swift-configuration",
            condition: .when(traits: ["SwiftConfiguration"]))),
    // Values of keys for the tests of an app.
    code("ExperimentsTesting", "Experiments", "ExperimentsLocks"),
    // The protocol of linked apps and their server: documents, events, limits.
    code("ExperimentsLinkProtocol", "ExperimentsCore", "ExperimentsSupport"),
]

// Sources of values. Each has a pure part, a client and a keeper.
let keepers: [Target] = [
    // HTTP with limits of time and size. Only this target uses the network.
    code(
        "ExperimentsTransport", "ExperimentsCore", "ExperimentsSupport", "ExperimentsLocks",
        .target(name: "CExperimentsCurl", condition: .when(platforms: [.linux]))),
    // Streams for Linux, because URLSession keeps a thread busy while one is open.
    .target(name: "CExperimentsCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // Access tokens for requests of operators.
    code(
        "GoogleServiceAccount", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport",
        "ExperimentsLocks",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    // Sources of values.
    code(
        "FirebaseConfig", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport", "ExperimentsLocks"),
    // The API of Firebase's SDK, so that existing code need not change.
    code("FirebaseConfigCompatibility", "FirebaseConfig", "ExperimentsLocks"),
    // Separate, so that a program without publishers does not link OpenCombine.
    code("FirebaseConfigPublishers", "ExperimentsCore", "FirebaseConfig", openCombine),
    code(
        "FirebaseTemplates", "ExperimentsCore", "ExperimentsDigests", "ExperimentsSupport",
        "ExperimentsTransport",
        "ExperimentsLocks"),
    code("FirebaseExperiments", "ExperimentsCore", "FirebaseConfig", "ExperimentsLocks"),
    code(
        "ActiveConfiguration", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport",
        "ExperimentsLocks"),
    code("Variants", "ExperimentsCore", "ExperimentsLocks"),
    // Overrides from a server, for apps that are linked to it.
    code(
        "ExperimentsLink", "ExperimentsCore", "ExperimentsTransport", "ExperimentsLinkProtocol",
        "ExperimentsLocks"),
    // A client of an etcd cluster, for its JSON gateway.
    code("ExperimentsEtcdClient", "ExperimentsCore", "ExperimentsTransport", "ExperimentsLocks"),
    // The layout of a project in such a cluster, and the keeper of its values.
    code(
        "ExperimentsEtcdStore", "ExperimentsEtcdClient", "ExperimentsCore", "ExperimentsSupport",
        "ExperimentsTransport", "ExperimentsLocks"),
    // Evaluates GrowthBook payloads and gives the reasons, without network.
    code(
        "GrowthBookFeatures", "ExperimentsCore", "ExperimentsSupport", "ExperimentsLocks",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    // The keeper for these payloads, from a file or a server.
    code(
        "GrowthBookSource", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport",
        "GrowthBookFeatures",
        "ExperimentsLocks"),
    // Values from servers of the OpenFeature Remote Evaluation Protocol.
    code(
        "OpenFeatureRemote", "ExperimentsCore", "ExperimentsSupport", "ExperimentsTransport",
        "ExperimentsLocks"),
    // Their publishers. Separate, so that the program does not link OpenCombine.
    code("ActiveConfigurationPublishers", "ActiveConfiguration", "ExperimentsCore", openCombine),
    code("VariantsPublishers", "ExperimentsCore", "Variants", openCombine),
]

// The tools of an operator, without a screen.
let operators: [Target] = [
    // Finds the keys of an app in its Swift code.
    code(
        "ExperimentsSourceScanning", "ExperimentsCore", "ExperimentsProject", "ExperimentsSupport",
        "ExperimentsLocks",
        "ExperimentsSyntaxReading",
        syntax("SwiftParser"), syntax("SwiftSyntax")),
    // Removes a key from the code of an app.
    code(
        "ExperimentsFlagRetirement", "ExperimentsCore", "ExperimentsProject", "ExperimentsSupport",
        "ExperimentsSourceScanning",
        "ExperimentsSyntaxReading", syntax("SwiftOperators"), syntax("SwiftParser"), syntax("SwiftSyntax")),
    // Generates typed keys in Swift from a project file or defaults. The plug-ins compile it a second time, for the
    // system that builds, so it uses little.
    code("ExperimentsKeyGeneration", "ExperimentsCore", "ExperimentsKeyFiles", "ExperimentsSupport"),
    // Reads the keys in the documents of other systems, to generate code from them.
    code(
        "ExperimentsKeySystems", "ExperimentsCore", "ExperimentsKeyGeneration", "FirebaseTemplates",
        "GrowthBookFeatures"),
    // Finds a project file, and reads the keys in it.
    code("ExperimentsKeyFiles", "ExperimentsCore", "ExperimentsSupport", "ExperimentsYAML"),
    code(
        "ExperimentsProject", "ExperimentStatistics", "ExperimentsCore", "ExperimentsDigests",
        "ExperimentsKeyFiles",
        "ExperimentsSupport", "ExperimentsLocks", "ExperimentsYAML"),
    // The statistics of experiments: pure functions.
    code("ExperimentStatistics", "ExperimentsSupport"),
    // Events of experiments: their meaning, and how they are counted.
    code(
        "ExperimentEvents", "ExperimentStatistics", "ExperimentsDigests", "ExperimentsProject",
        "ExperimentsSupport",
        "ExperimentsLinkProtocol", "ExperimentsLocks"),
    // The results of declared experiments: standings, lines and courses for display.
    code(
        "ExperimentResults", "ExperimentEvents", "ExperimentStatistics", "ExperimentsCore",
        "ExperimentsProject",
        "ExperimentsLocks", resources: [.embedInCode("Report/report.css")]),
    // Stores events. Only this target opens a database.
    code(
        "ExperimentEventStore", "ExperimentEvents", "ExperimentStatistics", "ExperimentsSupport",
        "ExperimentsLocks",
        tool("GRDB", "GRDB.swift"), tool("GRDBSQLite", "GRDB.swift"),
        resources: [.embedInCode("Opening/Steps")]),
    // Counts the events of experiments where they are: statements in SQL for warehouses, and their answers.
    code(
        "ExperimentsWarehouse", "ExperimentEvents", "ExperimentStatistics", "ExperimentsDigests",
        "ExperimentsLocks",
        "ExperimentsProject", "ExperimentsSupport"),
    // The work of an operator, for the dashboard and for commands: rows, filters, orders, comparisons, history.
    code(
        "ExperimentsOperator", "ExperimentsEtcdClient", "ExperimentsEtcdStore", "ExperimentsCore",
        "ExperimentsSupport",
        "ExperimentsTransport", "FirebaseTemplates", "ExperimentsLinkProtocol", "ExperimentsLocks"),
    // Rollouts: their condition in a template, the decision about the next step, and the changes that make it.
    code(
        "ExperimentsRollouts", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore",
        "ExperimentsOperator",
        "ExperimentsProject", "ExperimentsSupport", "FirebaseTemplates"),
    // The data that a team shares in an etcd cluster: overrides, their journal, profiles, and who is online.
    code(
        "ExperimentsTeam", "ExperimentsEtcdClient", "ExperimentsEtcdStore", "ExperimentsCore",
        "ExperimentsOperator",
        "ExperimentsSupport",
        "ExperimentsLocks"),
    // Sends notifications to web hooks: signed, retried, and in the background.
    code(
        "ExperimentsWebHooks", "ExperimentsCore", "ExperimentsDigests", "ExperimentsOperator",
        "ExperimentsTransport",
        "ExperimentsLocks"),
]

// The servers.
let servers: [Target] = [
    // The HTTP server that all services use.
    code(
        "ExperimentsHTTPServing", "ExperimentsSupport", "ExperimentsTransport", "ExperimentsLocks",
        tool("NIOCore", "swift-nio"),
        tool("NIOHTTP1", "swift-nio"), tool("NIOPosix", "swift-nio")),
    // TLS for it. Separate, because its BoringSSL takes a sixth of the time of a first build.
    code(
        "ExperimentsServerTLS", "ExperimentsHTTPServing", "ExperimentsSupport",
        tool("NIOSSL", "swift-nio-ssl")),
    code(
        "RemoteConfigEmulator", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport",
        "ExperimentsTransport",
        "FirebaseConfig", "FirebaseTemplates", "ExperimentsGzip", "ExperimentsHTTPServing",
        "ExperimentsLocks",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    // Serves values and overrides to apps: OFREP, links, health.
    code(
        "ExperimentsServer", "ExperimentEvents", "ExperimentsCore", "ExperimentsDigests",
        "ExperimentsOperator",
        "ExperimentsSupport", "ExperimentsTransport", "ExperimentsHTTPServing", "ExperimentsLinkProtocol",
        "ExperimentsLocks",
        resources: [.embedInCode("Link/openapi.json")]),
    // The Model Context Protocol for assistants: messages, tools and resources, without input and output.
    code("ExperimentsMCP", "ExperimentsSupport"),
    // Unpacks gzip: bodies of requests, and files.
    code("ExperimentsGzip", "CExperimentsZlib"),
    // The system's zlib, which Apple's platforms have too.
    .systemLibrary(name: "CExperimentsZlib", providers: [.apt(["zlib1g-dev"])]),
]

// The terminal. Only these targets use ncurses.
let terminal: [Target] = [
    // A toolkit that is independent of experiments: cells, text, keys, widgets, themes.
    code(
        "ExperimentsTerminalUI", "ExperimentsSupport", "ExperimentsLocks", "ExperimentsYAML",
        resources: [.embedInCode("Text/scalar-classes.txt")]),
    // The dashboard, by feature: pure.
    code(
        "ExperimentsDashboard", "ExperimentsEtcdStore", "ExperimentEvents", "ExperimentResults",
        "ExperimentStatistics",
        "ExperimentsCore",
        "ExperimentsOperator", "ExperimentsProject", "ExperimentsRollouts", "ExperimentsSupport",
        "ExperimentsTeam",
        "FirebaseTemplates", "ExperimentsLinkProtocol", "ExperimentsLocks", "ExperimentsTerminalUI",
        resources: [.embedInCode("Themes/BuiltIn")]),
    .target(
        name: "CExperimentsNcurses",
        cSettings: [
            .define("NCURSES_WIDECHAR", to: "1"),
            .define("_GNU_SOURCE", .when(platforms: [.linux])),
        ],
        linkerSettings: [
            .linkedLibrary("ncursesw", .when(platforms: [.linux])),
            .linkedLibrary("ncurses", .when(platforms: [.macOS])),
        ]),
    code(
        "ExperimentsNcurses", "CExperimentsNcurses", "ExperimentsCore", "ExperimentsSupport",
        "ExperimentsLocks",
        "ExperimentsTerminalUI"),
    // Runs the dashboard on a terminal, also in programs of other teams.
    code(
        "ExperimentsTerminal", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsProject",
        "ExperimentsSupport",
        "ExperimentsNcurses"),
]

/// The commit of a release, set by `make release`. Empty in other builds, so that a commit does not cause relinking.
let commit = (Context.environment["EXPERIMENTS_COMMIT"] ?? "").filter {
    $0.isASCII && ($0.isHexDigit || "-dirty".contains($0))
}

// The programs: arguments and wiring.
let programs: [Target] = [
    // Reads and writes the code of apps with swift-syntax. `experiments` starts it.
    program(
        "experiments-code", "ExperimentsCore", "ExperimentsDigests", "ExperimentsOperator",
        "ExperimentsProject",
        "ExperimentsSupport",
        "ExperimentsFlagRetirement", "ExperimentsKeyGeneration", "ExperimentsKeySystems", "ExperimentsLocks",
        "ExperimentsSourceScanning",
        tool("ArgumentParser", "swift-argument-parser")),
    // Writes keys as Swift code for the plug-ins.
    .executableTarget(
        name: "experiments-keys",
        dependencies: ["ExperimentsKeyGeneration", "ExperimentsSupport"].map {
            .target(name: $0, condition: .when(traits: ["GenerateKeys", "Tools"]))
        }),
    // A small shop whose keys follow the overrides of a dashboard.
    program("ShopExample", "Experiments", "ExperimentsLink", "ExperimentsMacros", "ExperimentsProject"),
    // The same few keys as cases of an enum, and as a catalog that a macro reads.
    program("EnumKeysExample", "Experiments", "ExperimentsMacros"),
    program("CatalogExample", "Experiments", "ExperimentsMacros"),
    program("DashboardExample", "ExperimentsCore", "ExperimentsTerminal"),
    // The commit of a release, and the arguments of the program.
    .target(name: "ExperimentsProgramStart", cSettings: [.define("BUILD_COMMIT", to: "\"\(commit)\"")]),
    // The program, with TLS for its servers.
    program("ExperimentsProgram", "ExperimentsCLI", "ExperimentsHTTPServing", "ExperimentsServerTLS"),
    // The same without TLS, for `make run`.
    program("ExperimentsDemo", "ExperimentsCLI"),
    // The guides, which assistants read.
    .target(name: "CExperimentsGuides"),
    // Its commands.
    code(
        "ExperimentsCLI", "CExperimentsGuides", "ActiveConfiguration", "ExperimentsEtcdClient",
        "ExperimentsEtcdStore",
        "ExperimentEventStore",
        "ExperimentEvents", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore",
        "ExperimentsDashboard",
        "ExperimentsLink", "ExperimentsOperator", "ExperimentsProject", "ExperimentsRollouts",
        "ExperimentsServer",
        "ExperimentsSupport", "ExperimentsTeam", "ExperimentsTerminal", "ExperimentsTransport",
        "FirebaseConfig",
        "FirebaseExperiments", "FirebaseTemplates", "GoogleServiceAccount", "GrowthBookFeatures",
        "GrowthBookSource",
        "ExperimentsGzip",
        "ExperimentsHTTPServing",
        "ExperimentsLinkProtocol", "ExperimentsLocks", "ExperimentsMCP", "ExperimentsNcurses",
        "OpenFeatureRemote",
        "ExperimentsProgramStart", "RemoteConfigEmulator",
        "ExperimentsTerminalUI", "Variants", "ExperimentsWarehouse", "ExperimentsWebHooks",
        tool("ArgumentParser", "swift-argument-parser"),
        resources: [.embedInCode("Session/Demo/Shop")]),
]

// Plug-ins for packages of apps: while they are built, or on the command line.
let plugins: [Target] = [
    .plugin(name: "GenerateKeys", capability: .buildTool(), dependencies: ["experiments-keys"]),
    .plugin(
        name: "GenerateKeysCommand",
        capability: .command(
            intent: .custom(
                verb: "generate-keys", description: "Write the keys of experiments.yaml as Swift code"),
            permissions: [.writeToPackageDirectory(reason: "The file with the keys is written.")]),
        dependencies: ["experiments-keys"]),
]

// The tests, in the same folders as the code that they test.
let testsCore: [Target] = [
    tests("ExperimentsSupportTests", "ExperimentsDigests", "ExperimentsSupport", "ExperimentsLocks", crypto),
    tests("ExperimentsCoreTests", "ExperimentsCore", "ExperimentsLocks", "OverrideWriter"),
    tests("MarkedYAMLTests", "ExperimentsSupport", "ExperimentsYAML"),
]

let testsApp: [Target] = [
    tests("LinkProtocolTests", "ExperimentsCore", "ExperimentsLinkProtocol"),
    tests(
        "ExperimentsTests", "CatalogExample", "EnumKeysExample", "Experiments", "ExperimentsCore",
        "ExperimentsLink",
        "ExperimentsMacros", "ExperimentsPublishers", "ExperimentsLocks", "ShopExample"),
    // Separate, because its samples are apps with types called `Key` and `Remote`.
    tests(
        "TypedKeyTests", "ActiveConfiguration", "Experiments", "ExperimentsLogging", "ExperimentsMacros",
        "ExperimentsTesting", "FirebaseConfig", "FirebaseExperiments", "GrowthBookFeatures",
        "GrowthBookSource",
        "ExperimentsLocks", "Variants", .product(name: "Logging", package: "swift-log")),
    // Built like a new project in Xcode 26: everything is on the main actor by default.
    tests("MainActorAppTests", "Experiments", "ExperimentsMacros", "ExperimentsTesting"),
    // Built like an app in Swift 5 mode.
    tests("Swift5AppTests", "Experiments", "ExperimentsMacros", "ExperimentsTesting"),
    tests(
        "MacroExpansionTests", "ExperimentsMacroExpansion", syntax("SwiftDiagnostics"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacroExpansion"), syntax("SwiftSyntaxMacros"),
        syntax("SwiftSyntaxMacrosGenericTestSupport")),
]

let testsKeepers: [Target] = [
    tests(
        "ExperimentsLinkTests", "ExperimentsCore", "ExperimentsLink", "ExperimentsTransport",
        "ExperimentsLinkProtocol",
        "ExperimentsLocks"),
    tests("ExperimentsTransportTests", "ExperimentsCore", "ExperimentsTransport", "ExperimentsLocks"),
    tests(
        "GoogleServiceAccountTests", "ExperimentsCore", "ExperimentsTransport", "GoogleServiceAccount",
        "ExperimentsLocks",
        "ThrowawayKeys"),
    tests("FirebaseConfigTests", "ExperimentsCore", "FirebaseConfig", "ExperimentsLocks"),
    tests("FirebaseConfigPublishersTests", "FirebaseConfig", "FirebaseConfigPublishers", "ExperimentsLocks"),
    tests("FirebaseConfigCompatibilityTests", "FirebaseConfigCompatibility"),
    tests(
        "FirebaseTemplatesTests", "ExperimentsCore", "ExperimentsTransport", "FirebaseTemplates",
        "ExperimentsLocks"),
    tests(
        "ActiveConfigurationTests", "ActiveConfiguration", "ExperimentsCore", "ExperimentsTransport",
        "ExperimentsHTTPServing",
        "ExperimentsLocks"),
    tests(
        "FirebaseExperimentsTests", "ExperimentsCore", "FirebaseConfig", "FirebaseExperiments",
        "FirebaseTemplates",
        "ExperimentsLocks", "RemoteConfigEmulator"),
    tests(
        "PublishersTests", "ActiveConfiguration", "ActiveConfigurationPublishers", "ExperimentsCore",
        "Variants",
        "VariantsPublishers"),
    tests("VariantsTests", "ExperimentsCore", "ExperimentsLocks", "Variants"),
    tests("GrowthBookFeaturesTests", "ExperimentsCore", "ExperimentsSupport", "GrowthBookFeatures"),
    tests(
        "GrowthBookSourceTests", "ExperimentsCore", "ExperimentsTransport", "GrowthBookFeatures",
        "GrowthBookSource",
        "ExperimentsLocks"),
    tests(
        "EtcdClientTests", "ExperimentsEtcdClient", "EtcdNodes", "ExperimentsCore", "ExperimentsTransport",
        "ExperimentsLocks",
        excluding: ["Recorded"]),
    tests(
        "OpenFeatureRemoteTests", "ExperimentsCore", "ExperimentsTransport", "ExperimentsLocks",
        "OpenFeatureRemote"),
    tests(
        "EtcdStoreTests", "ExperimentsEtcdClient", "EtcdNodes", "ExperimentsEtcdStore", "ExperimentsCore",
        "ExperimentsTransport", "ExperimentsLocks"),
    // What all keepers and all streams of changes have in common.
    tests(
        "AllKeepersTests", "ActiveConfiguration", "ExperimentsCore", "ExperimentsEtcdClient",
        "ExperimentsEtcdStore",
        "ExperimentsLink", "ExperimentsLinkProtocol", "ExperimentsLocks", "ExperimentsProject",
        "ExperimentsTransport",
        "FirebaseConfig", "FirebaseExperiments", "FirebaseTemplates", "GrowthBookFeatures",
        "GrowthBookSource",
        "OpenFeatureRemote", "Variants"),
]

let testsOperator: [Target] = [
    tests(
        "SourceScanningTests", "Experiments", "experiments-code", "ExperimentsCore", "ExperimentsMacros",
        "ExperimentsProject", "ExperimentsSourceScanning"),
    tests(
        "FlagRetirementTests", "experiments-code", "ExperimentsProject", "ExperimentsSupport",
        "ExperimentsFlagRetirement",
        "ExperimentsSourceScanning",
        excluding: ["Fixtures"]),
    tests(
        "KeyGenerationTests", "experiments-code", "experiments-keys", "ExperimentsCore", "ExperimentsProject",
        "ExperimentsSupport", "ExperimentsKeyFiles", "ExperimentsKeyGeneration", "ExperimentsKeySystems",
        "ExperimentsSourceScanning"),
    tests(
        "ExperimentsProjectTests", "ExperimentStatistics", "ExperimentsCore", "ExperimentsProject",
        "ExperimentsLocks"),
    tests(
        "ExperimentsTeamTests", "ExperimentsEtcdClient", "EtcdNodes", "ExperimentsEtcdStore",
        "ExperimentsCore",
        "ExperimentsOperator",
        "ExperimentsTeam", "FirebaseTemplates", "ExperimentsTransport", "ExperimentsLinkProtocol",
        "ExperimentsLocks"),
    tests("ExperimentStatisticsTests", "ExperimentStatistics", "ExperimentsSupport"),
    tests(
        "ExperimentEventsTests", "ExperimentEvents", "ExperimentStatistics", "ExperimentsProject",
        "ExperimentsSupport",
        "ExperimentsLinkProtocol", "ExperimentsLocks", "MemoryEvents"),
    tests(
        "ExperimentEventStoreTests", "ExperimentEventStore", "ExperimentEvents", "ExperimentStatistics",
        "ExperimentsSupport", "ExperimentsLocks", "MemoryEvents", tool("GRDB", "GRDB.swift")),
    tests(
        "ExperimentResultsTests", "ExperimentEvents", "ExperimentResults", "ExperimentStatistics",
        "ExperimentsCore",
        "ExperimentsProject", "MemoryEvents"),
    tests(
        "ExperimentsWarehouseTests", "ExperimentEventStore", "ExperimentEvents", "ExperimentStatistics",
        "ExperimentsLocks",
        "ExperimentsProject", "ExperimentsSupport", "ExperimentsWarehouse",
        tool("GRDB", "GRDB.swift")),
    tests(
        "ExperimentsOperatorTests", "ExperimentsCore", "ExperimentsOperator", "ExperimentsSupport",
        "ExperimentsTransport", "FirebaseTemplates", "ExperimentsLinkProtocol", "ExperimentsLocks"),
    tests(
        "WebHooksTests", "ExperimentsCore", "ExperimentsOperator", "ExperimentsTransport",
        "ExperimentsWebHooks"),
]

let testsServers: [Target] = [
    tests(
        "HTTPServingTests", "ExperimentsSupport", "ExperimentsTransport", "ExperimentsHTTPServing",
        "ExperimentsServerTLS",
        tool("NIOCore", "swift-nio"),
        tool("NIOEmbedded", "swift-nio"), tool("NIOHTTP1", "swift-nio")),
    tests("ExperimentsMCPTests", "ExperimentsMCP", "ExperimentsSupport"),
    tests(
        "RemoteConfigEmulatorTests", "ActiveConfiguration", "ExperimentsCore", "ExperimentsOperator",
        "ExperimentsTransport", "FirebaseConfig", "FirebaseTemplates", "ExperimentsHTTPServing",
        "ExperimentsLocks",
        "RemoteConfigEmulator",
        .product(name: "CryptoExtras", package: "swift-crypto")),
    // Rollouts from start to end, with the emulator as the service.
    tests(
        "RolloutTests", "ExperimentEvents", "ExperimentResults", "ExperimentStatistics", "ExperimentsCore",
        "ExperimentsLocks", "ExperimentsOperator", "ExperimentsProject", "ExperimentsRollouts",
        "ExperimentsSupport",
        "ExperimentsTransport", "ExperimentsWebHooks", "FirebaseConfig", "FirebaseTemplates",
        "RemoteConfigEmulator"),
    tests(
        "ExperimentsServerTests", "ActiveConfiguration", "ExperimentEvents", "ExperimentsCore",
        "ExperimentsOperator",
        "ExperimentsProject", "ExperimentsServer", "ExperimentsTransport", "FirebaseTemplates",
        "GrowthBookFeatures",
        "GrowthBookSource", "ExperimentsHTTPServing", "ExperimentsLinkProtocol", "ExperimentsLocks",
        "MemoryEvents",
        "OpenFeatureRemote", "Variants"),
]

let testsTerminal: [Target] = [
    tests("TerminalUITests", "ExperimentsTerminalUI"),
    tests(
        "ExperimentsDashboardTests", "ExperimentsEtcdClient", "ExperimentsEtcdStore", "ExperimentEvents",
        "ExperimentResults",
        "ExperimentStatistics", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsOperator",
        "ExperimentsProject",
        "ExperimentsRollouts", "ExperimentsSupport", "ExperimentsTeam", "ExperimentsTransport",
        "FirebaseTemplates",
        "ExperimentsLinkProtocol",
        "ExperimentsLocks",
        "ExperimentsTerminalUI",
        excluding: ["Views/Golden"]),
    tests(
        "NcursesTerminalTests", "CExperimentsNcurses", "ExperimentsCore", "ExperimentsDashboard",
        "ExperimentsNcurses",
        "ExperimentsTerminalUI"),
    tests(
        "ExperimentsTerminalTests", "ExperimentsCore", "ExperimentsDashboard", "ExperimentsTerminal",
        "ExperimentsNcurses"),
]

let testsPrograms: [Target] = [
    tests(
        "CommandLineTests", "EtcdNodes", "ExperimentsCore", "ExperimentsTransport", "ExperimentsHTTPServing",
        "ExperimentsLocks", "ExperimentsServerTLS", "ThrowawayKeys"),
    tests("TerminalTests", "DashboardExample", "EtcdNodes", "ExperimentsCore"),
    // Random input of all kinds for the built program. `make attack` runs it for longer.
    tests("AttackTests", "ExperimentsCore", "ExperimentsLocks", "OverrideWriter"),
]

let testsSupport: [Target] = [
    // Support for tests.
    code("TestSupport", "ExperimentsCore", "ExperimentsSupport", "ExperimentsLocks"),
    program("OverrideWriter", "ExperimentsCore"),
    code(
        "MemoryEvents", "ExperimentEvents", "ExperimentStatistics", "ExperimentsSupport", "ExperimentsLocks"),
    // Starts real members of etcd for the tests that need them.
    code(
        "EtcdNodes", "ExperimentsEtcdClient", "ExperimentsCore", "ExperimentsTransport", "ExperimentsLocks",
        "TestSupport"),
    // Creates keys of service accounts while the tests run.
    code(
        "ThrowawayKeys", "ExperimentsCore", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto")),
]

// The products that other packages can import.
let libraries = [
    "Experiments", "ExperimentsMacros", "ExperimentsPublishers", "ExperimentsCore",
    "ExperimentsConfiguration",
    "ExperimentsLink", "ExperimentsLogging", "ExperimentsTesting", "FirebaseConfig",
    "FirebaseConfigCompatibility",
    "FirebaseConfigPublishers", "FirebaseTemplates", "FirebaseExperiments", "GoogleServiceAccount",
    "ActiveConfiguration", "ActiveConfigurationPublishers", "GrowthBookFeatures", "GrowthBookSource",
    "OpenFeatureRemote", "RemoteConfigEmulator", "Variants", "VariantsPublishers", "ExperimentStatistics",
    "ExperimentsDashboard", "ExperimentsServerTLS", "ExperimentsTerminal",
]

/// Whether another package uses this one from its repository: SwiftPM and Xcode read this file in the repository first,
/// then in a folder called `checkouts`.
let isDependency =
    Context.packageDirectory == "/"
    || Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

let package = Package(
    name: "experiments",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .executable(name: "experiments", targets: ["ExperimentsProgram"]),
        // The same program without TLS for its servers.
        .executable(name: "experiments-demo", targets: ["ExperimentsDemo"]),
        .executable(name: "experiments-code", targets: ["experiments-code"]),
        // The same program, which runs `scan` under this name.
        .executable(name: "experiments-scan", targets: ["experiments-code"]),
        // Separate: a target that uses a product runs all of its plug-ins, and a command plug-in cannot run that way.
        .plugin(name: "GenerateKeys", targets: ["GenerateKeys"]),
        .plugin(name: "GenerateKeysCommand", targets: ["GenerateKeysCommand"]),
    ] + libraries.map { .library(name: $0, targets: [$0]) },
    // `import Experiments` includes macros and publishers only if an app enables them. An app gets no trait by default, so
    // that it resolves no package that only programs and servers need. Only one trait is on here: before 6.4, SwiftPM
    // passes several to the compiler in random order, which causes complete rebuilds.
    traits: [
        .trait(
            name: "Macros",
            description: "The macros, with Experiments; they need swift-syntax while compiling."),
        .trait(
            name: "Publishers", description: "The publishers, with Experiments, of Combine or OpenCombine."),
        .trait(name: "GenerateKeys", description: "What the plug-ins that generate keys need to read YAML."),
        .trait(
            name: "SwiftConfiguration",
            description: "What ExperimentsConfiguration needs: swift-configuration."),
        .trait(name: "Tools", description: "What programs, servers and the dashboard need."),
        .default(enabledTraits: isDependency ? [] : ["Tools"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // Connections, HTTP/1.1 and TLS for `ExperimentsHTTPServing`.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // The database of events, used only by `ExperimentEventStore`.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // RSA for the tokens of service accounts, and AES for the payloads of GrowthBook.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // For systems without Combine, used only by `Experiments` and the publishers.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // Used only by `Experiments` and `experiments-code`: building the dashboard does not compile it.
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
        // Used only by `ExperimentsConfiguration`, with the trait of that purpose.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        // Used only by `make docs`: apps do not resolve it.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
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

func strictSettings() -> [SwiftSetting] {
    var settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    // `make lint`: a warning in this package fails the build. Warnings in other packages do not.
    if Context.environment["EXPERIMENTS_STRICT"] != nil {
        settings.append(.unsafeFlags(["-warnings-as-errors"]))
    }
    return settings
}

/// Adds the privacy manifest of a library to the apps that use it. Only Apple's platforms need it.
func bundleReasons(of target: Target) {
    guard ["ActiveConfiguration", "ExperimentsCore", "ExperimentsSupport"].contains(target.name) else {
        return
    }
    #if os(macOS)
    target.resources = (target.resources ?? []) + [.copy("PrivacyInfo.xcprivacy")]
    #else
    target.exclude.append("PrivacyInfo.xcprivacy")
    #endif
}

/// The targets whose folders are in `path`.
func folder(_ path: String, _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = "\(path)/\(target.name)"
        if ![.system, .plugin].contains(target.type) { target.swiftSettings = strictSettings() }
        if target.name == "MainActorAppTests" {
            target.swiftSettings?.append(.defaultIsolation(MainActor.self))
        }
        if target.name == "Swift5AppTests" { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
        bundleReasons(of: target)
    }
    return targets
}
