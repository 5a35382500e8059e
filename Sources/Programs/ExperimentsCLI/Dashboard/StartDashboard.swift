import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import ExperimentsTerminal
import Foundation
import NcursesTerminal

extension Dashboard {
    /// Shows the first screen of the dashboard without a project file: it offers the sources from which one can be drafted.
    /// Returns once a project file is written, and at once if there is one, or one was named.
    ///
    /// - Throws: `FileProblem` if it is not known whether there is one, `CommandProblem` where nothing is found, and where it
    ///   was left without a file; `ExitCode` where a signal ended it.
    func showStart() throws {
        guard settings.config == nil, Environment["EXPERIMENTS_CONFIG"] == nil, !settings.readOnly,
            try ProjectFile.find(from: FileManager.default.currentDirectoryPath) == nil
        else { return }
        let start = ProjectStart(path: ProjectFile.name)
        let findings = try Progress.wait("Looking for values") { start.findings() }
        guard !findings.isEmpty else { throw CommandProblem.noProject }
        let appearance = try DashboardAppearance(settings, theme: nil, bindings: [], localTime: .system)
        let ending: (status: Int32, wasWritten: Bool)
        do throws(TerminalProblem) {
            ending = try DashboardProgram.start(
                with: findings, path: start.path, options: appearance.options,
                terminal: terminalOptions()
            ) { try start.write($0, force: false) }
        } catch {
            guard error.suggestsPlainOutput else { throw error }
            throw CommandProblem.noProject
        }
        if ending.status != ExitStatus.success { throw ExitCode(ending.status) }
        guard ending.wasWritten else { throw CommandProblem.noProject }
    }
}
