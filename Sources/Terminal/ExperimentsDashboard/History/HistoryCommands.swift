import ExperimentsCore

extension Feature {
    static let timeTravel = Feature(commands: [.stepBack, .stepForward, .pickFetch, .viewFetch])
}

extension Command {
    static let stepBack: Command = Command(
        "step-back", title: "Step back in time", in: .watching, keys: ["["],
        footer: FooterPlace("back in time") { state in
            if state.history.isInThePast { return .past(0) }
            return state.history.timeline.generations.count > 1 ? .others(3) : nil
        },
        twin: .command("experiments history --at TIME"), run: { $0.stepInTime(back: true) })
    static let stepForward: Command = Command(
        "step-forward", title: "Step forward in time", in: .watching, keys: ["]"],
        footer: FooterPlace("forward", at: .past(1), where: \.history.isInThePast),
        twin: .command("experiments history --at TIME"),
        whyNot: { $0.history.isInThePast ? nil : "these are the values of now" }, run: { $0.stepInTime(back: false) })
    static let pickFetch: Command = Command(
        "pick-fetch", title: "Compare this fetch with another", in: .watching, keys: ["d"],
        footer: FooterPlace("compare", at: .row(7)) { $0.screen == .history },
        twin: .command("experiments history --compare A B"), whyNot: \.reasonNoFetch,
        change: { $0.pickFetch() })
    static let viewFetch: Command = Command(
        "view-fetch", title: "Show all values as of this fetch", in: .watching,
        twin: .command("experiments history --at TIME"), whyNot: \.reasonNoFetch,
        run: { $0.travelToFetch() })
}

extension DashboardState {
    /// Why the values of a fetch are not there.
    var reasonNoValues: String {
        history.past == .read ? "the values of this fetch are no longer kept" : "the values of before are being read"
    }

    fileprivate var reasonNoFetch: String? {
        guard screen == .history else { return "choose a fetch on screen 6" }
        guard let record = selectedRecord else { return "there is no fetch under the cursor" }
        return history.generationIndex(of: record) == nil ? reasonNoValues : nil
    }
}
