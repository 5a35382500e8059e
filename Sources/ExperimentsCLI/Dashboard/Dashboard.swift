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
        guard Console.isInteractive, !settings.json else {
            return try Listing(settings).printReport(of: .opened(settings))
        }
        try show(.opened(settings, watching: true))
    }

    /// Shows a session until it is closed.
    ///
    /// - Throws: `ExitCode` where a signal closed it.
    func show(_ session: ProjectSession) throws {
        let options = try DashboardAppearance(settings, session).options
        let status: Int32
        do throws(TerminalProblem) {
            status = try DashboardProgram.run(session.forDashboard, options: options, terminal: terminalOptions)
        } catch {
            guard error.suggestsPlainOutput else { throw error }
            StandardError.line("note: \(error) Here is the list instead.")
            return try Listing(settings).printReport(of: session)
        }
        if status != ExitStatus.success { throw ExitCode(status) }
    }

    private var terminalOptions: TerminalOptions {
        var options = TerminalOptions()
        options.colors = settings.color
        options.mouse = !settings.noMouse
        options.unicode = settings.ascii ? false : nil
        return options
    }
}
