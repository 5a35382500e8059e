/// The screens: tabs over one report.
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

    /// Which keys it lists; nil if it lists none.
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
