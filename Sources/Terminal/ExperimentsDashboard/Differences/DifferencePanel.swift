import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The differences between two values of a key on the full screen, by path or as both whole values.
struct DifferencePanel: Panel {
    let request: DifferenceRequest
    /// The compared values; nil until they are compared.
    private(set) var values: ComparedValues?
    /// Whether JSON is shown whole instead of by path.
    private(set) var showsWhole = false
    /// The first row on the screen.
    private(set) var top = 0
    /// The current change.
    private(set) var change = 0
    /// The search in the differences.
    var search = Search()
    /// The row of the current match.
    var found: Int?

    init(_ request: DifferenceRequest) {
        self.request = request
        if request.isQuick { take(request.compared().completed()) }
    }

    /// The current page.
    var page: DifferencePage? { showsWhole ? values?.rest?.whole : values?.byPath ?? values?.rest?.whole }

    /// Returns the places of the parts.
    func layout(_ state: DashboardState) -> DifferenceLayout { DifferenceLayout(state.size, showing: page) }

    mutating func take(_ values: ComparedValues) {
        guard values.request == request else { return }
        self.values = values
        findMatches()
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if search.field != nil { return Search.hints }
        if search.isActive {
            return map.hint([.findNext], "next") + map.hint([.findPrevious], "previous") + [escapeHint]
        }
        var hints = [escapeHint]
        if (page?.changes.count ?? 0) > 1 {
            hints += map.hint([.findNext], "next change") + map.hint([.findPrevious], "previous")
        }
        if values?.byPath != nil { hints += map.hint([.nextScreen], showsWhole ? "by path" : "whole") }
        hints += map.hint([.copyValue], "copy the diff")
        if values?.byPath != nil { hints += map.hint([.copyKey], "copy as JSON Patch") }
        return hints + map.hint([.exportView], "export") + map.hint([.find], "find")
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let layout = layout(state)
        let page = max(1, layout.rows.rows - 1)
        let command = state.project.keyMap.command(for: press)
        if find(press, command, in: layout) { return .stay() }
        switch (press.key, command) {
        case (.escape, _), (_, .back), (_, .quit), (_, .details):
            // Releasing the differences of a megabyte may take longer than a frame.
            guard !request.isQuick, let values = values.take() else { return .close() }
            return .close([.discard(values)])
        case (_, .findNext): go(to: change + 1, layout)
        case (_, .findPrevious): go(to: change - 1, layout)
        case (_, .nextScreen), (_, .previousScreen):
            guard values?.byPath != nil else { break }
            showsWhole.toggle()
            (top, change, found) = (0, 0, nil)
            findMatches()
        case (_, .copyValue): return .stay(values?.rest.map { [.copy($0.unified)] } ?? [])
        case (_, .exportView):
            if let values, values.rest != nil { return .stay([.open(Palette.exporting(values))]) }
        case (_, .copyKey): return .stay(values?.rest?.patch.map { [.copy($0)] } ?? [])
        default:
            let rows = self.page?.rows.count ?? 0
            if let row = command?.row(from: top, page: page, count: rows) { scroll(to: row, layout) }
        }
        return .stay()
    }

    func scrollBar(_ state: DashboardState) -> CellRect? {
        let layout = layout(state)
        guard let page, layout.box == nil, layout.lastTop(of: page) > 0 else { return nil }
        return ScrollBar.place(besideList: layout.rows, on: state.size)
    }

    mutating func scroll(to share: Double, _ state: DashboardState) {
        let layout = layout(state)
        if let page { scroll(to: Int(share * Double(layout.lastTop(of: page))), layout) }
    }

    mutating func scroll(to row: Int, _ layout: DifferenceLayout) {
        guard let page else { return }
        top = max(0, min(row, layout.lastTop(of: page)))
    }

    /// Goes to a change. Scrolls it to a line a little below the top, unless it is already visible.
    private mutating func go(to number: Int, _ layout: DifferenceLayout) {
        guard let changes = page?.changes, changes.indices.contains(number) else { return }
        change = number
        scroll(to: changes[number] - (showsWhole || values?.byPath == nil ? 2 : 0), layout)
    }
}

