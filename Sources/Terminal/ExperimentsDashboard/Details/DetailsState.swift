import ExperimentsTerminalUI

/// The details of the row under the cursor: whether and how large they are shown, and the search in them.
struct DetailsState: Sendable {
    /// Whether they are shown beside a list of narrow rows, where there is room for both.
    private var isShownBeside: Bool
    /// Whether they are shown below a list of few wide rows, which leaves room for them even on a narrow screen.
    private var isShownBelow: Bool
    /// Whether they are shown in place of the list, where there is no room for both. This is separate, so that a
    /// smaller window leaves the list on the screen, and a larger one is as before.
    private var isInFront = false
    private var opened: Set<ListArrangement> = []
    /// How the current list shares the screen with them.
    var arrangement = ListArrangement.beside
    /// Whether the screen has room for the list and the details together.
    var sharesScreen = true
    /// The share of the screen for the details.
    var size = DetailsSize()
    /// Whether the mouse drags the line between list and details.
    var holdsBorder = false
    /// The index of the first line shown.
    var scroll = 0
    /// The search in the details.
    var search = Search()
    /// Whether the keys for the next match search the details.
    var isSearched = false
    /// The line of the last match.
    var line: Int?
    /// Whether JSON is shown in outline; nil to decide by its length.
    var foldsJSON: Bool?

    init(isShownBeside: Bool, isShownBelow: Bool) {
        (self.isShownBeside, self.isShownBelow) = (isShownBeside, isShownBelow)
    }

    /// Whether they are shown.
    var isShown: Bool {
        get { size.isZoomed || (sharesScreen ? isShownTogether : isInFront) }
        set { if sharesScreen { isShownTogether = newValue } else { isInFront = newValue } }
    }

    private var isShownTogether: Bool {
        get { arrangement == .beside ? isShownBeside : isShownBelow }
        set { if arrangement == .beside { isShownBeside = newValue } else { isShownBelow = newValue } }
    }

    /// Whether they were opened here, so that going back closes them. Details that were open at the start stay open.
    var wasOpened: Bool { sharesScreen ? opened.contains(arrangement) : isInFront }
}

// The size of the details, and the search in them.
extension DetailsState: Feature {
    enum Message: Sendable {
        /// Open or close them.
        case toggle
        /// Open them, or if they are open switch to the full screen.
        case goDeeper
        /// Open the details, or unfold the group under the cursor.
        case open
        /// Close the details, or if they are closed fold the group.
        case close
        /// Give them more of the screen.
        case grow
        /// Give them less of the screen.
        case shrink
        /// Switch to the full screen, or back.
        case zoom
        /// The line between them and the list was dragged to a point.
        case drag(to: CellPoint)
        /// Scroll by some lines.
        case scroll(by: Int)
        /// Fold or unfold JSON.
        case toggleFolding
        /// Start a search in them.
        case startSearch
        /// Search rows instead.
        case leaveSearch
        /// End the search.
        case clearSearch
        /// Go to the next or the previous match.
        case findNext(back: Bool)
        /// A key pressed while the user types a search.
        case typed(KeyPress)
        /// Text pasted into the search.
        case pasted(String)
    }

    static let commands: [Command] = [
        .details, .openDetails, .closeDetails, .detailDown, .detailUp, .growDetails, .shrinkDetails,
        .zoomDetails,
        .foldJSON,
    ]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .toggle: return toggle()
        case .goDeeper:
            if context.list.headingUnderCursor != nil { return [.send(\.list, .toggleGroup)] }
            return isShown ? zoom() : toggle()
        case .open: return context.list.headingUnderCursor == nil ? toggle() : [.send(\.list, .toggleGroup)]
        case .close:
            if context.list.headingUnderCursor != nil { return [.send(\.list, .toggleGroup)] }
            if isShown { return size.isZoomed ? zoom() : toggle() }
            return context.list.headingAbove.map { [.moveCursor(to: $0)] } ?? []
        case .grow: return resize(to: size.larger)
        case .shrink: return resize(to: size.smaller)
        case .zoom: return zoom()
        case .drag(let point): return drag(to: point, context)
        case .scroll(let lines): scroll = max(0, min(scroll + lines, context.detailBoxes.lastLine))
        case .toggleFolding: foldsJSON = !(foldsJSON ?? context.detailBoxes.hasFolded)
        case .startSearch: return startSearch()
        case .leaveSearch:
            search.endTyping()
            isSearched = false
        case .clearSearch: clearSearch()
        case .findNext(let back): return goToMatch(back: back, context)
        case .typed(let press): return search(press, context)
        case .pasted(let text):
            search.insert(text)
            searchChanged(context)
        }
        return []
    }

    /// Searches again if the text of the details may have changed.
    mutating func follow(_ context: DashboardState) -> [Effect] {
        guard isShown, search.isActive else { return [] }
        search.matches = search.matches(in: DetailBoxes.lines(of: context, with: self))
        if let line, !search.matches.contains(line) { self.line = nil }
        return []
    }
}

