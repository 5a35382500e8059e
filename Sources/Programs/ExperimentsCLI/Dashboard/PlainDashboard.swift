extension Dashboard {
    /// Prints the dashboard as lines until the program is interrupted: first every key, then each change, and of the fetches
    /// those that failed. No escape codes that move anything, so that screen readers, braille displays and logs can follow.
    func follow(_ session: ProjectSession) throws {
        let hooks = ProjectHooks(session, settings)
        for problem in hooks.problems { StandardError.report(problem, as: "note") }
        var loop = WatchLoop(
            session, interval: session.refreshInterval, WatchPrinter(settings, tellsEveryFetch: settings.json),
            hooks: HookReporter(of: session, hooks.hooks, settings))
        try loop.run()
    }
}
