/// The help: the keys and their effects, from the map that keys are looked up in. Those of the current screen or panel
/// come first.
struct HelpPanel: TextPanel {
    private static let turning = Key.tab

    var text = ScrolledText<Filter>()
    /// The keys of the panel below the help; none on a screen.
    var here: [KeyHint] = []
    /// Whether every command is listed, including those without a key and those that cannot run now.
    var showsAll = false

    var title: String { showsAll ? "Help: all commands" : "Help" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard typedField == nil, press == KeyPress(Self.turning) else { return read(press, state) }
        showsAll.toggle()
        text = ScrolledText()
        return .stay()
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let all = KeyHint(Self.turning, showsAll ? "keys of this screen" : "all commands")
        return readingHints(state.project.keyMap) + (typedField == nil && !text.search.isActive ? [all] : [])
    }
}

extension [Command] {
    static let helping: [Command] = [.palette, .help]
}

extension Command {
    static let palette: Command = Command(
        "palette", title: "Find a command", in: .program, keys: [":", .control("p")],
        footer: FooterPlace("commands", at: .program(1), lasting: 2),
        shell: "experiments bindings", run: { _ in [.open(Palette())] })
    static let help: Command = Command(
        "help", title: "Help", in: .program, keys: ["?", .key(.function(1))],
        footer: FooterPlace("help", at: .help, lasting: 0),
        shell: "experiments bindings",
        run: { [.open(HelpPanel(here: $0.panels.top?.hints($0) ?? []))] })
}
