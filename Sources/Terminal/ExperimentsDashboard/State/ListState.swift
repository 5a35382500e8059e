import ExperimentsCore
import ExperimentsOperator
import Foundation
import TerminalUI

/// The lists of the screens: their filters, orders and cursors.
///
/// The rows and the widths follow from the report, the filter and the order. They are stored, because choosing, sorting
/// and measuring 100,000 keys takes longer than a frame may.
struct ListState: Sendable {
    /// The screen that is shown.
    var screen = Screen.keys
    /// The keys that are listed.
    var keys = KeyListing()
    /// The experiments that are listed.
    var experiments: [ListedExperiment] = []
    /// The fetches that are listed, newest first.
    var fetches: [ListedFetches] = []
    /// The keys that those fetches changed, the latest first, as far as the map above the list can show them.
    var fetchedNames: [String] = []
    /// The apps that are listed.
    var apps: [ConnectedApp] = []
    /// The cursor of each screen.
    var positions = [ListPosition](repeating: ListPosition(), count: Screen.allCases.count)
    /// The filter that rows must match.
    var filter = Filter()
    /// The filter being typed, if it is.
    var filterField: TextField?
    /// The filters that were used last, the latest first.
    var recentFilters: [String] = []
    /// The index of the older filter in the filter's line.
    var recalledFilter: Int?
    /// The filter there was when another was begun.
    var filterBefore = ""
    /// The item under the cursor when the filter was begun.
    var itemBeforeFilter: String?
    /// The search among the rows.
    var search = Search()
    /// The order of the keys.
    var sort = KeyOrder()
    /// Whether only what the last fetch changed is shown.
    var onlyChanged = false
    /// Whether keys are in groups with headings.
    var isGrouped = false
    /// The groups that are closed.
    var collapsedGroups: Set<String> = []
    /// The width of the longest key.
    var keyColumnWidth = 0
    /// The widths of the contents of the other columns.
    var widths: ColumnWidths = [:]
    /// The widths that were measured so far on each screen.
    var measuredWidths: [Screen: ColumnWidths] = [:]
    /// The room that the list of each screen needs to be seen whole: while one reads, it only becomes more.
    var needed: [Screen: CellSize] = [:]
    /// The number of columns by which the column of keys is wider than usual.
    var keyColumnShift = 0
    /// The number of columns by which values are scrolled to the side.
    var valueOffset = 0

    /// The filters whose matches are marked: the filter of the rows, and the search.
    var finding: [Filter] { [filter, search.filter] }
}

// The columns.
extension ListState {
    /// The number of columns by which a key press makes the column of keys wider or narrower.
    static let resizeStep = 4

    /// Scrolls values, within what is visible, so that the first press back has an effect.
    mutating func scrollValues(by columns: Int, longest: Int) {
        valueOffset = max(0, min(valueOffset + columns, max(valueOffset, longest - 1)))
        if columns > 0 { valueOffset = min(valueOffset, max(0, longest - 1) / columns * columns) }
    }

    private static let leastKeyColumn = 8

    /// The width of the column of keys in a list of some width.
    func keyColumnWidth(in width: Int, isNarrow: Bool) -> Int {
        let usual = usualKeyColumn(in: width, isNarrow: isNarrow)
        return max(Self.leastKeyColumn, min(usual + keyColumnShift, width))
    }

    private func usualKeyColumn(in width: Int, isNarrow: Bool) -> Int {
        min(keyColumnWidth, isNarrow ? width : width * 2 / 5)
    }

    mutating func resizeKeys(by columns: Int, _ context: Context) {
        let width = max(Layout.minimum.columns, context.layout.list.columns - 2)
        keyColumnShift += columns
        // Limited to what is visible, so that at either end the first press back has an effect.
        keyColumnShift =
            keyColumnWidth(in: width, isNarrow: width < 44) - usualKeyColumn(in: width, isNarrow: width < 44)
    }

    /// Why the column of keys cannot be made narrower, or wider.
    func reasonNotResizingKeys(by columns: Int, _ context: Context) -> String? {
        guard context.screen.listsKeys else { return "only on lists of keys" }
        if context.rowCount == 0 { return "no rows" }
        var other = self
        other.resizeKeys(by: columns, context)
        guard other.keyColumnShift == keyColumnShift else { return nil }
        return "the key column cannot be \(columns > 0 ? "wider" : "narrower")"
    }
}