// Their size.
extension DetailsState {
    private mutating func toggle() -> [Effect] {
        let shows = !isShown
        size.isZoomed = false
        isShown = shows
        if sharesScreen {
            if shows { opened.insert(arrangement) } else { opened.remove(arrangement) }
        }
        scroll = 0
        return [.followItem]
    }

    private mutating func zoom() -> [Effect] {
        if !isShown { _ = toggle() }
        size.isZoomed.toggle()
        return [.followItem]
    }

    private mutating func resize(to size: DetailsSize) -> [Effect] {
        self.size = size
        return [.followItem]
    }

    private mutating func drag(to point: CellPoint, _ context: DashboardState) -> [Effect] {
        let before = context.layout
        guard isShown, !before.list.isEmpty, before.body.rows > 0 else { return [] }
        let isBeside = before.showsDetailsBeside
        let wanted = isBeside ? before.details.endColumn - point.column : before.details.endRow - point.row
        let whole = isBeside ? context.size.columns : before.body.rows
        let shift = wanted - before.usualDetails
        // Round the thousandths so that the line is where it was released.
        return resize(to: DetailsSize(shift: (shift * 1000 + (shift < 0 ? 1 - whole : whole - 1)) / whole))
    }

    /// Returns why the details cannot have another size; nil if they can.
    ///
    /// - Parameter size: the requested size.
    func reasonNotResizing(to size: DetailsSize, _ context: DashboardState) -> String? {
        if let reason = reasonNotShared(context) { return reason }
        guard context.layout(with: size).details == context.layout.details else { return nil }
        return size == self.size.larger ? "the list cannot be smaller" : "the details cannot be smaller"
    }

    func reasonNotZooming(_ context: DashboardState) -> String? {
        !isShown || size.isZoomed ? nil : reasonNotShared(context)
    }

    /// Returns why the list and the details do not share the screen.
    private func reasonNotShared(_ context: DashboardState) -> String? {
        if let reason = reasonClosed(context.project.keyMap) { return reason }
        if size.isZoomed { return "the details are full-screen" }
        return context.layout.list.isEmpty ? "the screen is too small for a list and details" : nil
    }

    func reasonClosed(_ keyMap: KeyMap) -> String? {
        isShown
            ? nil : "the details are closed" + (keyMap.words(.details, "opens them").map { "; \($0)" } ?? "")
    }

    /// Returns whether one more step into the details is possible: opening them, or the full screen.
    func canGoDeeper(_ context: DashboardState) -> Bool {
        !isShown || !(size.isZoomed || context.layout.list.isEmpty)
    }

    /// Returns whether the details or a group can be entered or left.
    func canMove(in goesIn: Bool, _ context: DashboardState) -> Bool {
        if let heading = context.list.headingUnderCursor { return heading.isCollapsed == goesIn }
        return goesIn ? !isShown : isShown || context.list.headingAbove != nil
    }

    /// Returns why nothing in the details can be folded or unfolded.
    func reasonNotFolding(_ context: DashboardState) -> String? {
        guard isShown else { return "the details are closed" }
        var (folded, unfolded) = (self, self)
        (folded.foldsJSON, unfolded.foldsJSON) = (true, false)
        return DetailBoxes.lines(of: context, with: folded) == DetailBoxes.lines(of: context, with: unfolded)
            ? "nothing to fold" : nil
    }
}

// The search.
extension DetailsState {
    private mutating func startSearch() -> [Effect] {
        let wasShown = isShown
        isShown = true
        search.begin(at: scroll)
        isSearched = true
        return (wasShown ? [] : [.followItem]) + [.send(\.list, .endSearchTyping)]
    }

    private mutating func search(_ press: KeyPress, _ context: DashboardState) -> [Effect] {
        let step = search.take(press)
        isSearched = search.isActive
        switch step {
        case .none: break
        case .typed: searchChanged(context)
        case .cancelled(let origin): (scroll, line) = (origin, nil)
        case .go(let back): return goToMatch(back: back, context)
        }
        return []
    }

