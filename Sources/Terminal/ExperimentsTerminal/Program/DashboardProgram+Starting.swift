#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsProject
import NcursesTerminal

// The first screen where there is no project yet.
extension DashboardProgram {
    /// Offers the sources from which a project file can be drafted, until one is written or the user leaves the screen.
    ///
    /// - Parameters:
    ///   - findings: the sources that were found.
    ///   - path: the path of the project file, as messages show it.
    ///   - write: writes the text of the file; called on any thread.
    /// - Returns: the exit status, and whether a file was written.
    /// - Throws: `TerminalProblem` if there is no usable terminal.
    package static func start(
        with findings: SourceFindings, path: String, options: DashboardOptions, terminal: TerminalOptions,
        write: @escaping @Sendable (_ text: String) throws -> Void
    ) throws(TerminalProblem) -> (status: Int32, wasWritten: Bool) {
        let wasWritten = OneWayFlag()
        var session = DashboardSession(
            service: RemoteConfigService(
                remoteConfigKeeper: InMemoryRemoteConfigKeeper(.empty), overrideStore: InMemoryOverrideStore()),
            keys: [], sourceName: "no project")
        session.starting = ProjectStarting(findings, path: path) { text in
            try write(text)
            wasWritten.set()
        }
        let status = try run(session, options: options, terminal: terminal)
        return (status, wasWritten.isSet)
    }
}
#endif
