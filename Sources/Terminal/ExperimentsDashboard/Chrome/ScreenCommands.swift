import ExperimentsCore

extension Feature {
    static let screens = Feature(commands: [
        .showKeys, .showMissing, .showIncorrect, .showOverrides, .showExperiments, .showHistory, .showApps,
        .nextScreen, .previousScreen, .previousView, .nextView,
    ])
}

extension Command {
    static let showKeys: Command = show(.keys, "show-keys", "Show all keys", twin: "experiments list")
    static let showMissing: Command = show(
        .missing, "show-missing", "Show missing keys", twin: "experiments list --status missing")
    static let showIncorrect: Command = show(
        .incorrect, "show-incorrect", "Show incorrect values", twin: "experiments list --status incorrect")
    static let showOverrides: Command = show(
        .overrides, "show-overrides", "Show overrides", twin: "experiments override list")
    static let showExperiments: Command = show(
        .experiments, "show-experiments", "Show experiments", twin: "experiments experiments")
    static let showHistory: Command = show(
        .history, "show-history", "Show the history of fetches", twin: "experiments history")
    static let showApps: Command = show(.apps, "show-apps", "Show the apps that are linked", twin: "experiments apps")
    static let nextScreen: Command = Command(
        "next-screen", "Next screen", .screens, keys: [.key(.tab)], twin: .screenAlone,
        change: { $0.show($0.screen.next) })
    static let previousScreen: Command = Command(
        "previous-screen", "Previous screen", .screens, keys: [.key(.backTab)], twin: .screenAlone,
        change: { $0.show($0.screen.previous) })
    static let previousView: Command = Command(
        "previous-view", "Go back to what was shown before", .screens, keys: [.control("o"), .key(.backspace)],
        twin: .screenAlone, whyNot: { $0.places.back.isEmpty ? "nothing was shown before" : nil },
        run: { $0.goToPlace(back: true) })
    static let nextView: Command = Command(
        "next-view", "Go forward again", .screens, keys: [.alt("o")], twin: .screenAlone,
        whyNot: { $0.places.forward.isEmpty ? "there is nothing to go forward to" : nil },
        run: { $0.goToPlace(back: false) })

    private static func show(_ screen: Screen, _ name: String, _ title: String, twin: String) -> Command {
        Command(
            name, title, .screens, keys: [KeyPress(Character(String(screen.number)))], twin: .command(twin),
            change: { $0.show(screen) })
    }

    /// The screen that it shows; nil for other commands.
    var screen: Screen? { Self.screensShown[self] }

    private static let screensShown: [Command: Screen] = [
        showKeys: .keys, showMissing: .missing, showIncorrect: .incorrect, showOverrides: .overrides,
        showExperiments: .experiments, showHistory: .history, showApps: .apps,
    ]
}
