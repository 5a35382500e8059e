import ExperimentsCore

/// The keys and what they do, from the same map that the keys are looked up in.
struct HelpPanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title = "Help"
    /// The keys of the panel that it lies over; none on a screen.
    var here: [KeyHint] = []

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, state.project.keyMap.command(for: press) == .filter {
            // Looking for a key is looking for what it does.
            if here.isEmpty { return .close([.perform(.palette)]) }
            // Commands are run on screens, not on what lies over them: there the help itself is looked through.
            if let find = state.project.keyMap.keys(for: .find).first { return read(find, state) }
        }
        return read(press, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        readingHints(state.project.keyMap)
            + (text.search.isActive || !here.isEmpty ? [] : state.project.keyMap.hint([.filter], "commands"))
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        HelpLines(state.project.keyMap, here: here, columns: state.size.columns).lines
    }
}

extension [Command] {
    static let helping: [Command] = [.palette, .help]
}

extension Command {
    static let palette: Command = Command(
        "palette", title: "Find a command", in: .program, keys: [":", .control("p")],
        footer: FooterPlace("commands", at: .program(1), lasting: 2),
        twin: .command("experiments bindings"), run: { _ in [.open(Palette())] })
    static let help: Command = Command(
        "help", title: "Help", in: .program, keys: ["?", .key(.function(1))],
        footer: FooterPlace("help", at: .help, lasting: 0),
        twin: .command("experiments bindings"),
        run: { [.open(HelpPanel(here: $0.panels.top?.hints($0) ?? []))] })
}
