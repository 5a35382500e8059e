import ExperimentsCore
import Foundation

/// Everything the dashboard knows and shows: a value that `update` changes and the views draw.
public struct DashboardState: Sendable {
    /// What the header calls the source.
    public internal(set) var sourceName: String
    /// The environment, if one is named.
    public internal(set) var environment: String?
    /// The sources to switch between; none where there is only the one.
    public let sources: [DashboardSource]
    /// Which of the sources is shown, by name.
    public internal(set) var currentSource: String?
    /// Who sets overrides here.
    public let author: String?
    /// Where the overrides are kept.
    public let overridesPath: String?
    /// The declared keys.
    public internal(set) var keys: [CatalogKey]
    /// Which key asks for which action.
    public internal(set) var keyMap: KeyMap
    /// The themes to choose from.
    public internal(set) var themes: ThemeLibrary
    /// The local time's distance from UTC in seconds, for the times of day on screen.
    package let localTime: LocalTime

    /// The size of the terminal.
    public internal(set) var size: CellSize
    /// The time, to the second.
    public internal(set) var now: Date
    /// What every key comes to.
    public internal(set) var report: Report
    /// Why the overrides cannot be read now, if they can't.
    public internal(set) var storeProblem: FileProblem?
    /// What each layer of the overrides holds, the lowest first; empty where there is one store alone.
    public internal(set) var overrideLayers: [OverrideLayer]
    /// The names of the keys that are marked, to be changed together.
    public var marked: Set<String> { marks.names(in: report) }
    /// The fetches so far.
    public internal(set) var history = FetchHistory()
    /// The fetches that were kept before the dashboard was opened, the oldest first.
    public internal(set) var earlierFetches: [FetchRecord] = []
    /// When the source is asked, and how that goes.
    var fetching: FetchLoop
    /// Whether live updates are held back.
    public internal(set) var isPaused = false
    /// When each key's value last changed while the dashboard was open.
    var changedAt = ChangeTimes()

    /// Why the value under the cursor is what it is.
    public internal(set) var explanation: ExplanationState
    /// As whom the source is asked; nil where it answers everybody alike.
    public internal(set) var persona: PersonaState?
    /// As whom each source was asked when it was opened first.
    var configuredPersonas: [String: SourcePersona] = [:]

    /// The screen that is shown.
    public internal(set) var screen = Screen.keys
    /// What the rows must contain.
    public internal(set) var filter = Filter()
    /// The filter being typed, if it is.
    package internal(set) var filterField: TextField?
    /// What is looked for among the rows.
    package internal(set) var search = Search()
    /// What is looked for in the details.
    package internal(set) var detailSearch = Search()
    /// In which order keys are shown.
    public internal(set) var sort = KeyOrder()
    /// Whether the details of the row under the cursor are shown.
    public internal(set) var showsDetails: Bool
    /// What lies over the screen.
    var panels = PanelStack()
    /// A message that goes away by itself.
    public internal(set) var notice: Notice?
    /// The theme in use.
    public internal(set) var theme: Theme
    /// Whether the mouse is in use; if not, it is the terminal's.
    public internal(set) var usesMouse: Bool
    /// Whether the theme still is to suit the terminal's background: until one is chosen.
    public internal(set) var followsBackground: Bool
    /// What the operator is told of while looking elsewhere.
    public internal(set) var alertRules: AlertRules

