import ExperimentsOperator
import ExperimentsTerminalUI

/// The lists of the screens: their filters, orders and cursors.
///
/// The rows and the widths follow from the report, the filter and the order. They are stored because choosing, sorting
/// and measuring 100,000 keys may take longer than a frame.
struct ListState: Sendable {
    /// The current screen.
    var screen = Screen.keys
    /// The listed keys.
    var keys = KeyListing()
    /// The listed experiments.
    var experiments: [ListedExperiment] = []
    /// The listed fetches, newest first.
    var fetches: [ListedFetches] = []
    /// The keys that those fetches changed, the latest first, as many as the map above the list can show.
    var fetchedNames: [String] = []
    /// The listed apps.
    var apps: [ConnectedApp] = []
    /// The cursor of each screen.
    var positions = [ListPosition](repeating: ListPosition(), count: Screen.allCases.count)
    /// The filter that rows must match.
    var filter = Filter()
    /// The field for the filter, while the user types it.
    var filterField: TextField?
    /// The most recent filters, the latest first.
    var recentFilters: [String] = []
    /// The index of an older filter that was recalled into the field.
    var recalledFilter: Int?
    /// The filter before the current one was typed.
    var filterBefore = ""
    /// The item under the cursor before the filter was typed.
    var itemBeforeFilter: String?
    /// The search among the rows.
    var search = Search()
    /// The order of keys.
    var sort = KeyOrder()
    /// Whether to show only changes of the last fetch.
    var onlyChanged = false
    /// Whether keys are shown in groups with headings.
    var isGrouped = false
    /// The folded groups.
    var collapsedGroups: Set<String> = []
    /// The width of the longest key.
    var keyColumnWidth = 0
    /// The widths of the contents of the other columns.
    var widths: ColumnWidths = [:]
    /// The widths measured so far on each screen.
    var measuredWidths: [Screen: ColumnWidths] = [:]
    /// The size that shows the whole list of each screen. While a person reads, it only grows.
    var needed: [Screen: CellSize] = [:]
    /// The number of columns by which the column of keys is wider than usual.
    var keyColumnShift = 0
    /// The number of columns by which values are scrolled sideways.
    var valueOffset = 0

    /// The filters whose matches are marked: the filter of the rows, and the search.
    var finding: [Filter] { [filter, search.filter] }
    /// Whether the current filter or search asks for stale keys.
    var asksForStaleness: Bool { finding.contains(where: \.asksForStaleness) }

    /// Returns the heading at a place of the list, if there is one.
    func heading(at place: Int) -> KeyGroups.Heading? { screen.listsKeys ? keys.heading(at: place) : nil }

    /// The heading under the cursor, if there is one.
    var headingUnderCursor: KeyGroups.Heading? { heading(at: positions[screen.rawValue].cursor) }

    /// The index of the heading above the row under the cursor.
    var headingAbove: Int? {
        guard screen.listsKeys, keys.groups != nil else { return nil }
        return (0..<positions[screen.rawValue].cursor).last { heading(at: $0) != nil }
    }
}

// The columns.
extension ListState {
    /// The number of columns by which a key press makes the column of keys wider or narrower.
    static let resizeStep = 4

    /// Scrolls values sideways, within what is visible, so that the first press back has an effect.
    mutating func scrollValues(by columns: Int, longest: Int) {
        valueOffset = max(0, min(valueOffset + columns, max(valueOffset, longest - 1)))
        if columns > 0 { valueOffset = min(valueOffset, max(0, longest - 1) / columns * columns) }
    }

    private static let leastKeyColumn = 8

    /// Returns the width of the column of keys in a list of some width.
    func keyColumnWidth(in width: Int, isNarrow: Bool) -> Int {
        let usual = usualKeyColumn(in: width, isNarrow: isNarrow)
        return max(Self.leastKeyColumn, min(usual + keyColumnShift, width))
    }

    private func usualKeyColumn(in width: Int, isNarrow: Bool) -> Int {
        min(keyColumnWidth, isNarrow ? width : width * 2 / 5)
    }

    mutating func resizeKeys(by columns: Int, _ context: DashboardState) {
        let width = max(Layout.minimum.columns, context.layout.list.columns - 2)
        keyColumnShift += columns
        // Limited to what is visible, so that at either end the first press back has an effect.
        keyColumnShift =
            keyColumnWidth(in: width, isNarrow: width < 44) - usualKeyColumn(in: width, isNarrow: width < 44)
    }

