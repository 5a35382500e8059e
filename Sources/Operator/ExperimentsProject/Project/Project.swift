import ExperimentsCore
import ExperimentsYAML
import Foundation

/// The content of `experiments.yaml`: the sources of values, the keys that an app reads, and the settings of the
/// dashboard.
///
/// All paths are absolute, or relative to the working directory if the path of the project file was relative.
public struct Project: Sendable {
    /// The default time between automatic fetches.
    public static let usualRefresh: Duration = .seconds(30)

    /// The folder of the project file, from which relative paths in it start.
    public var folder: String
    /// The sources of values; at least one, each with a unique name.
    public var sources: [ProjectSource]
    /// The time between automatic fetches; nil to fetch only on request.
    public var refresh: Duration?
    /// The overrides file to which changes are written.
    public var overridesPath: String
    /// The overrides files below that one, which are only read, the lowest first.
    public var sharedOverridesPaths: [String] = []
    /// The shared store of a team, below those files; nil for none.
    public var team: EtcdSettings?
    /// The theme's name, or the path of a theme's file; nil for the dashboard's own choice.
    public var theme: String?
    /// Whether the dashboard is drawn on the terminal's background instead of the theme's.
    public var keepsTerminalBackground = false
    /// The bindings of dashboard keys that differ from the default, in the order written.
    public var bindings: [ProjectBinding]
    /// The programs that the dashboard can run, in the order written.
    public var commands: [ProjectCommand] = []
    /// The alerts of the dashboard.
    public var notifications: ProjectNotifications
    /// Named users whose values can be viewed, in the order of declaration.
    public var personas: [ProjectPersona] = []
    /// The settings for serving the project to apps; nil if there are none.
    public var serving: ProjectServing?
    /// What assistants may change.
    public var assistants = ProjectAssistants()
    /// The running experiments, in the order declared. No name occurs twice.
    public var experiments: [ProjectExperiment] = []
    /// The metrics of experiments, in the order declared. No name occurs twice.
    public var metrics: [ProjectMetric] = []
    /// The values that go out in steps, in the order declared. No name occurs twice.
    public var rollouts: [ProjectRollout] = []
    /// How to read files of events.
    public var eventFiles = ProjectEventFiles()
    /// The warehouse that has the events; nil if they are stored beside the project.
    public var warehouse: ProjectWarehouse?
    /// How users of experiments are stored.
    public var eventUnits = ProjectUnits.hashed
    /// Whether the dashboard asks before changing several overrides.
    public var asksFirst = true
    /// The functions of the app that read keys by their names.
    public var codeReaders: [ProjectCodeReader] = []
    /// The command that shows whether a change of the code is right, such as `swift build`.
    public var codeCheck: String?
    /// The keys whose values differ between the sources intentionally. Promoting a template does not copy them.
    public var keptKeys: Set<String> = []
    /// The keys that the app reads, in the order declared; no name occurs twice.
    public var keys: [CatalogKey]

    /// Creates a project in code.
    public init(
        folder: String, sources: [ProjectSource], refresh: Duration? = usualRefresh,
        overridesPath: String? = nil,
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

    /// Returns the default path of the overrides: `.experiments/overrides.json` in the project's folder.
    public static func usualOverridesPath(in folder: String) -> String {
        ProjectFile.resolve(".experiments/overrides.json", in: folder)
    }
}

/// Keys that a project binds to an action of the dashboard: `refetch: [r, F5]`.
public struct ProjectBinding: Sendable, Hashable {
    /// The name of the action, for example `refetch`.
    public var action: String
    /// The keys, as written: `r`, `F5`, `ctrl-r`. Empty to leave the action without a key.
    public var keys: [String]
    /// The file and line of the declaration, for messages: `experiments.yaml:12`. It is ignored when bindings are
    /// compared.
    public var declaredAt: String?

    /// Creates a binding.
    public init(action: String, keys: [String]) {
        self.action = action
        self.keys = keys
    }

