import ExperimentsCore

extension Feature {
    static let fetching = Feature(commands: [.refetch, .persona, .pause, .lengthenInterval, .shortenInterval])
}

extension Command {
    static let refetch: Command = Command(
        "refetch", "Fetch now", .watching, keys: ["r", .key(.function(5))], hint: "refetch",
        twin: .command("experiments list (every command fetches)"), synonyms: ["refresh", "reload", "update"],
        whyNot: { $0.fetching.activity == .idle ? nil : "a fetch is under way" }, run: { $0.startFetch(.manual) })
    static let persona: Command = Command(
        "persona", "Ask as somebody else", .watching, keys: ["i"], hint: "ask as",
        twin: .command("experiments list --as NAME=VALUE"), synonyms: ["as", "user"], whyNot: \.reasonNotAskingAs,
        run: { $0.openPersona() })
    static let pause: Command = Command(
        "pause", "Pause or resume live updates", .watching, keys: ["p"], hint: "pause", twin: .screenAlone,
        synonyms: ["resume", "stop", "live"],
        run: { $0.togglePause() })
    static let lengthenInterval: Command = Command(
        "longer-interval", "Fetch less often, in this session", .watching, keys: ["+"],
        twin: .command("experiments watch --every TIME"),
        whyNot: { $0.reasonNotChangingInterval(.lengthenInterval) },
        change: { $0.changeInterval(.lengthenInterval) })
    static let shortenInterval: Command = Command(
        "shorter-interval", "Fetch more often, in this session", .watching, keys: ["-"],
        twin: .command("experiments watch --every TIME"),
        whyNot: { $0.reasonNotChangingInterval(.shortenInterval) },
        change: { $0.changeInterval(.shortenInterval) })
}

extension DashboardState {
    fileprivate var reasonNotAskingAs: String? {
        if source.persona == nil { return "the source answers everybody alike" }
        if history.isInThePast { return "older values are on screen" + wayBack }
        return history.isPaused ? "live updates are paused" : nil
    }
}
