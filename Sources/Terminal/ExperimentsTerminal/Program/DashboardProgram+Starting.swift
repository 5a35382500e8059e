#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsProject
import NcursesTerminal
import Locks

// The first screen where there is no project yet.
extension DashboardProgram {
    /// Offers what a project file can be drafted from, until one is written or the screen is left.
    ///
    /// - Parameters:
    ///   - findings: what there is.
    ///   - path: the project file, as messages write it.
    ///   - write: writes its text; called on any thread.
    /// - Returns: the exit code, and whether a file was written.
    /// - Throws: `TerminalProblem` where there is no terminal to use.
    package static func start(
        with findings: SourceFindings, path: String, options: DashboardOptions, terminal: TerminalOptions,
        write: @escaping @Sendable (_ text: String) throws -> Void
    ) throws(TerminalProblem) -> (status: Int32, wasWritten: Bool) {
        let wasWritten = Flag()
        var session = DashboardSession(
            service: RemoteConfigService(
                remoteConfigKeeper: InMemoryRemoteConfigKeeper(.empty), overrideStore: InMemoryOverrideStore()),
            keys: [], sourceName: "no project")
        session.starting = ProjectStarting(findings, path: path) { text in
            try write(text)
            wasWritten.raise()
        }
        let status = try run(session, options: options, terminal: terminal)
        return (status, wasWritten.isRaised)
    }
}

/// Whether something happened, told from any thread.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isRaised: Bool { state.withLock(\.self) }

    func raise() { state.withLock { $0 = true } }
}
#endif