    private mutating func clearSearch() {
        search.clear()
        line = nil
        isSearched = false
    }

    private mutating func searchChanged(_ context: DashboardState) {
        search.matches = search.matches(in: DetailBoxes.lines(of: context, with: self))
        show(search.match(from: search.origin, orAt: true)?.row, rows: context.detailBoxes.main.inside.rows)
        if line == nil { scroll = search.origin }
    }

    private mutating func goToMatch(back: Bool, _ context: DashboardState) -> [Effect] {
        // The text may have changed.
        search.matches = search.matches(in: DetailBoxes.lines(of: context, with: self))
        guard let (row, wraps) = search.match(from: line ?? scroll - 1, back: back) else {
            return [.say("\"\(search.filter.text)\" not found in the details", .warning, seconds: 3)]
        }
        show(row, rows: context.detailBoxes.main.inside.rows)
        return wraps && search.field == nil ? [.wrapped(back: back)] : []
    }

    /// Scrolls so that a line and its surroundings are visible.
    private mutating func show(_ line: Int?, rows: Int) {
        self.line = line
        guard let line else { return }
        let margin = min(2, max(0, (rows - 1) / 2))
        if line < scroll + margin { scroll = max(0, line - margin) }
        if line > scroll + rows - 1 - margin { scroll = line - rows + 1 + margin }
    }
}

extension Command {
    static let details: Command = Command(
        "details", title: "Open the details, then full-screen", in: .reading, keys: [.key(.enter)],
        footer: FooterPlace {
            if $0.screen == .apps, $0.details.isShown {
                return $0.apps.isInMatrix ? "open key" : "choose key"
            }
            return $0.details.isShown ? "full screen" : "details"
        } rank: { state in
            guard state.rowCount > 0, !state.actsOnMarks, state.details.canGoDeeper(state) else { return nil }
            return state.screen.listsKeys ? .row(7) : .row(4)
        }, shell: "experiments get KEY --details", synonyms: ["open", "show"],
        run: { $0.details.canGoDeeper($0) ? [.send(\.details, .goDeeper)] : [] })
    static let openDetails: Command = Command(
        "open-details", title: "Open the details, or a group", in: .reading, keys: ["l"],
        run: { $0.details.canMove(in: true, $0) ? [.send(\.details, .open)] : [] })
    static let closeDetails: Command = Command(
        "close-details", title: "Close the details, or the group", in: .reading, keys: ["h"],
        run: { $0.details.canMove(in: false, $0) ? [.send(\.details, .close)] : [] })
    static let detailDown: Command = Command(
        "detail-down", title: "Scroll the details down", in: .reading, keys: ["J"],
        footer: FooterPlace("scroll down", at: .more(0), where: \.showsOnlyDetails),
        whyNot: { $0.details.reasonClosed($0.project.keyMap) },
        run: { [.send(\.details, .scroll(by: max(1, $0.layout.details.rows / 2)))] })
    static let detailUp: Command = Command(
        "detail-up", title: "Scroll the details up", in: .reading, keys: ["K"],
        footer: FooterPlace("up", at: .more(1), where: \.showsOnlyDetails),
        whyNot: { $0.details.reasonClosed($0.project.keyMap) },
        run: { [.send(\.details, .scroll(by: -max(1, $0.layout.details.rows / 2)))] })
    static let growDetails: Command = Command(
        "grow-details", title: "Enlarge the details", in: .reading, keys: [")"],
        whyNot: { $0.details.reasonNotResizing(to: $0.details.size.larger, $0) },
        run: { _ in [.send(\.details, .grow)] })
    static let shrinkDetails: Command = Command(
        "shrink-details", title: "Shrink the details", in: .reading, keys: ["("],
        whyNot: { $0.details.reasonNotResizing(to: $0.details.size.smaller, $0) },
        run: { _ in [.send(\.details, .shrink)] })
    static let zoomDetails: Command = Command(
        "zoom-details", title: "Toggle full-screen details", in: .reading, keys: ["Z"],
        whyNot: { $0.details.reasonNotZooming($0) }, run: { _ in [.send(\.details, .zoom)] })
    static let foldJSON: Command = Command(
        "fold-json", title: "Fold or unfold JSON in the details", in: .reading, keys: ["z"],
        whyNot: { $0.details.reasonNotFolding($0) }, run: { _ in [.send(\.details, .toggleFolding)] })
}
