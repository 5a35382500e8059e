import ArgumentParser
import ExperimentsCore
import ExperimentsNcurses
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTerminal
import ExperimentsTerminalUI
import Foundation

extension Dashboard {
    /// Shows the first screen of the dashboard without a project file: it offers the sources from which one can be
    /// drafted. Returns as soon as a project file is written, or immediately if there is one or the command line names
    /// one.
    ///
    /// - Throws: `FileProblem` if it is unknown whether there is one; `CommandProblem` if nothing is found, or the user
    ///   quits without a file; `ExitCode` if a signal ended it.
    func showStart() throws {
        guard settings.config == nil, Environment["EXPERIMENTS_CONFIG"] == nil, !settings.readOnly,
            try ProjectFile.find(from: FileManager.default.currentDirectoryPath) == nil
        else { return }
        let start = ProjectStart(path: ProjectFile.name)
        let findings = try Progress.wait("Looking for values") { start.findings() }
        guard !findings.isEmpty else { throw CommandProblem.noProject }
        let appearance = try DashboardAppearance(settings, theme: nil, bindings: [], localTime: .system)
        let terminal = try terminalOptions()
        let ending: (status: Int32, wasWritten: Bool)
        do throws(TerminalProblem) {
            ending = try DashboardProgram.start(
                with: findings, path: start.path, options: appearance.options,
                terminal: terminal
            ) { try start.write($0, force: false) }
        } catch {
            guard error.suggestsPlainOutput else { throw error }
            throw CommandProblem.noProject
        }
        if ending.status != ExitStatus.success { throw ExitCode(ending.status) }
        guard ending.wasWritten else { throw CommandProblem.noProject }
    }
}

extension Dashboard {
    /// Prints the dashboard as lines until the program is interrupted: first every key, then each change and each
    /// failed fetch. No escape codes move the cursor, so that screen readers, braille displays and logs can follow.
    func follow(_ session: ProjectSession) throws {
        let hooks = ProjectHooks(session, settings)
        for problem in hooks.problems { StandardError.report(problem, as: "note") }
        var loop = WatchLoop(
            session, interval: session.refreshInterval,
            WatchPrinter(settings, tellsEveryFetch: settings.json),
            hooks: HookReporter(of: session, hooks.hooks, settings))
        try loop.run()
    }
}

extension AlertRules {
    /// Creates the alert rules from those of a project.
    init(_ notifications: ProjectNotifications) {
        self.init(
            keys: Set(notifications.keys), tellsBroken: notifications.broken,
            ways: Set(notifications.ways.compactMap { Alert.Way(rawValue: $0.rawValue) }))
    }
}

extension Color {
    /// Creates a color from a color of a project file. Named colors are the terminal's own.
    init(_ color: EnvironmentColor) {
        switch color {
        case .named(let name): self = .ansi(UInt8(EnvironmentColor.names.firstIndex(of: name) ?? 7))
        case .rgb(let red, let green, let blue): self = .rgb(red, green, blue)
        }
    }
}

/// The output of `list`, which `experiments` and `demo` also print without a terminal.
extension Settings {
    /// Fetches and prints once.
    ///
    /// - Parameter choice: returns the rows to print, called after the fetch.
    func printReport(of session: ProjectSession, choosing choice: () throws -> RowChoice = { RowChoice() })
        throws
    {
        let report = try session.fetchedReport()
        let choice = try choice()
        try print(report.document(of: session, choice)) { style in
            ReportTable(report, choice).text(style, source: session.sourceWords)
        }
    }

    /// Prints every key with its status and value at a time.
    func print(_ report: Report, of session: ProjectSession, _ choice: RowChoice = RowChoice(), at date: Date)
        throws
    {
        let time = RFC3339.text(of: date)
        try print(report.document(of: session, choice, at: date) + ["at": time]) { style in
            ReportTable(report, choice).text(style, source: "\(session.sourceName) at \(time)")
        }
    }
}
