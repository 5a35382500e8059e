import ExperimentsCore
import ExperimentsOperator

/// Two values of a key over the whole screen: what differs, by path or in both values whole.
struct DifferencePanel: Panel {
    let request: DifferenceRequest
    /// The compared values; nil until they are compared.
    private(set) var values: ComparedValues?
    /// Whether JSON is shown whole instead of by path.
    private(set) var showsWhole = false
    /// The first row on screen.
    private(set) var top = 0
    /// The change that was gone to last.
    private(set) var change = 0
    /// The search in the differences.
    var search = Search()
    /// The row with it that was gone to last.
    var found: Int?

    init(_ request: DifferenceRequest) {
        self.request = request
        if request.isQuick { take(request.compared().completed()) }
    }

    /// The page on the screen.
    var page: DifferencePage? { showsWhole ? values?.rest?.whole : values?.byPath ?? values?.rest?.whole }

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
        return hints + map.hint([.exportView], "to a file") + map.hint([.find], "find")
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { DifferenceView.draw(self, state, on: &canvas) }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let layout = DifferenceLayout(state.size)
        let page = max(1, layout.rows.rows - 1)
        let command = state.project.keyMap.command(for: press)
        if find(press, command, in: layout) { return .stay() }
        switch (press.key, command) {
        case (.escape, _), (_, .back), (_, .quit), (_, .details):
            // Releasing the differences of a megabyte takes longer than a frame may.
            guard !request.isQuick, let values = values.take() else { return .close() }
            return .close([.discard(values)])
        case (_, .moveDown): scroll(to: top + 1, layout)
        case (_, .moveUp): scroll(to: top - 1, layout)
        case (_, .pageDown): scroll(to: top + page, layout)
        case (_, .pageUp): scroll(to: top - page, layout)
        case (_, .halfPageDown): scroll(to: top + (page + 1) / 2, layout)
        case (_, .halfPageUp): scroll(to: top - (page + 1) / 2, layout)
        case (_, .top): scroll(to: 0, layout)
        case (_, .bottom): scroll(to: .max, layout)
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
        default: break
        }
        return .stay()
    }

    func scrollBar(_ state: DashboardState) -> CellRect? {
        let layout = DifferenceLayout(state.size)
        return page.map { layout.lastTop(of: $0) > 0 } == true ? layout.rows.splitRight(1).right : nil
    }

    mutating func scroll(to share: Double, _ state: DashboardState) {
        let layout = DifferenceLayout(state.size)
        if let page { scroll(to: Int(share * Double(layout.lastTop(of: page))), layout) }
    }

    mutating func scroll(to row: Int, _ layout: DifferenceLayout) {
        guard let page else { return }
        top = max(0, min(row, layout.lastTop(of: page)))
    }

    /// Goes to a change, and scrolls it to a line a little below the top, unless it is on the screen already.
    private mutating func go(to number: Int, _ layout: DifferenceLayout) {
        guard let changes = page?.changes, changes.indices.contains(number) else { return }
        change = number
        scroll(to: changes[number] - (showsWhole || values?.byPath == nil ? 2 : 0), layout)
    }
}

extension DifferencePanel {
    /// Opens two values beside each other.
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
        twin: .command("experiments override list --diff"),
        whyNot: { $0.reasonNoKey ?? (overrideDifference($0) == nil ? "the key has no override" : nil) },
        run: { overrideDifference($0).map { DifferencePanel.opened(on: $0) } ?? [] })

    /// The difference between the source's value and the override of the key under the cursor.
    private static func overrideDifference(_ state: DashboardState) -> DifferenceRequest? {
        guard let name = state.subjectName, let override = state.source.report.overrides[name] else { return nil }
        let entry = state.source.report.snapshot.entries[name]
        let upstream = entry.map { $0.text ?? Snapshot.Entry.appDefault }
        return DifferenceRequest(
            name, oldSide: state.sourceName, old: upstream, newSide: "override", new: override.value)
    }
}
