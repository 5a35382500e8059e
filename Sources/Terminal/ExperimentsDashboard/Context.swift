import ExperimentsCore
import ExperimentsOperator
import Foundation

/// What a feature can read from the rest of the dashboard. It cannot change anything there.
struct Context {
    private let state: DashboardState

    init(_ state: DashboardState) { self.state = state }

    /// The time, to the second.
    var now: Date { state.now }
    /// The size of the terminal.
    var size: CellSize { state.size }
    /// The content of the project file and of the command line.
    var project: ProjectState { state.project }
    /// The keys of the commands.
    var keyMap: KeyMap { state.project.keyMap }
    /// The source that is shown, and its values.
    var source: SourceState { state.source }
    /// The name of the source in the header.
    var sourceName: String { state.sourceName }
    /// The experiments and rollouts of the project behind the source; nil if there is none, or none was read yet.
    var studies: ProjectStudies? { state.templates.studies.content }
    /// The experiment or the rollout under the cursor of screen 5, if it is one of the project behind the source.
    var selectedStudy: ProjectStudy? { ExperimentRowList.selected(state)?.study }
    /// Whether live updates are held back.
    var isPaused: Bool { state.history.isPaused }
    /// Whether older values are on screen than the source has now.
    var isInThePast: Bool { state.history.isInThePast }
    /// The overrides' store, the team, and the pending change.
    var overriding: OverridingState { state.overriding }
    /// The author of the overrides that are set here.
    var author: String? { state.overriding.author }
    /// The overrides that apply to an app: those for everyone, and narrower ones over them.
    func overrides(for app: AppID) -> OverrideSet { state.overrides(for: app) }

    /// The keys that are listed.
    var listing: KeyListing { state.list.keys }

    /// The identity of the row at a place.
    func item(at place: Int) -> String? { state.itemName(place) }

    /// The content from which lists are made.
    var content: KeyListing.Content { state.content }
    /// A number that changes with the listed keys.
    var keysRevision: Int { state.list.keys.revision }
    /// The number of keys up to which work on all of them is done between two frames.
    var quickCount: Int { state.list.keys.quickCount }
    /// Whether a filter is in use that asks which keys are stale.
    var asksForStaleness: Bool { state.list.filter.asksForStaleness || state.list.search.filter.asksForStaleness }

    /// The screen that is shown.
    var screen: Screen { state.screen }
    /// The name under the cursor; nil on the heading of a group.
    var selectedName: String? { state.selectedName }
    /// The name of the key that commands are about.
    var subjectName: String? { state.subjectName }
    /// The key that commands are about.
    var selectedKey: CatalogKey? { state.selectedKey }
    /// The app under the cursor of their screen.
    var selectedApp: ConnectedApp? { state.selectedApp }
    /// The apps of their screen that can be seen.
    var shownApps: [ConnectedApp] {
        guard screen == .apps else { return [] }
        let visible = state.list.apps.dropFirst(position.top).prefix(max(1, layout.list.rows))
        return Array(visible) + (selectedApp.map { app in visible.contains { $0.id == app.id } ? [] : [app] } ?? [])
    }
    /// The position of the screen's cursor.
    var position: ListPosition { state.position }
    /// The number of rows of the screen.
    var rowCount: Int { state.rowCount }

    /// The heading at a place of the list, if there is one.
    func heading(at place: Int) -> KeyGroups.Heading? { screen.listsKeys ? state.list.keys.heading(at: place) : nil }

    /// The heading under the cursor, if there is one.
    var headingUnderCursor: KeyGroups.Heading? { heading(at: position.cursor) }

    /// The place of the heading above the row under the cursor.
    var headingAbove: Int? {
        guard screen.listsKeys, state.list.keys.groups != nil else { return nil }
        return (0..<position.cursor).last { heading(at: $0) != nil }
    }

    /// The width of the longest value on screen, of all columns that are scrolled to the side.
    var longestValue: Int { KeyList.longestValue(state) }

    /// The details of the row under the cursor.
    var details: DetailsState { state.details }
    /// Whether the details are shown.
    var showsDetails: Bool { details.isShown }
    /// The last line that can be at the top of the details.
    var lastDetailLine: Int { state.detailBoxes.lastLine }
    /// How many lines of the details are on the screen at a time.
    var detailRows: Int { state.detailBoxes.main.inside.rows }
    /// Whether JSON in the details is folded that can be unfolded.
    var hasFoldedJSON: Bool { state.detailBoxes.hasFolded }

    /// The lines of the details, if they were shown so.
    func detailText(_ details: DetailsState) -> [[Span]] {
        var state = state
        state.details = details
        return state.detailBoxes.main.lines
    }

    /// The places of everything on the screen.
    var layout: Layout { state.layout }

    /// The layout if the details had this size.
    func layout(with size: DetailsSize) -> Layout { state.layout(with: size) }

    /// The panel on top.
    var topPanel: (any Panel)? { state.panels.top }

    /// Returns the panel of a type, wherever it is on the stack.
    func panel<Kind: Panel>(_ type: Kind.Type) -> Kind? { state.panels.first(type) }

    /// Releases, in the background, something that is about to be replaced, if it may be large.
    func discarding(_ thing: any Sendable) -> [Effect] {
        source.report.rows.count > quickCount ? [.discard(thing)] : []
    }
}
