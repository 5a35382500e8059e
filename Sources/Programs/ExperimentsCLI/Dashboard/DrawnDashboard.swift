import ArgumentParser
import ExperimentResults
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsOperator
import ExperimentsTerminalUI
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// A dashboard drawn without a terminal, for commands that print its screens. Nothing outside changes.
struct DrawnDashboard {
    private var rehearsal: DashboardRehearsal

    /// The roles that a theme has styles for.
    static var roles: [Role] { Role.dashboard }

    /// Creates the dashboard for the project in the settings, after a fetch.
    init(ofProject settings: Settings, size: CellSize) throws {
        let session = try ProjectSession.opened(settings)
        let options = try DashboardAppearance(settings, session, memory: nil).options
        let service = session.service
        rehearsal = DashboardRehearsal(
            session.forDashboard, options: options, size: size, now: Date(),
            template: {
                guard let workspace = try session.templates?(session.currentSource) else { return nil }
                return try Progress.wait("Reading \(workspace.origin.title)", within: session.waits) {
                    (try await workspace.draft(), workspace)
                }
            }
        ) { trigger, _ in
            _ = try? Progress.wait("Fetching from \(session.sourceName)") { try await service.fetch(trigger) }
            service.lastGood.restore()
            return [.snapshotChanged(service.snapshot)]
                + (service.history.last.map { [ServiceEvent.fetchFinished($0)] } ?? [])
        }
        let evaluator = MatrixEvaluator(session.forDashboard)
        rehearsal.evaluate = { request in
            let answer = try? Progress.wait("Comparing") { await evaluator.answer(to: request, at: Date()) }
            return answer ?? .failure(MessageError("the values could not be compared"))
        }
        if let results = session.results {
            let splits = SplitMemory()
            rehearsal.results = { now in
                let known = splits.known(
                    of: service, session.currentSource, keys: session.keys, subjects: results.subjects)
                return Result {
                    try Progress.wait("Reading events") {
                        try await results.standings(at: now, known, keepingLooks: false)
                    }
                }
            }
        }
        if service.history.lastSuccess != nil { try session.asked?.check() }
    }

    /// Creates the dashboard of the demo at its start.
    ///
    /// - Parameter linksApps: whether the demo's apps are linked. Most pictures show a dashboard without linked apps,
    ///   like most dashboards.
    init(ofDemo settings: Settings, size: CellSize, linksApps: Bool) throws {
        let options = try DashboardAppearance(settings, theme: nil, bindings: [], localTime: .utc).options
        let results = try RehearsedDemoResults()
        self.init(ofDemo: options, size: size, results: results.source)
        rehearsal.results = { now in Result { try results.standings(at: now) } }
        if linksApps {
            var apps = DemoPlayback()
            rehearsal.linkedApps = { apps.apps(with: $0, at: $1) }
        }
    }

    /// Creates the dashboard of the demo in a theme.
    init(ofDemoIn theme: Theme, size: CellSize) {
        self.init(ofDemo: DashboardOptions(theme: theme), size: size, results: nil)
    }

    /// Creates a dashboard with only the screen of experiments.
    ///
    /// - Parameter name: the name of the source.
    init(
        ofResults standings: [ExperimentStanding], named name: String?, _ settings: Settings, size: CellSize,
        at now: Date
    ) throws {
        let session = DashboardSession(
            service: RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper()), keys: [],
            sourceName: name ?? "results")
        let options = try DashboardAppearance(settings, theme: nil, bindings: [], localTime: .utc).options
        rehearsal = DashboardRehearsal(session, options: options, size: size, now: now) { _, _ in [] }
        rehearsal.results = { _ in .success(standings) }
        rehearsal.show(.experiments)
    }

    private init(ofDemo options: DashboardOptions, size: CellSize, results: (any ExperimentResultsSource)?) {
        var playback = DemoPlayback()
        let start = DemoPlayback.start
        var session = DashboardSession(
            service: RemoteConfigService(
                remoteConfigKeeper: InMemoryRemoteConfigKeeper(),
                overrideStore: InMemoryOverrideStore(DemoProject.overrides(at: start)), now: { start }),
            keys: DemoCatalogue.keys, sourceName: DemoProject.production, environment: DemoProject.production,
            refreshInterval: Demo.refreshInterval, author: "you")
        session.results = results
        rehearsal = DashboardRehearsal(session, options: options, size: size, now: start) { trigger, now in
            playback.fetch(trigger, at: now)
        }
    }

    mutating func show(_ screen: Screen) { rehearsal.show(screen) }

    /// Presses keys, and lets the time between them pass.
    mutating func press(_ keys: KeyScript) { rehearsal.play(keys) }

    /// Presses keys by their names.
    mutating func press(_ keys: String) throws { press(try KeyScript(parsing: keys)) }

    /// Presses keys, and returns an animated SVG picture of what the screen shows meanwhile.
    mutating func animation(of keys: KeyScript, depth: ColorDepth, isASCII: Bool) -> String {
        let first = rehearsal.state
        var frames = AnimatedFrames()
        func frame() -> Frame {
            let frame = rehearsal.frame(depth: depth)
            return isASCII ? frame.inASCII() : frame
        }
        frames.add(frame(), for: Self.shownAtStart)
        for step in keys.inMoments {
            press(KeyScript([step]))
            frames.add(frame(), for: step.milliseconds)
        }
        frames.add(frame(), for: Self.shownAtEnd)
        return DashboardView.svg(of: frames, from: first)
    }

    /// How long an animation shows its first screen, and how much longer its last one, in milliseconds.
    private static let shownAtStart = 2000
    private static let shownAtEnd = 2000

    /// The name of the current screen.
    var screenName: String { rehearsal.state.screen.name }

    /// The screen as cells.
    func frame(depth: ColorDepth) -> Frame { rehearsal.frame(depth: depth) }

    /// The screen as an SVG picture.
    func svg(depth: ColorDepth, isASCII: Bool = false) -> String {
        DashboardView.svg(of: rehearsal.state, depth: depth, isASCII: isASCII)
    }
}

/// The name of a screen on the command line is its title in lower case.
extension Screen: ExpressibleByArgument {
    public init?(argument: String) { self.init(named: argument) }

    public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension KeyScript {
    /// The same steps, with texts letter by letter and waits second by second.
    fileprivate var inMoments: [Step] {
        steps.flatMap { step -> [Step] in
            switch step {
            case .press: return [step]
            case .type(let text): return text.map { .type(String($0)) }
            case .wait(let duration):
                let seconds = Int(duration.components.seconds)
                let rest = duration - .seconds(seconds)
                return Array(repeating: .wait(.seconds(1)), count: seconds)
                    + (rest > .zero ? [.wait(rest)] : [])
            }
        }
    }
}

extension KeyScript.Step {
    /// How long an animation shows the screen after the step.
    fileprivate var milliseconds: Int {
        switch self {
        case .press: 900
        case .type: 180
        case .wait(let duration): Int(duration.inSeconds * 1000)
        }
    }
}
