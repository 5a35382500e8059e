import ArgumentParser
import ExperimentsDashboard
import NcursesTerminal

/// The dashboard, or what takes its place where nobody sits at a terminal.
struct Dashboard {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Opens it for the project, and returns when it is closed.
    func open() throws {
        if settings.plain { return try PlainDashboard(settings).follow(.opened(settings, watching: true)) }
        guard Console.hasScreenAndKeyboard, !settings.json else {
            return try Listing(settings).printReport(of: .opened(settings))
        }
        try show(.opened(settings, watching: true))
    }

    /// Shows a session until it is closed.
    ///
    /// - Throws: `ExitCode` where a signal closed it.
    func show(_ session: ProjectSession) throws {
        let memory = session.projectPath.map { DashboardMemory(folder: Environment.memoryFolder, project: $0) }
        let options = try DashboardAppearance(settings, session, memory: memory).options
        let status: Int32
        do throws(TerminalProblem) {
            status = try DashboardProgram.run(
                session.forDashboard, options: options, terminal: terminalOptions(options.remembered))
        } catch {
            guard error.suggestsPlainOutput else { throw error }
            StandardError.line("note: \(error) Here is the list instead.")
            return try Listing(settings).printReport(of: session)
        }
        if status != ExitStatus.success { throw ExitCode(status) }
    }

    private func terminalOptions(_ remembered: RememberedView?) -> TerminalOptions {
        var options = TerminalOptions()
        options.colors = settings.color
        options.mouse = !settings.noMouse && remembered?.usesMouse ?? true
        options.unicode = settings.ascii ? false : nil
        return options
    }
}
