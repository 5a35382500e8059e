import ExperimentsCore

extension Feature {
    static let appearance = Feature(commands: [.theme, .mouse])
}

extension Command {
    static let theme: Command = Command(
        "theme", "Choose a theme", .program, keys: ["t"], hint: "theme",
        twin: .command("experiments themes --preview NAME"), synonyms: ["colors", "colours"],
        argument: .oneOf("Theme") {
            $0.appearance.themes.names
        } run: {
            $1.takeTheme(named: $0)
        },
        run: { $0.openThemes() })
    static let mouse: Command = Command(
        "mouse", "Leave the mouse to the terminal, or take it back", .program,
        twin: .command("experiments --no-mouse"), run: { $0.switchMouse() })
}

extension Feature {
    static let program = Feature(commands: [.redraw, .suspend, .quit])
}

extension Command {
    static let redraw: Command = Command(
        "redraw", "Redraw the screen", .program, keys: [.control("l")], twin: .screenAlone, run: { _ in [.redraw] })
    static let suspend: Command = Command(
        "suspend", "Suspend to the shell", .program, keys: [.control("z")], twin: .screenAlone,
        run: { _ in [.suspend] })
    static let quit: Command = Command(
        "quit", "Quit", .program, keys: ["q", .control("c")], hint: "quit", twin: .screenAlone,
        synonyms: ["exit", "q", "q!"], run: { _ in [.quit] })
}
