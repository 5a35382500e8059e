/// The screens of the dashboard: tabs for the same report.
public enum Screen: Int, Sendable, Hashable, CaseIterable {
    /// All keys.
    case keys
    /// The keys for which the source has no value.
    case missing
    /// The keys whose value is not valid.
    case incorrect
    /// The keys that have an override.
    case overrides
    /// The experiments, with the results of those that are declared.
    case experiments
    /// The fetches and their changes.
    case history
    /// The linked apps.
    case apps

    /// The name on the tab.
    public var title: String {
        switch self {
        case .keys: "Keys"
        case .missing: "Missing"
        case .incorrect: "Incorrect"
        case .overrides: "Overrides"
        case .experiments: "Experiments"
        case .history: "History"
        case .apps: "Apps"
        }
    }

    /// The number on the tab, which is also its key.
    public var number: Int { rawValue + 1 }

    /// Whether its rows are keys, which can be filtered, sorted and overridden.
    public var listsKeys: Bool { scope != nil }

    /// The keys that it lists; nil if it lists no keys.
    var scope: KeyScope? {
        switch self {
        case .keys: .all
        case .missing: .missing
        case .incorrect: .incorrect
        case .overrides: .overrides
        case .experiments, .history, .apps: nil
        }
    }

    var next: Screen { Screen(rawValue: (rawValue + 1) % Screen.allCases.count) ?? .keys }
    var previous: Screen {
        Screen(rawValue: (rawValue + Screen.allCases.count - 1) % Screen.allCases.count) ?? .keys
    }
}

extension [Command] {
    static let screens: [Command] = [
        .showKeys, .showMissing, .showIncorrect, .showOverrides, .showExperiments, .showHistory, .showApps,
        .nextScreen, .previousScreen, .previousView, .nextView,
    ]
}

extension Command {
    static let showKeys: Command = show(
        .keys, named: "show-keys", title: "Show all keys", shell: "experiments list")
    static let showMissing: Command = show(
        .missing, named: "show-missing", title: "Show missing keys",
        shell: "experiments list --status missing")
    static let showIncorrect: Command = show(
        .incorrect, named: "show-incorrect", title: "Show incorrect values",
        shell: "experiments list --status incorrect"
    )
    static let showOverrides: Command = show(
        .overrides, named: "show-overrides", title: "Show overrides", shell: "experiments override list")
    static let showExperiments: Command = show(
        .experiments, named: "show-experiments", title: "Show experiments", shell: "experiments experiments")
    static let showHistory: Command = show(
        .history, named: "show-history", title: "Show the fetch history", shell: "experiments history")
    static let showApps: Command = show(
        .apps, named: "show-apps", title: "Show linked apps", shell: "experiments apps")
    static let nextScreen: Command = Command(
        "next-screen", title: "Next screen", in: .screens, keys: [.key(.tab)],
        change: { $0.show($0.screen.next) })
    static let previousScreen: Command = Command(
        "previous-screen", title: "Previous screen", in: .screens, keys: [.key(.backTab)],
        change: { $0.show($0.screen.previous) })
    static let previousView: Command = Command(
        "previous-view", title: "Go back to the previous view", in: .screens,
        keys: [.control("o"), .key(.backspace)],
        whyNot: { $0.memory.places.back.isEmpty ? "no previous view" : nil },
        run: { $0.goToPlace(back: true) })
    static let nextView: Command = Command(
        "next-view", title: "Go forward to the next view", in: .screens, keys: [.alt("o")],
        whyNot: { $0.memory.places.forward.isEmpty ? "no next view" : nil },
        run: { $0.goToPlace(back: false) })

    private static func show(_ screen: Screen, named name: String, title: String, shell: String) -> Command {
        Command(
            name, title: title, in: .screens, keys: [KeyPress(Character(String(screen.number)))],
            shell: shell,
            change: { $0.show(screen) })
    }

    /// The screen that the command shows; nil for other commands.
    var screen: Screen? { Self.screensShown[self] }

    private static let screensShown: [Command: Screen] = [
        showKeys: .keys, showMissing: .missing, showIncorrect: .incorrect, showOverrides: .overrides,
        showExperiments: .experiments, showHistory: .history, showApps: .apps,
    ]
}
