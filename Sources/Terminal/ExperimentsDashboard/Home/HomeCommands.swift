import ExperimentsCore

extension Feature {
    static let home = Feature(commands: [.showHome])
}

extension Command {
    static let showHome: Command = Command(
        "show-home", title: "Show how every source stands", in: .watching, keys: ["0"],
        footer: FooterPlace("sources", at: .sources(1)) { $0.project.sources.count > 1 },
        twin: .command("experiments sources --status"),
        run: { state in
            let panel = HomePanel(state)
            state.panels.push(panel)
            return state.surveySources()
        })
}
