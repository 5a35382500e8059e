import Dispatch
import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsProject
import ExperimentsTeam
import Foundation

/// The team's store, as configured in a project file.
enum TeamConnection {
    /// The name of the layer with the team's overrides.
    static let layerName = "the team"

    /// Returns the store; nil if the project file has none, or if the settings have an overrides file. Nothing is sent
    /// to it yet.
    ///
    /// - Parameter remembering: whether it starts with the stored copy. Otherwise, it accepts any cluster.
    /// - Throws: `CommandProblem` if the password comes from a variable that is not set, or must not be sent.
    static func store(
        _ settings: Settings, _ located: LocatedProject?, remembering: Bool = true
    ) throws -> TeamStore? {
        guard settings.overrides == nil, let located, let team = located.project.team else { return nil }
        try EnvironmentConsent(located.absolutePath, settings).ask(for: team.sending)
        let layout = EtcdLayout(project: team.project, environment: team.environment)
        return TeamStore(
            client: try EtcdClient(team, named: "the team's store", in: located), layout: layout,
            memory: settings.noState || !remembering
                ? nil : memoryPath(besideOverridesAt: located.shown(located.project.overridesPath))
        )
    }

    /// Returns the path of the file with the last known overrides of the team.
    static func memoryPath(besideOverridesAt path: String) -> String {
        PathText.join(PathText.folder(of: path), "team.json")
    }

    /// Returns this program's operator as a member of the team.
    static func person(at now: Date = Date()) -> TeamPerson {
        TeamPerson(
            session: UUID().uuidString.lowercased(), author: Environment.author, program: "experiments",
            host: ProcessInfo.processInfo.hostName, since: now)
    }
}

extension TeamApps {
    /// Asks once which apps the team's servers know. If the store does not answer, prints a note to standard error.
    func readOnce(within limit: WaitLimit?) throws {
        let consequence = "only apps of this machine's server are listed"
        let reading = TeamReading(patience: TeamReading.patience, within: limit, or: consequence) {
            try await self.read()
        }
        guard case .success? = reading.result() else { return reading.reportSilence() }
    }
}

/// A reading of a team's store that runs during other work.
struct TeamReading: Sendable {
    /// The maximum wait, in seconds, if nothing is known about the store.
    static let patience: TimeInterval = 1.5
    /// The maximum wait, in seconds, if the last known overrides can be used.
    private static let patienceIfKnown: TimeInterval = 0.5
    /// The maximum wait, in seconds, before a change, which needs the store. An election takes up to two seconds.
    private static let patienceToChange: TimeInterval = 3

    private let promise: Promise<Void>
    private let patience: TimeInterval
    private let limit: WaitLimit?
    private let consequence: String

    /// Starts a reading.
    ///
    /// - Parameters:
    ///   - patience: the maximum time to wait when there is nothing else to do, in seconds.
    ///   - limit: the maximum total wait of the command; nil for no limit.
    ///   - consequence: what is used or missing if the store cannot be reached.
    init(
        patience: TimeInterval, within limit: WaitLimit?, or consequence: String,
        _ read: @escaping @Sendable () async throws -> Void
    ) {
        self.patience = patience
        self.limit = limit
        self.consequence = consequence
        promise = Promise(read)
    }

    /// Starts reading all of a store.
    ///
    /// - Parameters:
    ///   - isToChange: whether a change to the store follows.
    ///   - consequence: what is used or missing if the store cannot be reached; nil for the known overrides.
    init(
        _ store: TeamStore, within limit: WaitLimit?, toChange isToChange: Bool = false,
        or consequence: String? = nil
    ) {
        let patience = isToChange ? Self.patienceToChange : Self.patience(for: store)
        self.init(patience: patience, within: limit, or: consequence ?? store.view.consequence) {
            try await store.read()
            // Most commands end soon after.
            store.finishKeeping()
        }
    }

    /// Returns the maximum wait for a store that is only read, in seconds.
    static func patience(for store: TeamStore) -> TimeInterval { store.isKnown ? patienceIfKnown : patience }

    /// Waits for the result; nil if it takes too long.
    func result() -> Result<Void, any Error>? {
        limit.counting {
            // Leave the rest for the source.
            let wait = limit.map { min(patience, $0.rest.inSeconds / 2) } ?? patience
            return Progress.result("Asking the team's store", of: promise, by: .now() + wait)
        }
    }

    /// Waits until the store was read. If that fails, the last known overrides are used, and a note is printed to
    /// standard error.
    ///
    /// - Throws: `OverrideStoreProblem` if its content must not be used.
    func finish() throws {
        guard let result = result() else { return reportSilence() }
        do {
            try result.get()
        } catch let problem as OverrideStoreProblem where problem.kind == .unreachable {
            StandardError.line("note: \(problem); \(consequence)")
        }
    }

    /// Prints to standard error that the store does not answer.
    func reportSilence() { StandardError.line("note: the team's store does not respond; \(consequence)") }

    /// Waits until the store was read, before changing it.
    ///
    /// - Throws: `CommandProblem` if the store cannot be reached; otherwise the same errors as ``finish()``.
    func finishToChange() throws {
        let reason: String
        do {
            if let result = result() { return try result.get() }
            reason = "the team's store does not respond"
        } catch let problem as OverrideStoreProblem where problem.kind == .unreachable {
            reason = problem.description
        }
        throw CommandProblem(
            "\(reason); nothing was changed", advice: "Use `experiments team` to see which members respond.")
    }
}

extension TeamStore {
    /// Reports to the team that this operator has left, and waits briefly. If the store does not answer, the others
    /// notice it later.
    func leaveSoon() {
        let left = Promise { await self.leave() }
        _ = left.result(by: .now() + 1)
    }

    /// Reads everything once, as ``TeamReading/finish()`` does.
    ///
    /// - Parameter consequence: what is missing if the store cannot be reached; nil for the known overrides.
    func readOnce(or consequence: String? = nil, within limit: WaitLimit?) throws {
        try TeamReading(self, within: limit, or: consequence).finish()
    }

    /// Reads everything once before a change, as ``TeamReading/finishToChange()`` does.
    func readToChange(within limit: WaitLimit?) throws {
        try TeamReading(self, within: limit, toChange: true).finishToChange()
    }

    /// Waits for the first reading of a store that is being followed. If that takes too long, prints a note to standard
    /// error.
    ///
    /// - Parameter consequence: what is missing until then.
    func waitForFirstReading(or consequence: String) {
        let views = EventQueue<TeamView>()
        let observation = observeView { views.post($0) }
        defer { observation.cancel() }
        let end = Date().addingTimeInterval(TeamReading.patience(for: self))
        var latest: TeamView? = view
        while let view = latest, view.status.state == .connecting, view.journal.steps.isEmpty {
            latest = views.next(until: end)
        }
        guard latest?.status.state != .connected, latest?.journal.steps.isEmpty != false else { return }
        let reason = latest?.status.reason.map { ": \($0)" } ?? ""
        StandardError.line("note: the team's store does not respond\(reason); \(consequence)")
    }
}
