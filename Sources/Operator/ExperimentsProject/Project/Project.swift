import ExperimentsCore

/// What `experiments.yaml` says: where values come from, which keys an app reads, and how the dashboard behaves.
///
/// All paths are absolute, or relative to the working directory if the path of the project file was.
public struct Project: Sendable {
    /// The time between automatic fetches where the file names none.
    public static let usualRefresh: Duration = .seconds(30)

    /// The folder of the project file, which relative paths in it start from.
    public var folder: String
    /// Where values come from: at least one, each with its own name.
    public var sources: [ProjectSource]
    /// The time between automatic fetches; nil to fetch by hand only.
    public var refresh: Duration?
    /// The file of overrides, which changes are written to.
    public var overridesPath: String
    /// Files of overrides under that one, which are only read: a team's, the lowest first.
    public var sharedOverridesPaths: [String] = []
    /// Where a team shares overrides, under those files; nil for nowhere.
    public var team: EtcdSettings?
    /// The theme's name, or the path of a theme's file; nil for the dashboard's own choice.
    public var theme: String?
    /// Whether the dashboard is drawn on the terminal's background, and not on the theme's.
    public var keepsTerminalBackground = false
    /// The keys of the dashboard that the project binds otherwise, in the order written.
    public var bindings: [ProjectBinding]
    /// What the dashboard tells of while its operator looks elsewhere.
    public var notifications: ProjectNotifications
    /// Users under names, as whom sources are asked, in the order written.
    public var personas: [ProjectPersona] = []
    /// How the project is served to apps; nil where it says nothing of that.
    public var serving: ProjectServing?
    /// The experiments that run, in the order declared; no name occurs twice.
    public var experiments: [ProjectExperiment] = []
    /// What experiments are judged by, in the order declared; no name occurs twice.
    public var metrics: [ProjectMetric] = []
    /// The columns of files of events whose names are not the usual ones.
    public var eventColumns: [EventField: String] = [:]
    /// How the users of experiments are known where their events are kept.
    public var eventUnits = ProjectUnits.hashed
    /// Whether the dashboard asks before it changes several overrides at once.
    public var asksFirst = true
    /// The keys that the app reads, in the order declared; no name occurs twice.
    public var keys: [CatalogKey]

    /// A project put together in code.
    public init(
        folder: String, sources: [ProjectSource], refresh: Duration? = usualRefresh, overridesPath: String? = nil,
        theme: String? = nil, bindings: [ProjectBinding] = [], notifications: ProjectNotifications = .init(),
        keys: [CatalogKey] = []
    ) {
        self.folder = folder
        self.sources = sources
        self.refresh = refresh
        self.overridesPath = overridesPath ?? Self.usualOverridesPath(in: folder)
        self.theme = theme
        self.bindings = bindings
        self.notifications = notifications
        self.keys = keys
    }

    /// Where the overrides of a project are kept unless it says otherwise: `.experiments/overrides.json` in its folder.
    public static func usualOverridesPath(in folder: String) -> String {
        ProjectPath.resolve(".experiments/overrides.json", in: folder)
    }
}

/// Keys that a project binds to an action of the dashboard: `refetch: [r, F5]`.
public struct ProjectBinding: Sendable, Hashable {
    /// The action's name.
    public var action: String
    /// The keys, as written: `r`, `F5`, `ctrl-r`. Empty to leave the action without a key.
    public var keys: [String]

    /// A binding.
    public init(action: String, keys: [String]) {
        self.action = action
        self.keys = keys
    }
}

/// A user under a name: `personas: {beta tester: {country: NO}}`.
public struct ProjectPersona: Sendable, Hashable {
    /// What people call it.
    public var name: String
    /// What is known of the user, by name; null for what is not known, although the source's own persona says it.
    public var fields: [String: JSONValue]

    /// A persona.
    public init(name: String, fields: [String: JSONValue]) {
        (self.name, self.fields) = (name, fields)
    }
}

/// What the dashboard tells of while its operator looks elsewhere: `notify: {keys: [paywall_type], broken: true}`.
public struct ProjectNotifications: Sendable, Hashable {
    /// How something is told.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// The terminal's bell.
        case bell
        /// A notification of the desktop, where the terminal passes it on.
        case desktop
    }

    /// The keys whose every change is told.
    public var keys: [String]
    /// Whether it is told when a key becomes missing or incorrect.
    public var broken: Bool
    /// How it is told.
    public var ways: [Way]
    /// Addresses elsewhere that are told, too.
    public var webHooks: [ProjectWebHook] = []

    /// Notifications; none, unless asked for.
    public init(keys: [String] = [], broken: Bool = false, ways: [Way] = [.bell]) {
        self.keys = keys
        self.broken = broken
        self.ways = ways
    }
}
