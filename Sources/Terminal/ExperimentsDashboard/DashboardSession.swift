import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
// Filters, orders and alert rules are settings of a dashboard. Code that shows or scripts a dashboard also uses the
// frames, keys and themes of the toolkit.
@_exported import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsTeam
@_exported public import ExperimentsTerminalUI
import FirebaseTemplates

/// The content of a dashboard: a service, the keys, and their names and files.
public struct DashboardSession: Sendable {
    /// The service that fetches and resolves the values.
    public var service: RemoteConfigService
    /// The declared keys, in order.
    public var keys: [CatalogKey]
    /// The name of the source in the header, for example `config.json` or `demo (emulator)`.
    public var sourceName: String
    /// The environment, for example `production`, which the header highlights.
    public var environment: String?
    /// The time between fetches; nil for no automatic fetches.
    public var refreshInterval: Duration?
    /// Where the overrides are stored, for messages.
    public var overridesPath: String?
    /// The author of the overrides that are set in this dashboard.
    public var author: String?

    /// The sources to switch between; empty if there is only one.
    public var sources: [DashboardSource] = []
    /// The name of the source that `service` fetches from.
    public var currentSource: String?
    /// Creates a service for another source, by name, with the same overrides. Called on any thread.
    public var openSource: (@Sendable (String) throws -> RemoteConfigService)?
    /// The persona configured for the source, if the service fetches for another one.
    public var configuredPersona: SourcePersona?
    /// The name of the saved persona that the service fetches for; nil if it has none.
    public var personaName: String?
    /// Returns the log that stores the fetches of a source after this dashboard ends; nil to store none.
    package var fetchLog: (@Sendable (_ source: String?) -> FetchLog?)?
    /// Finds the places in the app's sources that refer to a key, by name; nil if there are no sources. Called on any
    /// thread.
    package var findReferences: (@Sendable (String) throws(MessageError) -> KeyReferences)?
    /// Computes the change that replaces a key by a value in the app's source code, and writes it if its digest is the
    /// given one; nil if there is no source code. Called on any thread.
    package var retireKey:
        (@Sendable (_ key: String, _ value: String, _ digest: String?) throws(MessageError) -> KeyRetirement)?
    /// The command that must succeed on a copy before such a change is written; nil for none.
    package var codeCheck: String?
    /// The store for profiles of overrides; nil for none.
    package var profiles: OverrideProfileStore?
    /// The personas of the project, and the store for others; nil for none.
    package var personas: PersonaLibrary?
    /// The journal of override changes, with which this dashboard and others can undo them; nil to undo only this
    /// dashboard's own changes, while it is open.
    package var journal: OverrideJournalFile?
    /// Also receives the events of the source; nil for none.
    public var listener: (any SourceListener)?
    /// Opens the template of a source by the source's name, for editing; nil if the source has none. Called on any
    /// thread.
    package var templates: (@Sendable (_ source: String?) throws -> TemplateWorkspace?)?
    /// Called when the user opens, edits or publishes a template, or lists its versions; nil to call nothing.
    package var usesTemplate: (@Sendable () -> Void)?
    /// The shared store of a team; nil if there is none.
    package var team: TeamStore?
    /// The entry for this operator in the team, before they look at anything.
    package var person: TeamPerson?
    /// Serves apps; nil if that is not possible.
    package var apps: (any AppServing)?
    /// Reads the results of the declared experiments; nil if none are declared.
    package var results: (any ExperimentResultsSource)?
    /// The rollouts of the project file.
    package var rollouts: [DeclaredRollout] = []
    /// The name to offer for the first link: the presumed name of the app.
    package var appName: String?
    /// Whether to serve apps from the start.
    package var servesAtStart = false
    /// The file with the state of apps, written by every program that serves them; nil for none.
    package var appsFile: AppsFile?
    /// Changes the keys in the project file; nil if there is none.
    package var projectEditor: ProjectFileEditor?
    /// The sources to offer if there is no project yet. The dashboard then shows nothing else, and ends as soon as a
    /// project file is written.
    package var starting: ProjectStarting?
    /// The digests of commands in project files that the user allowed.
    package var allowedCommands: Set<String> = []
    /// Stores the digest of an allowed command; nil to store none.
    package var allowCommand: (@Sendable (_ digest: String) throws -> Void)?
    /// The name of the program in the journal.
    public var program = "dashboard"

    /// Creates a session.
    public init(
        service: RemoteConfigService, keys: [CatalogKey], sourceName: String, environment: String? = nil,
        refreshInterval: Duration? = nil, overridesPath: String? = nil, author: String? = nil
    ) {
        self.service = service
        self.keys = keys
        self.sourceName = sourceName
        self.environment = environment
        self.refreshInterval = refreshInterval
        self.overridesPath = overridesPath
        self.author = author
    }
}

