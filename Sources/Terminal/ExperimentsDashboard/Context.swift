import ExperimentsCore
import ExperimentsOperator
import Foundation

/// What a feature can read from the rest of the dashboard, without changing it.
struct Context {
    private let state: DashboardState

    init(_ state: DashboardState) { self.state = state }

    /// The current time, to the second.
    var now: Date { state.now }
    /// The size of the terminal.
    var size: CellSize { state.size }
    /// The content of the project file and of the command line.
    var project: ProjectState { state.project }
    /// The keys of the commands.
    var keyMap: KeyMap { state.project.keyMap }
    /// The current source and its values.
    var source: SourceState { state.source }
    /// The name of the source in the header.
    var sourceName: String { state.sourceName }
    /// The experiments and rollouts of the project behind the source; nil if there is none, or none was read yet.
    var studies: ProjectStudies? { state.templates.studies.content }
    /// The experiment or rollout under the cursor of screen 5, if it belongs to the project behind the source.
    var selectedStudy: ProjectStudy? { ExperimentRowList.selected(state)?.study }
    /// Whether live updates are held back.
    var isPaused: Bool { state.history.isPaused }
    /// Whether the screen shows older values than the source has now.
    var isInThePast: Bool { state.history.isInThePast }
    /// The store of overrides, the team, and the pending change.
    var overriding: OverridingState { state.overriding }
    /// The author of the overrides that are set here.
    var author: String? { state.overriding.author }
    /// Returns the overrides that apply to an app: those for everyone, covered by narrower ones.
    func overrides(for app: AppID) -> OverrideSet { state.overrides(for: app) }

    /// The listed keys.
    var listing: KeyListing { state.list.keys }

    /// Returns the identity of a row.
    func item(at place: Int) -> String? { state.itemName(place) }

    /// The content that lists are made from.
    var content: KeyListing.Content { state.content }
    /// A number that changes with the listed keys.
    var keysRevision: Int { state.list.keys.revision }
    /// The maximum number of keys for which work on all of them is done between two frames.
    var quickCount: Int { state.list.keys.quickCount }
    /// Whether the current filter asks for stale keys.
    var asksForStaleness: Bool { state.list.filter.asksForStaleness || state.list.search.filter.asksForStaleness }

    /// The current screen.
    var screen: Screen { state.screen }
    /// The name under the cursor; nil on the heading of a group.
    var selectedName: String? { state.selectedName }
    /// The name of the key that commands apply to.
    var subjectName: String? { state.subjectName }
    /// The key that commands apply to.
    var selectedKey: CatalogKey? { state.selectedKey }
    /// The app under the cursor of the screen of apps.
    var selectedApp: ConnectedApp? { state.selectedApp }
    /// The visible apps on the screen of apps.
    var shownApps: [ConnectedApp] {
        guard screen == .apps else { return [] }
        let visible = state.list.apps.dropFirst(position.top).prefix(max(1, layout.list.rows))
        return Array(visible) + (selectedApp.map { app in visible.contains { $0.id == app.id } ? [] : [app] } ?? [])
    }
    /// The position of the screen's cursor.
    var position: ListPosition { state.position }
    /// The number of rows of the screen.
    var rowCount: Int { state.rowCount }

    /// Returns the heading at a place of the list, if there is one.
    func heading(at place: Int) -> KeyGroups.Heading? { screen.listsKeys ? state.list.keys.heading(at: place) : nil }

    /// The heading under the cursor, if there is one.
    var headingUnderCursor: KeyGroups.Heading? { heading(at: position.cursor) }

    /// The index of the heading above the row under the cursor.
    var headingAbove: Int? {
        guard screen.listsKeys, state.list.keys.groups != nil else { return nil }
        return (0..<position.cursor).last { heading(at: $0) != nil }
    }

    /// The width of the longest visible value in the columns that scroll sideways.
    var longestValue: Int { KeyList.longestValue(state) }

    /// The details of the row under the cursor.
    var details: DetailsState { state.details }
    /// Whether the details are shown.
    var showsDetails: Bool { details.isShown }
    /// The last line that the details can be scrolled to.
    var lastDetailLine: Int { state.detailBoxes.lastLine }
    /// The number of lines of the details on the screen.
    var detailRows: Int { state.detailBoxes.main.inside.rows }
    /// Whether the details contain folded JSON.
    var hasFoldedJSON: Bool { state.detailBoxes.hasFolded }

    /// Returns the lines of the details in a given state.
    func detailText(_ details: DetailsState) -> [[Span]] {
        var state = state
        state.details = details
        return state.detailBoxes.main.lines
    }

    /// The places of all parts of the screen.
    var layout: Layout { state.layout }

    /// Returns the layout for a size of the details.
    func layout(with size: DetailsSize) -> Layout { state.layout(with: size) }

    /// The panel on top.
    var topPanel: (any Panel)? { state.panels.top }

    /// Returns the panel of a type, anywhere on the stack.
    func panel<Kind: Panel>(_ type: Kind.Type) -> Kind? { state.panels.first(type) }

    /// Releases something large in the background, before it is replaced.
    func discarding(_ thing: any Sendable) -> [Effect] {
        source.report.rows.count > quickCount ? [.discard(thing)] : []
    }
}
