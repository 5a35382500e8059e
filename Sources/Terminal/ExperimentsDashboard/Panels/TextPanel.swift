/// A panel that shows lines of text, with scrolling and a search.
protocol TextPanel: Panel {
    /// The position of the text, and the search in it.
    var text: ScrolledText<Filter> { get set }

    var title: String { get }

    /// Returns all lines.
    func lines(_ state: DashboardState) -> [[Span]]

    /// Returns the text that can be copied; nil if there is none.
    func copiedText(_ state: DashboardState) -> String?

    /// The word for closing it.
    var closeWord: String { get }

    /// Returns the number of visible lines, out of a number of lines.
    func visibleRows(of count: Int, _ state: DashboardState) -> Int
}

extension TextPanel {
    func copiedText(_ state: DashboardState) -> String? { nil }

    var closeWord: String { "close" }

    func visibleRows(of count: Int, _ state: DashboardState) -> Int { Box.rows(of: count, on: state.size) }

    var typedField: TextField? { text.search.field }

    /// Any key that does not scroll closes a text.
    var offersHelp: Bool { false }

    var escapeWord: String { typedField != nil ? "cancel" : text.search.isActive ? "clear" : closeWord }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer { read(press, state) }

    /// Handles a key: movements and the space bar scroll, as in `less`; the keys for searching and filtering start a
    /// search; all others close the panel.
    mutating func read(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let lines = lines(state)
        let rows = visibleRows(of: lines.count, state)
        if typedField != nil {
            text.type(press, in: lines, rows: rows)
        } else if let step = press == " " ? .pageDown : step(for: state.project.keyMap.command(for: press)) {
            text.take(step, in: lines, rows: rows, page: max(1, state.size.rows / 2))
        } else if state.project.keyMap.command(for: press) == .copyValue, let copied = copiedText(state) {
            return .stay([.copy(copied)])
        } else {
            return .close()
        }
        return .stay()
    }

    private func step(for action: Command?) -> ScrolledText<Filter>.Step? {
        switch action {
        case .moveDown: .down
        case .moveUp: .up
        case .pageDown, .halfPageDown: .pageDown
        case .pageUp, .halfPageUp: .pageUp
        case .top: .top
        case .bottom: .bottom
        case .filter, .find, .findDetails: .find
        case .findNext where text.search.isActive: .findNext
        case .findPrevious where text.search.isActive: .findPrevious
        case .back where text.search.isActive: .clearSearch
        default: nil
        }
    }

    mutating func paste(_ pasted: String, _ state: DashboardState) {
        guard typedField != nil else { return }
        let lines = lines(state)
        text.insert(pasted, in: lines, rows: visibleRows(of: lines.count, state))
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        text.draw(lines(state), title: title, &canvas)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        let isCopied = typedField == nil && copiedText(state) != nil
        return readingHints(map) + (isCopied ? map.hint([.copyValue], "copy") : [])
    }

    /// Returns the keys for scrolling and searching.
    func readingHints(_ map: KeyMap) -> [KeyHint] {
        if typedField != nil { return Search.hints }
        let search =
            text.search.isActive
            ? map.hint([.findNext], "next") + map.hint([.findPrevious], "previous") : []
        let find = text.search.isActive ? [] : map.hint([.filter], "find")
        let back = map.hint([.back], escapeWord)
        return (text.search.isActive ? search + back : back) + map.choosing("scroll") + find
    }
}
