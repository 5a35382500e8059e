import ExperimentsCore

extension Feature {
    static let home = Feature(commands: [.showHome])
}

extension Command {
    static let showHome: Command = Command(
        "show-home", "Show how every source stands", .watching, keys: ["0"], hint: "sources",
        twin: .command("experiments sources --status"),
        run: { state in
            let panel = HomePanel(state)
            state.panels.push(panel)
            return state.surveySources()
        })
}