    public static func == (left: ProjectBinding, right: ProjectBinding) -> Bool {
        left.action == right.action && left.keys == right.keys
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(action)
        hasher.combine(keys)
    }
}

/// A named user: `personas: {beta tester: {country: NO}}`.
public struct ProjectPersona: Sendable, Hashable {
    /// The name for people.
    public var name: String
    /// The fields of the user, by name. Null means that a field is not known, even if the source's own persona has it.
    public var fields: [String: JSONValue]

    /// Creates a persona.
    public init(name: String, fields: [String: JSONValue]) {
        (self.name, self.fields) = (name, fields)
    }
}

/// The alerts of the dashboard: `notify: {keys: [paywall_type], broken: true}`.
public struct ProjectNotifications: Sendable, Hashable {
    /// The form of an alert.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// The terminal's bell.
        case bell
        /// A notification of the desktop, if the terminal supports it.
        case desktop
    }

    /// The keys for which every change is reported.
    public var keys: [String]
    /// Whether it is reported when a key becomes missing or incorrect.
    public var broken: Bool
    /// The forms of the alerts.
    public var ways: [Way]
    /// The web hooks to which alerts are sent.
    public var webHooks: [ProjectWebHook] = []

    /// Creates alerts, by default none.
    public init(keys: [String] = [], broken: Bool = false, ways: [Way] = [.bell]) {
        self.keys = keys
        self.broken = broken
        self.ways = ways
    }
}

extension Project {
    /// Returns the place of each declared key's name in a project file: the first, if a key is declared twice. The
    /// places are read only on request, so that reading the project does not become slower.
    ///
    /// - Parameter path: the path of the project file. If it can no longer be read, there are no places.
    package static func keyPlaces(inFileAt path: String) -> [String: DocumentLocation] {
        guard let bytes = try? FileBytes.read(path, limit: ProjectFile.largestFile),
            let root = try? YAMLNode(parsing: bytes)
        else {
            return [:]
        }
        let keys = (root["keys"]?.items ?? []).compactMap { item in
            item["name"].flatMap { name in name.textValue.flatMap { text in name.location.map { (text, $0) } }
            }
        }
        return Dictionary(keys, uniquingKeysWith: { first, _ in first })
    }

    /// Returns whether a project file can have a key or a group of this name.
    package static func canDeclare(_ name: String) -> Bool {
        ProjectFile.canDeclare(name)
    }
}

/// A field in a row of an events file.
public enum EventField: String, Sendable, Hashable, CaseIterable {
    /// The experiment of an exposure.
    case experiment
    /// The key or flag of the experiment.
    case key
    /// The group of the experiment that the unit is in.
    case group
    /// The name of an action.
    case event
    /// The unit, such as a user's ID.
    case unit
    /// The time of the exposure or the event.
    case at
    /// The amount that a metric adds up, for example a price.
    case value
    /// The ID that identifies a repeated event.
    case id
}

/// How users of experiments are stored.
public enum ProjectUnits: String, Sendable, Hashable, CaseIterable {
    /// As keyed hashes, which reveal nothing without the key.
    case hashed
    /// As keyed hashes, together with their names.
    case plain
}

/// The differences between the words in files of events and those in the project.
public struct ProjectEventFiles: Sendable, Hashable {
    /// The columns that do not have the usual names.
    public var columns: [EventField: String] = [:]
    /// The names of events, as metrics count them, by their names in files.
    public var names: [String: String] = [:]
    /// The groups of every experiment by their texts in files, such as `a` for `0`.
    public var groups: [String: String] = [:]
    /// The groups of single experiments, by their names. They take precedence over those of every experiment.
    public var groupsOf: [String: [String: String]] = [:]

    /// Returns the groups of an experiment by their other names, in files or from before they were renamed.
    public func aliases(of experiment: ProjectExperiment) -> [String: String] {
        let groups = experiment.groups
        let usual = self.groups.filter { groups.contains($0.value) && !groups.contains($0.key) }
        let own = groupsOf[experiment.name] ?? [:]
        return usual.merging(own) { $1 }.filter { $0.key != $0.value }
    }
    /// The time zone of times without an offset; nil for UTC.
    public var timeZone: TimeZone?

    /// Creates settings for files that use the names of the project.
    public init() {}
}
