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
        throw CommandProblem("not wired")
    }
}
