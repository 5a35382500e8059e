import ExperimentEventStore
import ExperimentEvents
import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsTransport
import FirebaseConfig
import FirebaseExperiments
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// The configuration of a shop app on a local server, which changes by itself: a demo without a project.
final class Demo {
    /// The demo as an open project.
    let session: ProjectSession
    /// The settings that it was opened with.
    let settings: Settings
    private let emulator: Emulator
    /// The template at the start.
    private let first: RemoteConfigTemplate
    private let server: EmulatorServer
    /// Its files on disk.
    let files: DemoProject
    private let results: DemoResults
    /// Whether a warehouse counts the results.
    private let hasWarehouse: Bool
    private let apps: DemoApps?
    /// Measures the time between the changes. They wait until the user has not touched a template for a while.
    private let clock = PausedClock(ContinuousClock(), pause: .seconds(90))
    private var scenario: Task<Void, any Error>?
    private var traffic: Task<Void, any Error>?

    /// The time between fetches.
    static let refreshInterval = Duration.seconds(2)

    /// Starts the server on a free port. Nothing changes until `play`.
    ///
    /// - Parameter warehouse: the warehouse that counts the results; nil to count them in memory.
    init(_ given: Settings, at start: Date = Date(), countingIn warehouse: DemoWarehouse? = nil) throws {
        let time = DemoClock()
        time.set(start - 4 * 86_400)
        let emulator = try Emulator(
            projects: [EmulatedProject(projectID: DemoProject.projectID, template: DemoTemplate.production)],
            configuration: Emulator.Configuration(now: { time.now }))
        let rollouts = DemoRollouts(start: start)
        try rollouts.publish(to: emulator, at: time)
        var first = try emulator.template(of: DemoProject.projectID) ?? DemoTemplate.production
        first.setVersionDescription(nil)
        self.first = first
        let server = EmulatorServer(emulator)
        let url = try Progress.wait("Starting the demo's server") { try await server.start() }
        results = try DemoResults(start: start, now: { Date() })
        let files = DemoProject(folder: try Self.makeFolder(), start: start)
        try files.write(emulator: url, results.experiments, warehouse)
        do {
            try warehouse?.fill(files.folder, with: results.past)
        } catch {
            files.remove()
            throw error
        }
        var settings = given
        // The demo's own program needs no question.
        if warehouse != nil { settings.sending = .all }
        settings.config = files.path
        // Nothing about the demo is stored.
        settings.noState = true
        var session = try ProjectSession.opened(settings, watching: true)
        if given.overrides == nil {
            try files.writeOverrides(to: session.overrides.store)
            try files.writeHistory()
            session.logPath = { files.logPath(of: $0) }
            let project = try FirebaseProject(
                projectID: DemoProject.projectID, appID: EmulatorDefaults.appID,
                apiKey: EmulatorDefaults.apiKey)
            let apps = DemoApps(
                from: url, project: project, in: files.folder + "/apps", overridesPath: session.overrides.path
            )
            var serving = ProjectServing(port: 0)
            serving.allowsProductionOverrides = true
            session.serving = serving
            session.servedAt = { try? apps.link(to: $0) }
            self.apps = apps
        } else {
            // Leave no files next to the user's overrides.
            apps = nil
        }
        hasWarehouse = warehouse != nil
        if warehouse == nil {
            (session.events, session.declared, session.results) = (nil, nil, results.source)
        }
        session.rollouts = rollouts.declared(
            at: .emulator(at: url, project: DemoProject.projectID, over: SystemTransport()),
            keys: session.keys)
        session.showsHints = true
        session.usesTemplate = { [clock] in clock.note() }
        self.emulator = emulator
        self.server = server
        self.session = session
        self.files = files
        self.settings = settings
    }

    /// Starts the changes to the configuration.
    func play() {
        var scenario = Scenario.demo()
        scenario.first = first
        self.scenario = Task.detached { [emulator, clock, scenario] in
            try await scenario.play(on: emulator, projectID: DemoProject.projectID, clock: clock)
        }
        if !hasWarehouse { traffic = Task.detached { [results] in try await results.play() } }
    }

    /// Stops the changes, and removes the demo's files. The server ends with the process.
    func stop() {
        scenario?.cancel()
        traffic?.cancel()
        apps?.stop()
        files.remove()
    }

    /// Creates a folder for this demo, so that the next one starts fresh.
    private static func makeFolder() throws -> String {
        let parent = FileManager.default.temporaryDirectory.path
        var template = Array(PathText.join(parent, "experiments-demo-XXXXXX").utf8CString)
        let path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let path else {
            throw CommandProblem(
                "cannot create a folder in \(parent)", advice: "Set TMPDIR to a folder that you may write to."
            )
        }
        return path
    }
}

/// The results of the demo's experiments, from events in memory.
final class DemoResults: Sendable {
    /// Reads the results.
    let source: any ExperimentResultsSource
    private let traffic: DemoTraffic
    private let store: EventDatabase

    /// The experiments, as a project declares them.
    var experiments: [ProjectExperiment] { traffic.experiments }

    /// The events before the demo.
    var past: [TrackedEvent] { traffic.past }

    /// Creates a demo that starts at a time. Nothing happens before `begin`.
    init(start: Date, now: @escaping @Sendable () -> Date) throws {
        traffic = DemoTraffic(start: start)
        store = try EventDatabase.openInMemory(now: now)
        source = StoredResults(traffic.experiments, metrics: traffic.metrics, in: store)
    }

    /// Counts the events before the demo.
    func begin() async throws {
        try await store.adopt(
            EventDefinitions(
                experiments: traffic.experiments.map { ExperimentDefinition($0) },
                metrics: traffic.metrics.map { MetricDefinition($0) }))
        try await store.store(traffic.past)
    }

    /// Counts the events in a second of the demo.
    func pass(second: Int) async throws { try await store.store(traffic.events(inSecond: second)) }

    /// Adds users until the task is cancelled.
    func play() async throws {
        try await begin()
        for second in 0... {
            try await pass(second: second)
            try await Task.sleep(for: .seconds(1))
        }
    }
}

/// Results for a rehearsal of the demo, in which time advances only with its script.
final class RehearsedDemoResults {
    private let results: DemoResults
    /// The number of counted seconds of the demo; nil before its past is counted.
    private var counted: Int?

    init() throws {
        results = try DemoResults(start: DemoPlayback.start, now: { .distantFuture })
    }

    /// Reads the results.
    var source: any ExperimentResultsSource { results.source }

    /// Returns the results of the experiments at a time of the demo.
    func standings(at date: Date) throws -> [ExperimentStanding] {
        let before = counted
        let end = max(before ?? 0, Int(min(max(0, date.timeIntervalSince(DemoPlayback.start)), 3600)))
        counted = end
        return try Progress.wait("Counting events") { [results] in
            if before == nil { try await results.begin() }
            for second in (before ?? 0)..<end { try await results.pass(second: second) }
            return try await results.source.standings(at: date, KnownExperiments(), keepingLooks: true)
        }
    }
}