    /// Returns why the column of keys cannot be narrower, or wider.
    func reasonNotResizingKeys(by columns: Int, _ context: DashboardState) -> String? {
        guard context.screen.listsKeys else { return "only on lists of keys" }
        if context.rowCount == 0 { return "no rows" }
        var other = self
        other.resizeKeys(by: columns, context)
        guard other.keyColumnShift == keyColumnShift else { return nil }
        return "the key column cannot be \(columns > 0 ? "wider" : "narrower")"
    }
}

// The filter, which hides rows, and the search, which does not.
extension ListState: Feature {
    enum Message: Sendable {
        /// Start typing a filter.
        case startFilter
        /// Filter by a text.
        case filter(String)
        /// Filter by a text that was chosen in the palette, if it is valid.
        case apply(filter: String)
        /// Clear the filter.
        case dropFilter
        /// Start a search.
        case startSearch
        /// Go to the first row that matches a text, and search for that text.
        case find(String)
        /// The rows that match the text were found.
        case found(String)
        /// Go to the next or the previous match.
        case findNext(back: Bool)
        /// End the search.
        case dropSearch
        /// Search the details instead.
        case endSearchTyping
        /// A key pressed while the user types a filter or a search.
        case typed(KeyPress)
        /// Text pasted into the field.
        case pasted(String)
        /// Show only changes of the last fetch, or everything.
        case toggleChangedOnly
        /// Show keys in groups with headings, or in one list.
        case toggleGroups
        /// The rows were switched to groups or back.
        case groupsToggled
        /// Fold or unfold the group whose heading is under the cursor.
        case toggleGroup
        /// Scroll values sideways.
        case scrollValues(by: Int)
        /// Make the column of keys wider or narrower.
        case resizeKeys(by: Int)
    }

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .startFilter:
            filterField = TextField(filter.text)
            recalledFilter = nil
            (filterBefore, itemBeforeFilter) = (filter.text, context.position.item)
        case .filter(let text): return change(to: text)
        case .apply(let text): return apply(text)
        case .dropFilter: return dropFilter(context)
        case .startSearch: return startSearch(context)
        case .find(let text):
            let effects = startSearch(context)
            search.insert(text)
            return effects + [.searchChanged, .send(\.list, .found(text))]
        case .found(let text):
            search.endTyping()
            return search.matches.isEmpty ? [.say("no row contains \"\(text)\"", .warning, seconds: 5)] : []
        case .findNext(let back): return findNext(back: back, context)
        case .dropSearch: search.clear()
        case .endSearchTyping: search.endTyping()
        case .typed(let press): return filterField == nil ? search(press, context) : filter(press, context)
        case .pasted(let text): return paste(text)
        case .toggleChangedOnly:
            onlyChanged.toggle()
            return [.rowsChanged()]
        case .toggleGroups:
            isGrouped.toggle()
            return [.rowsChanged(), .send(\.list, .groupsToggled)]
        case .groupsToggled:
            guard context.rowCount == 0 else { return [] }
            let words = isGrouped ? "keys will be listed in groups" : "keys will be in one list"
            return [.show(words, .success, seconds: 2)]
        case .toggleGroup:
            guard let heading = context.list.headingUnderCursor else { return [] }
            if collapsedGroups.remove(heading.name) == nil { collapsedGroups.insert(heading.name) }
            return [.rowsChanged()]
        case .scrollValues(let columns):
            scrollValues(by: columns, longest: context.screen.list.longestValue(context))
        case .resizeKeys(let columns): resizeKeys(by: columns, context)
        }
        return []
    }
}

// The filter.
extension ListState {
    private mutating func change(to text: String) -> [Effect] {
        filter = Filter(text)
        return [.rowsChanged()]
    }

    private mutating func apply(_ text: String) -> [Effect] {
        if let problem = Filter(text).problem { return [.say(problem.text, .error)] }
        noteFilter(text)
        return change(to: text)
    }

    /// Shows how to restore the filter.
    private mutating func dropFilter(_ context: DashboardState) -> [Effect] {
        let text = filter.text
        noteFilter(text)
        let back = context.project.keyMap.words(.previousView, "restores it").map { ", \($0)" } ?? ""
        return change(to: "") + [.show("filter cleared\(back)", .success, seconds: 4, about: .filter)]
    }

    private mutating func filter(_ press: KeyPress, _ context: DashboardState) -> [Effect] {
        guard var field = filterField else { return [] }
        let goesThrough = recalledFilter != nil
        switch press.key {
        // An invalid filter is not applied, because its effect would be surprising.
        case .enter:
            guard filter.problem == nil else { return [] }
            filterField = nil
            noteFilter(filter.text)
            return []
        case .escape: return cancelFilter()
        case .character("r") where press.modifiers == .control: return recall(by: 1) ?? []
        case .down where goesThrough || field.text.isEmpty, .up where goesThrough:
            if let effects = recall(by: press.key == .down ? 1 : -1) { return effects }
        case .up, .down: break
        default:
            let before = field.text
            guard field.handle(press) else { return [] }
            filterField = field
            return field.text == before ? [] : type(field.text)
        }
        return [.moveCursor(to: context.position.cursor + (press.key == .up ? -1 : 1))]
    }

