import ExperimentsCore

extension Feature {
    static let fetching = Feature(commands: [.refetch, .persona, .pause, .lengthenInterval, .shortenInterval])
}

extension Command {
    static let refetch: Command = Command(
        "refetch", title: "Fetch now", in: .watching, keys: ["r", .key(.function(5))],
        footer: FooterPlace("refetch", at: .fetching(0)),
        twin: .command("experiments list (every command fetches)"), synonyms: ["refresh", "reload", "update"],
        whyNot: { $0.fetching.activity == .idle ? nil : "a fetch is under way" }, run: { $0.startFetch(.manual) })
    static let persona: Command = Command(
        "persona", title: "Ask as somebody else", in: .watching, keys: ["i"],
        footer: FooterPlace("ask as", at: .fetching(2)) { $0.source.persona != nil },
        twin: .command("experiments list --as NAME=VALUE"), synonyms: ["as", "user"], whyNot: \.reasonNotAskingAs,
        run: { $0.openPersona() })
    static let pause: Command = Command(
        "pause", title: "Pause or resume live updates", in: .watching, keys: ["p"],
        footer: FooterPlace("pause", at: .fetching(1)), twin: .screenAlone,
        synonyms: ["resume", "stop", "live"],
        run: { $0.togglePause() })
    static let lengthenInterval: Command = Command(
        "longer-interval", title: "Fetch less often, in this session", in: .watching, keys: ["+"],
        twin: .command("experiments watch --every TIME"),
        whyNot: { $0.reasonNotChangingInterval(.lengthenInterval) },
        change: { $0.changeInterval(.lengthenInterval) })
    static let shortenInterval: Command = Command(
        "shorter-interval", title: "Fetch more often, in this session", in: .watching, keys: ["-"],
        twin: .command("experiments watch --every TIME"),
        whyNot: { $0.reasonNotChangingInterval(.shortenInterval) },
        change: { $0.changeInterval(.shortenInterval) })
}

extension DashboardState {
    fileprivate var reasonNotAskingAs: String? {
        if source.persona == nil { return "the source gives all users the same values" }
        if history.isInThePast { return "older values are on screen" + wayBack }
        return history.isPaused ? "live updates are paused" : nil
    }
}
