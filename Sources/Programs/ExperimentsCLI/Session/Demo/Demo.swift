import ExperimentEvents
import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseConfig
import FirebaseExperiments
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// A shop app's configuration on a server of its own, which changes by itself: something to look at without a project.
final class Demo {
    /// The demo, put together like a project.
    let session: ProjectSession
    private let emulator: Emulator
    private let server: EmulatorServer
    private let folder: String?
    private let results: DemoResults
    private let apps: DemoApps?
    private var scenario: Task<Void, any Error>?
    private var traffic: Task<Void, any Error>?

    /// The time between fetches.
    static let refreshInterval = Duration.seconds(2)
    private static let projectID = "demo-shop"

    /// Starts the server, on a port that is free. Nothing changes until `play`.
    init(_ settings: Settings) throws {
        let script = Scenario.demo()
        let emulator = try Emulator(projects: [EmulatedProject(projectID: Self.projectID, template: script.first)])
        let server = EmulatorServer(emulator)
        let url = try Progress.wait("Starting the demo's server") { try await server.start() }
        let project = try FirebaseProject(
            projectID: Self.projectID, appID: EmulatorDefaults.appID, apiKey: EmulatorDefaults.apiKey)
        let keeper = FirebaseRemoteConfigKeeper(
            remoteConfig: RemoteConfig(
                project: project, endpoints: .emulator(at: url), settings: RemoteConfig.Settings(realtime: .attended)),
            listens: Console.hasScreenAndKeyboard && !settings.json)
        folder = settings.overrides == nil ? Self.makeFolder() : nil
        let path = settings.overrides ?? (folder ?? Environment.stateFolder) + "/overrides.json"
        let overrides = OverrideFiles(path, watcher: .system)
        // Beside overrides of the user's own nothing is to be left.
        apps = folder.map { DemoApps(from: url, project: project, in: $0 + "/apps", overridesPath: path) }
        self.emulator = emulator
        self.server = server
        var session = ProjectSession(
            service: RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides.store),
            keys: DemoCatalogue.keys, sourceName: "demo", environment: nil, refreshInterval: Self.refreshInterval,
            overrides: overrides, personas: PersonaLibrary([NamedPersona](), besideOverridesAt: path))
        let origin = TemplateOrigin.emulator(at: url, project: Self.projectID)
        session.templates = { _ in
            TemplateWorkspace(source: "demo", environment: nil, origin: origin, besideOverridesAt: path)
        }
        results = DemoResults(start: Date(), now: { Date() })
        session.results = results.source
        if let apps {
            session.serving = ProjectServing(port: 0)
            session.servedAt = { try? apps.link(to: $0) }
        }
        self.session = session
    }

    /// Lets the configuration change from now on.
    func play() {
        scenario = Task.detached { [emulator, projectID = Self.projectID] in
            try await Scenario.demo().play(on: emulator, projectID: projectID)
        }
        traffic = Task.detached { [results] in try await results.play() }
    }

    /// Ends the script, and removes what the demo kept on disk. The server ends with the process.
    func stop() {
        scenario?.cancel()
        traffic?.cancel()
        apps?.stop()
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// A folder for the overrides of this demo: the next one starts afresh.
    private static func makeFolder() -> String? {
        var template = Array("\(NSTemporaryDirectory())/experiments-demo-XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
    }
}

/// The results of the demo's experiments, from events in memory.
final class DemoResults: Sendable {
    /// Where they are read.
    let source: any ExperimentResultsSource
    private let traffic: DemoTraffic
    private let store: MemoryEventStore

    /// A demo that begins at some time. Nothing has happened until `begin`.
    init(start: Date, now: @escaping @Sendable () -> Date) {
        traffic = DemoTraffic(start: start)
        store = MemoryEventStore(
            EventDefinitions(
                experiments: traffic.experiments.map { ExperimentDefinition($0) },
                metrics: traffic.metrics.map { MetricDefinition($0) }),
            now: now)
        source = StoredResults(traffic.experiments, metrics: traffic.metrics, in: store)
    }

    /// Counts what happened before the demo.
    func begin() throws { try store.store(traffic.past) }

    /// Counts what happens in a second of the demo.
    func pass(second: Int) throws { try store.store(traffic.events(inSecond: second)) }

    /// Lets users come from now on, until the task that it runs in is cancelled.
    func play() async throws {
        try begin()
        for second in 0... {
            try pass(second: second)
            try await Task.sleep(for: .seconds(1))
        }
    }
}

/// The same for a rehearsal of the demo, whose time passes by its script alone.
final class RehearsedDemoResults {
    private let results = DemoResults(start: DemoPlayback.start, now: { .distantFuture })
    /// The number of seconds of the demo that are counted; nil before its past is.
    private var counted: Int?

    /// Where they are read.
    var source: any ExperimentResultsSource { results.source }

    /// The standings of the experiments at a time of the demo.
    func standings(at date: Date) throws -> [ExperimentStanding] {
        let seconds = min(max(0, date.timeIntervalSince(DemoPlayback.start)), 3600)
        if counted == nil { try results.begin() }
        for second in (counted ?? 0)..<max(counted ?? 0, Int(seconds)) { try results.pass(second: second) }
        counted = max(counted ?? 0, Int(seconds))
        let source = results.source
        return try Progress.wait("Counting what came in") {
            try await source.standings(at: date, KnownExperiments(), keepingLooks: true)
        }
    }
}
