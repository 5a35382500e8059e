import ExperimentsCore

extension Feature {
    static let timeTravel = Feature(commands: [.stepBack, .stepForward, .pickFetch, .viewFetch])
}

extension Command {
    static let stepBack: Command = Command(
        "step-back", "Step back in time", .watching, keys: ["["], hint: "back in time",
        twin: .command("experiments history --at TIME"), run: { $0.stepInTime(back: true) })
    static let stepForward: Command = Command(
        "step-forward", "Step forward in time", .watching, keys: ["]"], hint: "forward",
        twin: .command("experiments history --at TIME"),
        whyNot: { $0.history.isInThePast ? nil : "these are the values of now" }, run: { $0.stepInTime(back: false) })
    static let pickFetch: Command = Command(
        "pick-fetch", "Compare this fetch with another", .watching, keys: ["d"], hint: "compare",
        twin: .command("experiments history --compare A B"), whyNot: \.reasonNoFetch,
        change: { $0.pickFetch() })
    static let viewFetch: Command = Command(
        "view-fetch", "Show all values as of this fetch", .watching,
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