// Leaving rows out, and looking for rows while all of them stay.
extension ListState: Feature {
    enum Message: Sendable {
        /// Type a filter.
        case startFilter
        /// Filter by a text.
        case filter(String)
        /// Filter by a text that was chosen in the palette, unless it cannot be read.
        case apply(filter: String)
        /// List everything again.
        case dropFilter
        /// Look for a text.
        case startSearch
        /// Go to the first row with a text, and look for it from then on.
        case find(String)
        /// The rows with that text are known.
        case found(String)
        /// Go to the next match, or to the one before.
        case findNext(back: Bool)
        /// End the search.
        case dropSearch
        /// Look in the details instead.
        case endSearchTyping
        /// A key, while a filter or a search is typed.
        case typed(KeyPress)
        /// Pasted text, which goes into the text field.
        case pasted(String)
        /// Show only what the last fetch changed, or everything.
        case toggleChangedOnly
        /// Show keys under the headings of their groups, or in one list.
        case toggleGroups
        /// Show the rows in groups, or stop it.
        case groupsToggled
        /// Open or close the group whose heading is under the cursor.
        case toggleGroup
        /// Scroll values to the side.
        case scrollValues(by: Int)
        /// Make the column of keys wider, or narrower.
        case resizeKeys(by: Int)
    }

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
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
            guard let heading = context.headingUnderCursor else { return [] }
            if collapsedGroups.remove(heading.name) == nil { collapsedGroups.insert(heading.name) }
            return [.rowsChanged()]
        case .scrollValues(let columns): scrollValues(by: columns, longest: context.longestValue)
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

    /// Says how the filter comes back.
    private mutating func dropFilter(_ context: Context) -> [Effect] {
        let text = filter.text
        noteFilter(text)
        let back = context.keyMap.words(.previousView, "restores it").map { ", \($0)" } ?? ""
        return change(to: "") + [.show("filter cleared\(back)", .success, seconds: 4)]
    }

    private mutating func filter(_ press: KeyPress, _ context: Context) -> [Effect] {
        guard var field = filterField else { return [] }
        let goesThrough = recalledFilter != nil
        switch press.key {
        // An invalid filter is not applied, because its effect would be a surprise.
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

    /// Types text into the line, and moves the cursor to the first match.
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

    /// A filter was applied, so it is the most recent.
    mutating func noteFilter(_ text: String) {
        let text = text.trimmingSpaces
        guard !text.isEmpty else { return }
        recentFilters.removeAll { $0 == text }
        recentFilters.insert(text, at: 0)
        if recentFilters.count > RememberedView.recentFilterLimit { recentFilters.removeLast() }
    }

    /// Shows an older filter in the line, or with a step back a newer one; nil if there is none.
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

    /// Why a filter leaves no row, and which key clears it.
    ///
    /// - Parameter subject: what would have been shown: `no key`.
    func nothingMatches(_ subject: String, _ keyMap: KeyMap) -> [String] {
        keyMap.emptyWords("\(subject) matches \"\(filter.text)\"", .back, does: "clears the filter")
    }
}

// The search.
extension ListState {
    private mutating func startSearch(_ context: Context) -> [Effect] {
        search.begin(at: context.position.cursor)
        return [.send(\.details, .leaveSearch)]
    }

    private mutating func search(_ press: KeyPress, _ context: Context) -> [Effect] {
        switch search.take(press) {
        case .none: return []
        case .typed: return [.searchChanged]
        case .cancelled(let origin): return [.moveCursor(to: origin)]
        case .go(let back): return goToMatch(back: back, context)
        }
    }

    private func findNext(back: Bool, _ context: Context) -> [Effect] {
        if context.details.isSearched, context.details.search.isActive {
            return [.send(\.details, .findNext(back: back))]
        }
        if !search.filter.isEmpty { return goToMatch(back: back, context) }
        // The filtered rows are the matches to go through.
        let (count, cursor) = (context.rowCount, context.position.cursor)
        var row = cursor
        for _ in 0..<count {
            row = (row + (back ? count - 1 : 1)) % count
            if context.heading(at: row) == nil { break }
        }
        let wraps = back ? row > cursor : row < cursor
        return (wraps ? [.wrapped(back: back)] : []) + [.moveCursor(to: row)]
    }

    private func goToMatch(back: Bool, _ context: Context) -> [Effect] {
        guard let (row, wraps) = search.match(from: context.position.cursor, back: back) else { return [] }
        return [.moveCursor(to: row)] + (wraps && search.field == nil ? [.wrapped(back: back)] : [])
    }

    /// Why there is no next match.
    func reasonNotFinding(_ context: Context) -> String? {
        if context.details.isSearched, context.details.search.isActive {
            return context.details.isShown ? nil : "the details are closed"
        }
        if !search.filter.isEmpty { return search.matches.isEmpty ? "\"\(search.filter.text)\" not found" : nil }
        if !filter.isEmpty { return context.rowCount == 0 ? "no rows match the filter" : nil }
        let keys = [(Command.find, "finds"), (.filter, "filters")].compactMap { context.keyMap.words($0, $1) }
        return "no search yet" + (keys.isEmpty ? "" : ": " + keys.joined(separator: ", "))
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
