import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
// Filters, orders and rules for alerts are settings of a dashboard, and code that shows or scripts one uses the
// toolkit's frames, keys and themes.
@_exported import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
import FirebaseTemplates
@_exported public import TerminalUI

/// Everything that a dashboard shows: a service, the keys, and their names and files.
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

    /// The sources to switch between; none if there is only the one.
    public var sources: [DashboardSource] = []
    /// The name of the source that `service` fetches from.
    public var currentSource: String?
    /// Makes a service for another source, by name, with the same overrides. Called on any thread.
    public var openSource: (@Sendable (String) throws -> RemoteConfigService)?
    /// The persona that is configured for the source, if the service already asks as another one.
    public var configuredPersona: SourcePersona?
    /// Where the fetches of a source are stored after this dashboard ends, by the source's name; nil for nowhere.
    package var fetchLog: (@Sendable (_ source: String?) -> FetchLog?)?
    /// Finds the places in the app's sources that refer to a key, by name; nil if there are no sources. Called on any
    /// thread.
    package var findReferences: (@Sendable (String) throws(MessageError) -> KeyReferences)?
    /// Works out the change that takes a key with a value out of the app's sources, and writes it if it is the one of a
    /// digest; nil if there are no sources. Called on any thread.
    package var retireKey:
        (@Sendable (_ key: String, _ value: String, _ digest: String?) throws(MessageError) -> KeyRetirement)?
    /// Where profiles of overrides are stored; nil for nowhere.
    package var profiles: OverrideProfileStore?
    /// The personas of the project, and where others are stored; nil for nowhere.
    package var personas: PersonaLibrary?
    /// The file with changes of overrides, so that this dashboard and others can undo them; nil to undo only this
    /// dashboard's own changes, while it is open.
    package var journal: OverrideJournalFile?
    /// Also receives the events of the source; nil for none.
    public var listener: (any SourceListener)?
    /// The place where the template of a source is edited, by the source's name; nil for a source without one. Called
    /// on any thread.
    package var templates: (@Sendable (_ source: String?) throws -> TemplateWorkspace?)?
    /// The shared store of a team; nil if there is none.
    package var team: TeamStore?
    /// The entry of this operator for the team, before they look at anything.
    package var person: TeamPerson?
    /// Serves apps; nil if none can be served.
    package var apps: (any AppServing)?
    /// Reads the results of the declared experiments; nil if none are declared.
    package var results: (any ExperimentResultsSource)?
    /// The name of the app, as far as it can be guessed, to offer for the first link.
    package var appName: String?
    /// Whether apps are served from the start.
    package var servesAtStart = false
    /// The file with the state of apps, which every program that serves them writes; nil for none.
    package var appsFile: AppsFile?
    /// Changes the keys in the project file; nil if there is none.
    package var projectEditor: ProjectFileEditor?
    /// The sources to offer if there is no project yet. Nothing else is shown then, and the dashboard ends as soon as a
    /// project file is written.
    package var starting: ProjectStarting?
    /// The digests of the commands of project files that the user allowed.
    package var allowedCommands: Set<String> = []
    /// Remembers another one; nil to remember none.
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
    /// The name in the project file, with which `:source NAME` finds it.
    public var name: String
    /// The name in the header.
    public var title: String
    /// The environment of its values, for example `production`.
    public var environment: String?
    /// Which kind of source it is, in a word.
    public var kind: String?
    /// The place of its values, without secrets.
    public var address: String?
    /// The shortest time between fetches that it allows, if it says.
    public var shortestInterval: Duration?
    /// The color behind the environment's name.
    public var color: Color?
    /// Whether there is a template behind it that can be edited.
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
    /// Words to show once at the start, for example about bindings that could not be taken.
    public var warnings: [String]
    /// The theme files, which are read again when they change; nil to leave the themes as they are.
    public var themeFiles: ThemeFiles?
    /// Whether a light or a dark theme is chosen as soon as the terminal has reported its background.
    public var followsBackground = false
    /// The project file, which is read again when it changes; nil if there is none.
    public var project: WatchedProject?
    /// Whether the mouse is in use at the start.
    public var usesMouse = true
    /// The view with which the dashboard begins; nil for the default view.
    public var remembered: RememberedView?
    /// Stores the view when the dashboard is left; nil to store nothing.
    public var memory: DashboardMemory?
    /// Whether overrides can only be looked at.
    public var isReadOnly = false
    /// Whether beginners are given hints.
    public var showsHints = false
    /// Whether the terminal shows ASCII characters only.
    package var isASCII = false
    /// The name of this machine in links to files; nil if the terminal does not show links.
    package var linkHost: String?

    /// The local time in which times of day are shown.
    package var localTime = LocalTime.utc

    /// The initial rules for alerts.
    public var alertRules: AlertRules

    /// Whether to ask before changing several overrides.
    public var asksFirst = true

    /// Decides how waits after failed fetches vary; nil for not at all.
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
    /// The keys that were resolved.
    let keys: [CatalogKey]
    /// The report of its last known values.
    package let report: Report
    /// The list of all of them.
    let listing: KeyListing
    /// Its fetches so far.
    package let history: FetchHistory
    /// Whether it announces its changes.
    package let liveStatus: LiveStatus
    /// Whether and how it explains its values.
    package let explanation: ExplanationState
    /// The persona for which it is fetched; nil if it has the same values for all users.
    package let persona: PersonaState?
    /// Whether it can be looked at as it would be with a draft of its template.
    let canPreview: Bool
    /// Whether its values can be published from here.
    let canPublish: Bool

    /// Creates the state of a service's present values.
    init(name: String, service: RemoteConfigService, keys: [CatalogKey]) {
        self.name = name
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
