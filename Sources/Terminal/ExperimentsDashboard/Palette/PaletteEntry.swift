/// An entry of the palette: a command, or a command with an argument.
struct PaletteEntry: Sendable, Hashable {
    let command: Command
    /// The argument after the command's name; nil for the command alone.
    var argument: String?

    /// Returns everything that can be found: first what was run last, then what can be run now, then the rest.
    /// Movements come last, because they are not searched for by name.
    static func all(in state: DashboardState) -> [PaletteEntry] {
        let latest = state.memory.commandUse.latest
        let others = Command.all.filter { !latest.contains($0) }
        let ready = others.filter { $0.section != .moving && state.reasonDisabled($0) == nil }
        let commands = latest + ready + others.filter { !ready.contains($0) }
        let arguments = commands.flatMap { command in
            (command.argument?.choices(state) ?? []).map { PaletteEntry(command: command, argument: $0) }
        }
        return commands.map { PaletteEntry(command: $0) } + arguments
    }

    /// The command that a word names in full: `theme`, or another word for it.
    static func command(called word: Substring) -> Command? {
        Command.all.first { $0.name == word } ?? Command.all.first { $0.synonyms.contains(String(word)) }
    }

    var title: String {
        guard let argument else { return command.title }
        return (command.argument?.label ?? command.name) + " " + argument
    }

    /// The texts that are searched besides the title: the name in a file of bindings, and other words for the command.
    var otherNames: [String] { argument == nil ? [command.name] + command.synonyms : [] }

    /// The text that is typed for it.
    var typedText: String { command.name + (argument.map { " " + $0 } ?? command.argument.map { _ in " " } ?? "") }

    /// Why it cannot be run now, else its key.
    func hint(in state: DashboardState) -> String {
        if let reason = state.reasonDisabled(command) { return reason }
        guard let argument else { return state.project.keyMap.keys(for: command).first?.description ?? "" }
        return command.argument?.problem(argument, state) ?? ""
    }

    /// Does it, or says why it cannot be done.
    var effects: [Effect] { [.send(\.memory, .ran(command)), .perform(command, with: argument)] }
}
