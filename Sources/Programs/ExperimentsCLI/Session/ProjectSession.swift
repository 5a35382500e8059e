import ExperimentsCore
import ExperimentsProject

/// A project put together: what every command and the dashboard work on.
struct ProjectSession: Sendable {
    /// Resolves the keys.
    let service: RemoteConfigService
    /// The keys that the project declares, in order.
    let keys: [CatalogKey]
    /// What the source is called.
    let sourceName: String
    /// The environment that the source serves, if it says.
    let environment: String?
    /// The time between fetches; nil to fetch by hand only.
    let refreshInterval: Duration?
    /// The overrides that the service resolves with.
    let overrides: OverrideFiles
    /// The absolute path of the project file, where there is one.
    var projectPath: String?
    /// The theme that the project asks for.
    var theme: String?
    /// The keys of the dashboard that the project binds otherwise.
    var bindings: [ProjectBinding] = []
    /// What the project wants to be told of.
    var notifications = ProjectNotifications()
    /// Whether the dashboard asks before it changes several overrides at once.
    var asksFirst = true
    /// The project's sources.
    var sources: [TitledSource] = []
    /// Which of them this one is, by name.
    var currentSource: String?
    /// Reads the project file anew, to be taken over by a dashboard that is open.
    var reread: (@Sendable () throws -> ProjectReading)?
    /// How the project file was before it was read.
    var fingerprint: FileFingerprint?
    /// Makes a service for another of them, by name.
    var openSource: (@Sendable (String) throws -> RemoteConfigService)?

    /// As whom the source is asked, where that is not as configured.
    var asked: AskedPersona?

    /// Where the fetches of a source are kept, by the source's name, without the file's ending; nil for nowhere.
    var logPath: (@Sendable (_ source: String?) -> String)?

    /// What the source is called, and as whom it is asked where that is not as configured.
    var sourceWords: String { [sourceName, asked?.words].compactMap { $0 }.joined(separator: " ") }

    /// Fetches, and resolves every key.
    ///
    /// - Throws: `FileProblem` where the overrides cannot be read, `FetchFailure` where nothing could be fetched.
    func fetchedReport() throws -> Report {
        if let problem = overrides.problem { throw problem }
        try fetch()
        return service.report(for: keys)
    }

    /// Fetches, and says so on a terminal if it takes long.
    ///
    /// - Throws: `FetchFailure` where nothing could be fetched, `CommandProblem` where the source does not look at what
    ///   was said of the persona.
    func fetch() throws {
        let service = service
        _ = try Progress.wait("Fetching from \(sourceName)") { try await service.fetch(.manual) }
        try asked?.check()
    }
}

/// A source of a project, and what people call it.
struct TitledSource: Sendable {
    /// The source.
    let source: ProjectSource
    /// Its name, or the file where it was given none.
    let title: String
}
