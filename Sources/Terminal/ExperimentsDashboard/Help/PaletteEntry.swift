import ExperimentsCore
import ExperimentsSupport

/// An entry of the palette: a command, or a command with an argument.
struct PaletteEntry: Sendable, Hashable {
    let command: Command
    /// The argument after the command's name; nil for the command alone.
    var argument: String?

    /// Returns all entries: first what can be done with the row under the cursor, as in the footer, then what was run
    /// last, what can run now, and the rest. Movements come last, because people do not search for them by name.
    static func all(in state: DashboardState) -> [PaletteEntry] {
        let map = state.project.keyMap
        let ofRow = Footer.commandsOfRow(state)
        let latest = state.memory.commandUse.latest(in: map).filter { !ofRow.contains($0) }
        let others = map.all.filter { !latest.contains($0) && !ofRow.contains($0) }
        let ready = others.filter { $0.section != .moving && state.reasonDisabled($0) == nil }
        let commands = ofRow + latest + ready + others.filter { !ready.contains($0) }
        let arguments = commands.flatMap { command in
            (command.argument?.choices(state) ?? []).map { PaletteEntry(command: command, argument: $0) }
        }
        return commands.map { PaletteEntry(command: $0) } + arguments
    }

    /// Returns the command whose name or synonym is a word.
    static func command(called word: Substring) -> Command? {
        Command.all.first { $0.name == word } ?? Command.all.first { $0.synonyms.contains(String(word)) }
    }

    var title: String {
        guard let argument else { return command.title }
        return (command.argument?.label ?? command.name) + " " + argument
    }

    /// Other texts to search besides the title: the name in `bindings:`, and synonyms.
    var otherNames: [String] { argument == nil ? [command.name] + command.synonyms : [] }

    /// The text to type for it.
    var typedText: String {
        command.name + (argument.map { " " + $0 } ?? command.argument.map { _ in " " } ?? "")
    }

    /// Returns why it cannot run now, otherwise its key.
    func hint(in state: DashboardState) -> String {
        if let reason = state.reasonDisabled(command) { return reason }
        guard let argument else { return state.project.keyMap.keys(for: command).first?.description ?? "" }
        return command.argument?.problem(argument, state) ?? ""
    }

    /// Runs it, or shows why it cannot run.
    var effects: [Effect] { [.send(\.memory, .ran(command)), .perform(command, with: argument)] }
}
