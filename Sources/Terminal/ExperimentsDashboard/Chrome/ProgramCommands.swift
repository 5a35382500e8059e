import ExperimentsCore

extension Feature {
    static let appearance = Feature(commands: [.theme, .mouse])
}

extension Command {
    static let theme: Command = Command(
        "theme", title: "Choose a theme", in: .program, keys: ["t"],
        footer: FooterPlace("theme", at: .program(0)),
        twin: .command("experiments themes --preview NAME"), synonyms: ["colors", "colours"],
        argument: .oneOf("Theme") {
            $0.appearance.themes.names
        } run: {
            $1.takeTheme(named: $0)
        },
        run: { $0.openThemes() })
    static let mouse: Command = Command(
        "mouse", title: "Leave the mouse to the terminal, or take it back", in: .program,
        twin: .command("experiments --no-mouse"), run: { $0.switchMouse() })
}

extension Feature {
    static let program = Feature(commands: [.redraw, .suspend, .quit])
}

extension Command {
    static let redraw: Command = Command(
        "redraw", title: "Redraw the screen", in: .program, keys: [.control("l")], twin: .screenAlone,
        run: { _ in [.redraw] })
    static let suspend: Command = Command(
        "suspend", title: "Suspend to the shell", in: .program, keys: [.control("z")], twin: .screenAlone,
        run: { _ in [.suspend] })
    static let quit: Command = Command(
        "quit", title: "Quit", in: .program, keys: ["q", .control("c")],
        footer: FooterPlace("quit", at: .program(2), lasting: 1), twin: .screenAlone,
        synonyms: ["exit", "q", "q!"], run: { _ in [.quit] })
}