/// One of several sources that a dashboard can show.
public struct DashboardSource: Sendable, Hashable {
    /// The name in the project file, which `:source NAME` takes.
    public var name: String
    /// The name in the header.
    public var title: String
    /// The environment of its values, for example `production`.
    public var environment: String?
    /// The kind of the source in one word.
    public var kind: String?
    /// The address of its values, without secrets.
    public var address: String?
    /// The minimum time between fetches, if the source defines one.
    public var shortestInterval: Duration?
    /// The color behind the environment's name.
    public var color: Color?
    /// Whether the source has a template that can be edited.
    public var hasTemplate = false

    /// Creates a source.
    public init(name: String, title: String? = nil, environment: String? = nil, color: Color? = nil) {
        self.name = name
        self.title = title ?? name
        self.environment = environment
        self.color = color
    }
}

/// The appearance and the input options of a dashboard.
public struct DashboardOptions: Sendable {
    /// The theme at the start.
    public var theme: Theme
    /// The themes to choose from.
    public var themes: ThemeLibrary
    /// Whether the background is the theme's or the terminal's.
    public var background = BackgroundChoice.theme
    /// The keys of the commands.
    public var keyMap: KeyMap
    /// Messages to show once at the start, for example about invalid bindings.
    public var warnings: [String]
    /// The theme files, which are read again when they change; nil to leave the themes as they are.
    public var themeFiles: ThemeFiles?
    /// Whether a light or a dark theme is chosen as soon as the terminal has reported its background.
    public var followsBackground = false
    /// The project file, which is read again when it changes; nil if there is none.
    package var project: WatchedProject?
    /// Whether the mouse is used at the start.
    public var usesMouse = true
    /// The view to start with; nil for the default view.
    public var remembered: RememberedView?
    /// Stores the view when the dashboard quits; nil to store nothing.
    public var memory: DashboardMemory?
    /// Whether overrides are read-only.
    public var isReadOnly = false
    /// Whether to show hints for beginners.
    public var showsHints = false
    /// Whether the terminal shows only ASCII characters.
    package var isASCII = false
    /// The name of this machine for links to files; nil if the terminal does not show links.
    package var linkHost: String?

    /// The local time zone for times of day.
    package var localTime = LocalTime.utc

    /// The initial rules for alerts.
    public var alertRules: AlertRules

    /// Whether to ask before changing several overrides.
    public var asksFirst = true

    /// The seed for the variation of waits after failed fetches; nil for no variation.
    public var seed: UInt64?

    /// Creates options.
    public init(
        theme: Theme = .plain, themes: ThemeLibrary = ThemeLibrary(), keyMap: KeyMap = .standard,
        warnings: [String] = [], alertRules: AlertRules = AlertRules()
    ) {
        self.theme = theme
        self.themes = themes
        self.keyMap = keyMap
        self.warnings = warnings
        self.alertRules = alertRules
    }
}

/// Another source, ready to be shown, with its known values.
package struct OpenedSource: Sendable {
    /// The name of the source in the project file.
    package let name: String
    /// The resolved keys.
    let keys: [CatalogKey]
    /// The report of its last known values.
    package let report: Report
    /// The list of all its keys.
    let listing: KeyListing
    /// Its fetches so far.
    package let history: FetchHistory
    /// Whether it sends live updates.
    package let liveStatus: LiveStatus
    /// Whether and how it explains its values.
    package let explanation: ExplanationState
    /// The persona that it is fetched for; nil if all users get the same values.
    package let persona: PersonaState?
    /// Whether its values are those for another user or with a draft.
    let isViewed: Bool
    /// Its own values; nil if only the server knows them.
    let ownSnapshot: Snapshot?
    /// Whether its values can be previewed with a draft of its template.
    let canPreview: Bool
    /// Whether values can be published from here.
    let canPublish: Bool

    /// Creates the state for a service's current values.
    ///
    /// - Parameter configured: the user configured for the source; nil for the service's current one.
    init(name: String, service: RemoteConfigService, keys: [CatalogKey], configured: SourcePersona? = nil) {
        self.name = name
        let own = OwnValues(service, configured: configured)
        isViewed = own.isViewed
        ownSnapshot = own.snapshot
        self.keys = keys
        report = service.report(for: keys)
        var listing = KeyListing()
        listing.prepare(KeyListing.Content(report: report), KeyListing.Choice())
        self.listing = listing
        history = service.history
        liveStatus = service.keeper.liveStatus
        explanation = ExplanationState(service.keeper)
        persona = PersonaState(service.keeper)
        canPreview = service.keeper is TemplateRemoteConfigKeeper
        canPublish = ValuePublishing.serves(service.keeper)
    }
}
