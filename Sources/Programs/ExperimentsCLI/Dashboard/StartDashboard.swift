import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import ExperimentsTerminal
import Foundation
import NcursesTerminal

/// The first screen of the dashboard without a project file: it offers the sources from which one can be drafted.
struct StartDashboard {
    private let settings: Settings

    /// Nil if there is a project file, or one was named.
    ///
    /// - Throws: `FileProblem` if that is not known.
    init?(_ settings: Settings) throws(FileProblem) {
        guard settings.config == nil, Environment["EXPERIMENTS_CONFIG"] == nil, !settings.readOnly,
            try ProjectFile.find(from: FileManager.default.currentDirectoryPath) == nil
        else { return nil }
        self.settings = settings
    }

    /// Returns once a project file is written.
    ///
    /// - Throws: `CommandProblem` where nothing is found, and where it was left without a file; `ExitCode` where a signal ended it.
    func show() throws {
        let start = ProjectStart(path: ProjectFile.name)
        let findings = try Progress.wait("Looking for values") { start.findings() }
        guard !findings.isEmpty else { throw CommandProblem.noProject }
        let appearance = try DashboardAppearance(settings, theme: nil, bindings: [], localTime: .system)
        let ending: (status: Int32, wasWritten: Bool)
        do throws(TerminalProblem) {
            ending = try DashboardProgram.start(
                with: findings, path: start.path, options: appearance.options,
                terminal: Dashboard(settings).terminalOptions()
            ) { try start.write($0, force: false) }
        } catch {
            guard error.suggestsPlainOutput else { throw error }
            throw CommandProblem.noProject
        }
        if ending.status != ExitStatus.success { throw ExitCode(ending.status) }
        guard ending.wasWritten else { throw CommandProblem.noProject }
    }
}
