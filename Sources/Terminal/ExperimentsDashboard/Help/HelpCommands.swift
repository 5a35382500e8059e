import ExperimentsCore

extension Feature {
    static let helping = Feature(commands: [.palette, .help])
}

extension Command {
    static let palette: Command = Command(
        "palette", title: "Find a command", in: .program, keys: [":", .control("p")],
        footer: FooterPlace("commands", at: .program(1), lasting: 2),
        twin: .command("experiments bindings"), change: { $0.panels.push(Palette()) })
    static let help: Command = Command(
        "help", title: "Help", in: .program, keys: ["?", .key(.function(1))],
        footer: FooterPlace("help", at: .help, lasting: 0),
        twin: .command("experiments bindings"),
        change: { $0.panels.push(HelpPanel(here: $0.panels.top?.hints($0) ?? [])) })
}
