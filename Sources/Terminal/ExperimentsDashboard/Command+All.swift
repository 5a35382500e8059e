import ExperimentsOperator

extension Command {
    /// Every command, feature by feature, in the order in which the help lists them.
    public static let all: [Command] = features.flatMap(\.self)

    private static let features: [[Command]] = [
        .moving, .screens, DetailsState.commands, .finding, .sorting, .overriding, .marking, .profiles,
        .undoing,
        .declaring,
        FetchLoop.commands, SourceState.commands, AppsState.commands, SourceAnswers.commands,
        MatrixState.commands,
        .differences, TemplatesState.commands, ValuesState.commands, HistoryState.commands, .keyTimeline,
        .references,
        .retiring,
        AlertRules.commands, OperatorLog.commands, .copying, .listing, ExperimentsState.commands,
        RolloutsState.commands,
        AppearanceState.commands, .helping,
        .program,
    ]

    /// Returns the command with a name.
    public static func named(_ name: String) -> Command? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension DashboardState {
    /// Returns why a command cannot run now; nil if it can.
    func reasonDisabled(_ command: Command) -> String? {
        if project.isReadOnly, command.changesOverrides { return "read-only: cannot change overrides" }
        return command.whyNot(self)
    }

    /// Runs a command, or shows why it cannot run.
    ///
    /// - Parameter text: the text after its name, used if the command takes an argument.
    mutating func perform(_ command: Command, with text: String? = nil) -> [Effect] {
        if let text, let argument = command.argument {
            guard let reason = reasonDisabled(command) ?? argument.problem(text, self) else {
                return settle(argument.run(text, &self))
            }
            return settle([.say(reason, .warning, seconds: 5)])
        }
        if let reason = reasonDisabled(command) { return settle([.say(reason, .warning, seconds: 3)]) }
        let tookHint = takeHint(by: command)
        if overriding.takesRange(command) {
            countHiddenMarks()
            return []
        }
        // Closing a hint is the effect of `back`.
        if command == .back, tookHint { return goBack() ?? [] }
        return settle(command.run(&self))
    }
}

extension [Command] {
    static let program: [Command] = [.redraw, .suspend, .quit]
}

extension Command {
    static let redraw: Command = Command(
        "redraw", title: "Redraw the screen", in: .program, keys: [.control("l")],
        run: { _ in [.redraw] })
    static let suspend: Command = Command(
        "suspend", title: "Suspend to the shell", in: .program, keys: [.control("z")],
        run: { _ in [.suspend] })
    static let quit: Command = Command(
        "quit", title: "Quit", in: .program, keys: ["q", .control("c")],
        footer: FooterPlace("quit", at: .program(2), lasting: 1),
        synonyms: ["exit", "q", "q!"], run: { _ in [.quit] })
}
