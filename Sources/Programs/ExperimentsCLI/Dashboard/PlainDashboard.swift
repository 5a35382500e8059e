/// The dashboard as lines: first every key, then each change, and of the fetches those that failed. No escape codes
/// that move anything, so that screen readers, braille displays and logs can follow.
struct PlainDashboard {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Prints what happens, until the program is interrupted.
    func follow(_ session: ProjectSession) throws {
        let hooks = ProjectHooks(session, settings)
        for problem in hooks.problems { StandardError.report(problem, as: "note") }
        var loop = WatchLoop(
            session, interval: session.refreshInterval, WatchPrinter(settings, tellsEveryFetch: settings.json),
            hooks: HookReporter(of: session, hooks.hooks, settings))
        try loop.run()
    }
}
