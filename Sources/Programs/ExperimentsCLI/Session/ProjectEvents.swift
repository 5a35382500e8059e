import ExperimentEventStore
import ExperimentEvents
import ExperimentResults
import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject

/// The place of a project's events, and the definitions for counting them.
struct ProjectEvents: Sendable {
    /// The path of the database, next to the overrides.
    let path: String
    /// The declarations of the project; nil if there is no project file.
    let definitions: EventDefinitions?
    /// Whether nothing is stored, because the user asked for that.
    private(set) var isReadOnly = false
    /// The columns of event files in the project file.
    private(set) var columns: [EventField: String] = [:]
    /// Whether the events that count are in a warehouse, and not here.
    private(set) var hasWarehouse = false
    /// The names in files of other systems for names in the project.
    private(set) var mapping = EventMapping()
    /// Decides whether the program of the project's warehouse may be run; nil if it may not.
    var consent: EnvironmentConsent?
    /// Whether the warehouse is asked even if there is a recent answer.
    var isFresh = false

    /// Advice about the ID of a user that is not stored. IDs cannot be listed, because only their hashes are stored.
    static let adviceOnIDs = "IDs are case-sensitive. Use the ID that the app sends."

    /// Creates the events of the project in the settings, or of the project in this folder.
    init(_ settings: Settings) throws {
        let located = try LocatedProject(settings)
        self.init(
            besideOverridesAt: OverrideFiles(settings, located, watcher: nil).path,
            located.map { EventDefinitions($0.project) })
        columns = located?.project.eventFiles.columns ?? [:]
        mapping = located.map { EventMapping($0.project) } ?? EventMapping()
        hasWarehouse = located?.project.warehouse != nil
    }

    /// Says that events stored here are not in the results of a project with a warehouse.
    static let wordsOnWarehouse =
        "the project counts the events of its warehouse: those stored here are not in its results"

    init(path: String, definitions: EventDefinitions?, isReadOnly: Bool = false) {
        self.path = path
        self.definitions = definitions
        self.isReadOnly = isReadOnly
    }

    init(besideOverridesAt path: String, _ definitions: EventDefinitions?, isReadOnly: Bool = false) {
        self.isReadOnly = isReadOnly
        self.path = PathText.join(PathText.folder(of: path), "events.sqlite")
        self.definitions = definitions
    }

    /// Opens the database to store events, counted by the current declarations of the project.
    ///
    /// - Parameter isTrial: whether to open a copy in memory, which is discarded.
    func open(isTrial: Bool = false) async throws -> EventDatabase {
        // Another program may be changing the database.
        let database = try await OwnThread.run {
            try isTrial ? EventDatabase.openInMemory(copying: path) : openAsIs()
        }
        if let definitions { try await database.adopt(definitions) }
        return database
    }

    /// Opens the database to change it, with the stored definitions.
    func openAsIs() throws -> EventDatabase { try EventDatabase.open(path) }

    /// Opens the database to remove something from it.
    ///
    /// - Throws: `EventStoreProblem`, also if there is no database.
    func openExisting() throws -> EventDatabase {
        if FileStatus(of: path) == nil { return try openForReading() }
        return try openAsIs()
    }

    /// Why looks at the results are not stored; nil if they are, or if the user asked for that.
    var reasonForNotStoring: String? {
        guard !isReadOnly, FileStatus(of: path) != nil, !EventDatabase.canStore(at: path) else { return nil }
        return "this look at the results is not stored, because \(path) or its folder cannot be written"
    }

    /// Returns the results of the project's experiments from these events. There are none until there is a database.
    /// Without permission to write, they are read without being stored, and counted by the stored definitions.
    ///
    /// If the project has a warehouse, its events are counted there instead.
    func results(of project: Project) -> StoredResults {
        if let store = warehouseStore(of: project) {
            return StoredResults(project.experiments, metrics: project.metrics, in: store)
        }
        return StoredResults(
            project.experiments, metrics: project.metrics,
            opening: {
                try EventDatabase.checkPresence(of: path)
                guard FileStatus(of: path) != nil else { return nil }
                guard !isReadOnly, EventDatabase.canStore(at: path) else { return try openForReading() }
                return try await open()
            },
            observing: { SystemFileWatcher.system.watch(EventDatabase.changingPath(of: path), onChange: $0) })
    }

    /// Opens the database to read it.
    func openForReading() throws -> EventDatabase { try EventDatabase.openForReading(path) }
}

/// Reads the results of a project's experiments. It is updated when the declarations change.
final class DeclaredResults: Sendable {
    /// The initially declared experiments.
    let experiments: [ProjectExperiment]
    /// The results for the initial declarations; nil if there are none, and no source can have experiments.
    let source: (any ExperimentResultsSource)?
    private let events: ProjectEvents
    private let last: Mutex<([ProjectExperiment], [ProjectMetric], ProjectWarehouse?)>

    init(_ project: Project, _ events: ProjectEvents) {
        self.events = events
        experiments = project.experiments
        source = Self.source(project, events)
        last = Mutex((project.experiments, project.metrics, project.warehouse))
    }

    /// Returns the update for the results after the project file was read again.
    func update(_ project: Project) -> ResultsUpdate {
        let declared = (project.experiments, project.metrics, project.warehouse)
        let isNew = last.withLock { last in
            defer { last = declared }
            return last != declared
        }
        return isNew ? .source(Self.source(project, events)) : .same
    }

    private static func source(_ project: Project, _ events: ProjectEvents) -> (any ExperimentResultsSource)?
    {
        let hasTemplate = project.sources.contains { TemplateWorkspace.kinds.contains($0.kind) }
        guard !project.experiments.isEmpty || hasTemplate else { return nil }
        var current = ProjectEvents(
            path: events.path, definitions: EventDefinitions(project), isReadOnly: events.isReadOnly)
        current.consent = events.consent
        current.isFresh = events.isFresh
        return current.results(of: project)
    }
}
