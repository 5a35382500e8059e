import ExperimentsCore

extension [Command] {
    static let program: [Command] = [.redraw, .suspend, .quit]
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