    /// How many of the marked rows the list does not show.
    var hiddenMarkCount = 0
    var marks = Marks()
    let hasProfiles: Bool
    let isReadOnly: Bool
    var asksFirst: Bool
    /// The rules that the project file had when it was last read.
    var projectAlertRules: AlertRules
    var listing = KeyListing()
    var experimentListing: [ExperimentRow] = []
    var positions = [ListPosition](repeating: ListPosition(), count: Screen.allCases.count)
    /// Whether the line between list and details is held by the mouse.
    var holdsDetailsBorder = false
    var detailScroll = 0
    var detailsSize = DetailsSize()
    /// The line of the details that was found last.
    var detailLine: Int?
    /// Whether the next match is the next in the details.
    var searchesDetails = false
    var valueOffset = 0
    var undoHistory = UndoHistory()
    /// What was the matter with the journal when it was last read or written.
    var journalProblem: FileProblem?
    /// How many changes of overrides were asked for and not answered yet.
    var pendingEdits = 0
    /// What is to be undone or done again once they are.
    var waitingCommands: [Command] = []
    var resolutionNumber = 0
    var comparisonNumber = 0
    /// What was last asked to be prepared: of which list, in which order.
    var preparing: (revision: Int, sort: KeyOrder)?
    /// What is large and no longer needed.
    var retired: [any Sendable] = []
    /// What is to be compared beside the loop.
    var comparing: ComparisonRequest?
    var keyColumnWidth = 0
    var keyColumnShift = 0
    var chosenTheme: String?
    var mouseChoice: Bool?
    var awaySince: Date?
    /// What the terminal was sent to be copied last, which it may not have taken.
    var doubtfulCopy: String?
    /// What was run from the palette, the latest first.
    var recentCommands: [Command] = []
    var dismissedHints: Set<Hint> = []
    let showsHints: Bool
    var messages = MessageLog()
    /// What was on the screen before.
    var places = PlaceHistory()
    /// The filters that were used last, the latest first.
    var recentFilters: [String] = []
    /// Which of them is in the filter's line while they are gone through.
    var recalledFilter: Int?
    var choices = ListChoices()
    /// The stretch of rows that is being marked.
    var markedRange: MarkedRange?
    /// What the cursor was on when the filter was begun.
    var itemBeforeFilter: String?
    /// What the last fetch that changed anything changed.
    var lastChanges: [String: ChangeKind] = [:]
    /// What the source held so far.
    var timeline: Timeline
    /// Whether the source told what it holds since it is shown; that may still be on its way to the screen.
    var wasHeardFrom = false
    /// Counts the snapshots that came.
    var announced = 0
    /// The generation on screen, if it is not the newest.
    var shownGeneration: Int?
    /// The generation that stays on screen while updates are paused.
    var pausedGeneration: Int?
    /// The number of the last snapshot that had come when a fetch was over, by the fetch.
    var fetchGenerations: [Int: Int] = [:]
    /// The fetches that pass the filter, newest first, as places in the history.
    var historyListing: [Int] = []
    /// The fetch that others are compared with.
    var pickedFetch: Int?
    /// Whether JSON is shown in outline; nil to decide by its length.
    var foldsJSON: Bool?

    /// How long a change stays marked, in seconds.
    static let markDuration: TimeInterval = 10
    /// The width from which the details are open at the start.
    static let wideColumns = 120

    /// The state of a dashboard that was just opened, on what the service holds already.
    public init(session: DashboardSession, options: DashboardOptions, size: CellSize, now: Date) {
        sourceName = session.sourceName
        environment = session.environment
        sources = session.sources
        currentSource = session.currentSource
        hasProfiles = session.profiles != nil
        isReadOnly = options.isReadOnly
        asksFirst = options.asksFirst
        author = session.author
        overridesPath = session.overridesPath
        keys = session.keys
        keyMap = options.keyMap
        themes = options.themes
        theme = options.theme
        localTime = options.localTime
        usesMouse = options.usesMouse
        followsBackground = options.followsBackground
        showsHints = options.showsHints
        self.size = size
        self.now = now
        report = session.service.report(for: session.keys)
        timeline = Timeline(report.snapshot, at: now)
        alertRules = options.alertRules
        projectAlertRules = options.alertRules
        storeProblem = session.service.overrideStore.problem
        overrideLayers = session.service.overrideStore.layers
        history = session.service.history
        fetching = FetchLoop(
            interval: session.refreshInterval, liveStatus: session.service.keeper.liveStatus, at: now,
            seed: options.seed)
        explanation = ExplanationState(session.service.keeper)
        persona = PersonaState(session.service.keeper, configured: session.configuredPersona)
        if let name = session.currentSource { configuredPersonas[name] = persona?.configured }
        showsDetails = size.columns >= Self.wideColumns
        if let view = options.remembered { recall(view) }
        // The first is on the screen, the others among the messages.
        for warning in options.warnings.reversed() { say(warning, .warning, seconds: 15) }
        chooseRows()
        reportChanged()
        notePlace()
    }

    /// Whether a fetch is under way.
    public var activity: FetchActivity { fetching.activity }
    /// Whether the source tells of its changes the moment they happen.
    public var liveStatus: LiveStatus { fetching.liveStatus }
    /// When the next fetch is due.
    package var schedule: RefreshSchedule { fetching.schedule }
    /// The time between fetches, as it is now; nil to fetch by hand only.
    public var refreshInterval: Duration? { fetching.interval }

    /// Whether something is under way that will change the screen.
    public var isBusy: Bool { activity != .idle }
}
