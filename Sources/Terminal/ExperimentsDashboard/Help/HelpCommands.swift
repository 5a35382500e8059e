import ExperimentsCore

extension Feature {
    static let helping = Feature(commands: [.palette, .help])
}

extension Command {
    static let palette: Command = Command(
        "palette", "Find a command", .program, keys: [":", .control("p")], hint: "commands",
        twin: .command("experiments bindings"), change: { $0.panels.push(Palette()) })
    static let help: Command = Command(
        "help", "Help", .program, keys: ["?", .key(.function(1))], hint: "help",
        twin: .command("experiments bindings"), change: { $0.panels.push(HelpPanel()) })
}