    /// Types text into the field, and moves the cursor to the first match.
    private mutating func type(_ text: String) -> [Effect] {
        recalledFilter = nil
        filter = Filter(text)
        return [.rowsFiltered]
    }

    /// Restores the previous list and cursor. The typed text can be recalled.
    private mutating func cancelFilter() -> [Effect] {
        if filter.problem == nil { noteFilter(filter.text) }
        filterField = nil
        return change(to: filterBefore) + (itemBeforeFilter.map { [.goTo(item: $0)] } ?? [])
    }

    /// Records an applied filter as the most recent one.
    mutating func noteFilter(_ text: String) {
        let text = text.trimmingSpaces
        guard !text.isEmpty else { return }
        recentFilters.removeAll { $0 == text }
        recentFilters.insert(text, at: 0)
        if recentFilters.count > RememberedView.recentFilterLimit { recentFilters.removeLast() }
    }

    /// Recalls an older filter into the field, or a newer one if `step` is negative; nil if there is none.
    private mutating func recall(by step: Int) -> [Effect]? {
        let place = (recalledFilter ?? -1) + step
        guard recentFilters.indices.contains(place) else {
            guard place == -1, recalledFilter != nil else { return nil }
            filterField = TextField()
            return type("")
        }
        filterField = TextField(recentFilters[place])
        let effects = type(recentFilters[place])
        recalledFilter = place
        return effects
    }

    private mutating func paste(_ text: String) -> [Effect] {
        guard var field = filterField else {
            search.insert(text)
            return [.searchChanged]
        }
        field.insert(text)
        filterField = field
        return type(field.text)
    }

    /// Returns why a filter matches no row, and the key that clears it.
    ///
    /// - Parameter subject: what would have been shown: `no key`.
    func nothingMatches(_ subject: String, _ keyMap: KeyMap) -> [String] {
        keyMap.emptyWords("\(subject) matches \"\(filter.text)\"", .back, does: "clears the filter")
    }
}

// The search.
extension ListState {
    private mutating func startSearch(_ context: DashboardState) -> [Effect] {
        search.begin(at: context.position.cursor)
        return [.send(\.details, .leaveSearch)]
    }

    private mutating func search(_ press: KeyPress, _ context: DashboardState) -> [Effect] {
        switch search.take(press) {
        case .none: return []
        case .typed: return [.searchChanged]
        case .cancelled(let origin): return [.moveCursor(to: origin)]
        case .go(let back): return goToMatch(back: back, context)
        }
    }

    private func findNext(back: Bool, _ context: DashboardState) -> [Effect] {
        if context.details.isSearched, context.details.search.isActive {
            return [.send(\.details, .findNext(back: back))]
        }
        if !search.filter.isEmpty { return goToMatch(back: back, context) }
        // With a filter, the matches are its rows.
        let (count, cursor) = (context.rowCount, context.position.cursor)
        var row = cursor
        for _ in 0..<count {
            row = (row + (back ? count - 1 : 1)) % count
            if context.list.heading(at: row) == nil { break }
        }
        let wraps = back ? row > cursor : row < cursor
        return (wraps ? [.wrapped(back: back)] : []) + [.moveCursor(to: row)]
    }

    private func goToMatch(back: Bool, _ context: DashboardState) -> [Effect] {
        guard let (row, wraps) = search.match(from: context.position.cursor, back: back) else { return [] }
        return [.moveCursor(to: row)] + (wraps && search.field == nil ? [.wrapped(back: back)] : [])
    }

    /// Returns why there is no next match.
    func reasonNotFinding(_ context: DashboardState) -> String? {
        if context.details.isSearched, context.details.search.isActive {
            return context.details.isShown ? nil : "the details are closed"
        }
        if !search.filter.isEmpty {
            return search.matches.isEmpty ? "\"\(search.filter.text)\" not found" : nil
        }
        if !filter.isEmpty { return context.rowCount == 0 ? "no rows match the filter" : nil }
        let keys = [(Command.find, "finds"), (.filter, "filters")].compactMap {
            context.project.keyMap.words($0, $1)
        }
        return "no search yet" + (keys.isEmpty ? "" : ": " + keys.joined(separator: ", "))
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
