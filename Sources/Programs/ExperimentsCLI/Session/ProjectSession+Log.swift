import ExperimentsCore

extension ProjectSession {
    /// Where the fetches of this source are kept; nil for nowhere.
    func fetchLog(by command: String? = nil) -> FetchLog? {
        logPath.map { FetchLog(path: $0(currentSource), program: command.map { "experiments \($0)" }) }
    }

    /// Keeps the latest fetch, if it says something new. Where it cannot be kept, the command goes on all the same; what
    /// somebody else than the configured persona gets is no news.
    func keepFetch(by command: String) {
        guard asked?.words == nil else { return }
        try? fetchLog(by: command)?.addLatest(of: service.history, service.snapshot)
    }
}