extension DifferencePanel {
    /// Opens two values side by side.
    static func opened(on request: DifferenceRequest) -> [Effect] {
        [.open(DifferencePanel(request))] + (request.isQuick ? [] : [.differ(request)])
    }
}

extension [Command] {
    static let differences: [Command] = [.differences]
}

extension Command {
    static let differences: Command = Command(
        "differences", title: "Show what the override changes", in: .overriding, keys: ["O"],
        footer: FooterPlace("what it changes", at: .more(2)) {
            !$0.actsOnMarks && $0.reasonDisabled(.differences) == nil
        },
        shell: "experiments override list --diff",
        whyNot: { $0.reasonNoKey ?? (overrideDifference($0) == nil ? "the key has no override" : nil) },
        run: { overrideDifference($0).map { DifferencePanel.opened(on: $0) } ?? [] })

    /// Returns the difference between the source's value and the override of the key under the cursor.
    private static func overrideDifference(_ state: DashboardState) -> DifferenceRequest? {
        guard let name = state.subjectName, let override = state.source.report.overrides[name] else {
            return nil
        }
        let entry = state.source.report.snapshot.entries[name]
        let upstream = entry.map { $0.text ?? Snapshot.Entry.appDefault }
        return DifferenceRequest(
            name, oldSide: state.sourceName, old: upstream, newSide: "override", new: override.value)
    }
}

// The search in two values. During a search, the keys for the next and previous change move between matches; `Esc` ends
// it.
extension DifferencePanel {
    var typedField: TextField? { search.field }

    var escapeWord: String { search.field != nil ? "cancel" : search.isActive ? "clear" : "close" }

    mutating func paste(_ text: String, _ state: DashboardState) {
        guard search.field != nil else { return }
        search.insert(text)
        searchChanged(layout(state))
    }

    /// Handles a key of the search.
    ///
    /// - Returns: whether the key belongs to the search.
    mutating func find(_ press: KeyPress, _ command: Command?, in layout: DifferenceLayout) -> Bool {
        if search.field != nil {
            typeSearch(press, layout)
            return true
        }
        switch command {
        case .filter, .find, .findDetails: search.begin(at: top)
        case .findNext where search.isActive: goToMatch(back: false, layout)
        case .findPrevious where search.isActive: goToMatch(back: true, layout)
        default:
            guard search.isActive, press.key == .escape || command == .back else { return false }
            clearSearch()
        }
        return true
    }

    private mutating func typeSearch(_ press: KeyPress, _ layout: DifferenceLayout) {
        switch search.take(press) {
        case .none: break
        case .typed: searchChanged(layout)
        case .cancelled(let origin):
            scroll(to: origin, layout)
            found = nil
        case .go(let back): goToMatch(back: back, layout)
        }
    }

    private mutating func searchChanged(_ layout: DifferenceLayout) {
        findMatches()
        if let match = search.match(from: search.origin, orAt: true) {
            show(match.row, layout)
        } else {
            found = nil
        }
    }

    private mutating func goToMatch(back: Bool, _ layout: DifferenceLayout) {
        if let match = search.match(from: found ?? top, back: back) { show(match.row, layout) }
    }

    /// Scrolls to a row with a match, a little below the top.
    private mutating func show(_ row: Int, _ layout: DifferenceLayout) {
        found = row
        scroll(to: row - 2, layout)
    }

    private mutating func clearSearch() {
        search.clear()
        found = nil
    }

    /// Searches again, because the query or the rows have changed.
    mutating func findMatches() {
        guard !search.filter.isEmpty else {
            (search.matches, found) = ([], nil)
            return
        }
        search.matches =
            page?.rows.places { path, values in
                search.filter.passes(FilterSubject(names: path.map { [$0] } ?? [], values: values))
            } ?? []
        if let row = found, !search.matches.contains(row) { found = nil }
    }
}

extension Filter {
    fileprivate func passes(_ subject: FilterSubject) -> Bool { passes(subject, now: .distantPast) }
}
