import ExperimentsCore

extension Command {
    static let stepBack: Command = Command(
        "step-back", title: "Step back in time", in: .watching, keys: ["["],
        footer: FooterPlace("back in time") { state in
            if state.history.isInThePast { return .past(0) }
            return state.history.timeline.generations.count > 1 ? .others(3) : nil
        },
        twin: .command("experiments history --at TIME"), run: { _ in [.send(\.history, .step(back: true))] })
    static let stepForward: Command = Command(
        "step-forward", title: "Step forward in time", in: .watching, keys: ["]"],
        footer: FooterPlace("forward", at: .past(1), where: \.history.isInThePast),
        twin: .command("experiments history --at TIME"),
        whyNot: { $0.history.isInThePast ? nil : "these are the values of now" },
        run: { _ in [.send(\.history, .step(back: false))] })
    static let pickFetch: Command = Command(
        "pick-fetch", title: "Compare this fetch with another", in: .watching, keys: ["d"],
        footer: FooterPlace("compare", at: .row(7)) { $0.screen == .history },
        twin: .command("experiments history --compare A B"), whyNot: reasonNoFetch,
        run: { $0.selectedRecord.map { [.send(\.history, .pick($0))] } ?? [] })
    static let viewFetch: Command = Command(
        "view-fetch", title: "Show all values as of this fetch", in: .watching,
        twin: .command("experiments history --at TIME"), whyNot: reasonNoFetch,
        run: { $0.selectedRecord.map { [.send(\.history, .travelToFetch($0))] } ?? [] })

    @Sendable private static func reasonNoFetch(_ state: DashboardState) -> String? {
        guard state.screen == .history else { return "choose a fetch on screen 6" }
        guard let record = state.selectedRecord else { return "there is no fetch under the cursor" }
        return state.history.generationIndex(of: record) == nil ? state.history.reasonNoValues : nil
    }
}
