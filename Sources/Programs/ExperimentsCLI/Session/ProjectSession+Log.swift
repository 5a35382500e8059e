import ExperimentsCore

extension ProjectSession {
    /// Where the fetches of this source are kept; nil for nowhere.
    func fetchLog(by command: String? = nil) -> FetchLog? {
        logPath.map { FetchLog(path: $0(currentSource), program: command.map { "experiments \($0)" }) }
    }

    /// Stores the latest fetch in the log, if it says something new. If that fails, the command continues. Values of
    /// another persona than the configured one are not stored.
    func keepFetch(by command: String) {
        guard asked?.words == nil else { return }
        try? fetchLog(by: command)?.addLatest(of: service.history, service.snapshot)
    }
}
