import ExperimentsCore

// Two sources side by side.
extension DashboardState {
    mutating func startComparison() -> [Effect] {
        let others = sources.filter { $0.name != currentSource }
        if others.count == 1 { return compare(with: others[0]) }
        openSources(.comparing)
        return []
    }

    mutating func compare(with source: DashboardSource) -> [Effect] {
        overlay = .comparison(ComparisonPanel(with: source))
        return [.readSource(source.name)]
    }

    mutating func sourceRead(_ name: String, _ snapshot: Snapshot, _ problem: String?) {
        guard case .comparison(var panel) = overlay, panel.other.name == name else { return }
        if snapshot.fetchedAt != nil || problem == nil { panel.snapshot = snapshot }
        panel.problem = problem
        panel.refresh(report.snapshot, keys: keys, listRows: comparisonRows, now: now)
        overlay = .comparison(panel)
    }

    /// The source that is shown holds something else now.
    mutating func refreshComparison() {
        guard case .comparison(var panel) = overlay else { return }
        panel.refresh(report.snapshot, keys: keys, listRows: comparisonRows, now: now)
        overlay = .comparison(panel)
    }

    /// How many rows of a comparison are on the screen.
    var comparisonRows: Int { ComparisonView.listRect(in: size).rows }

    mutating func handle(_ press: KeyPress, _ panel: ComparisonPanel) -> [Effect] {
        var panel = panel
        if panel.filterField != nil {
            typeFilter(press, &panel)
            overlay = .comparison(panel)
            return []
        }
        if panel.search.field != nil {
            typeSearch(press, &panel)
            overlay = .comparison(panel)
            return []
        }
        let page = max(1, comparisonRows - 1)
        let cursor = panel.position.cursor
        let last = panel.rows.count - 1
        switch (press.key, keyMap.action(for: press)) {
        case (.escape, _), (_, .back), (_, .quit), (_, .compare):
            if panel.showsWhole {
                panel.showsWhole = false
            } else if panel.search.isActive {
                panel.search.clear()
            } else if !panel.filter.isEmpty {
                setFilter("", &panel)
            } else {
                overlay = nil
                return []
            }
        case (_, .filter): panel.filterField = TextField(panel.filter.text)
        case (_, .find), (_, .findDetails): panel.search.begin(at: cursor)
        case (_, .findNext), (_, .findPrevious): goToMatch(back: keyMap.action(for: press) == .findPrevious, &panel)
        case (_, .refetch): return [.readSource(panel.other.name), .fetch(.manual)]
        case (_, .details): panel.showsWhole.toggle()
        case (_, .copyValue): return copiedDifference(panel)
        case (_, .copyKey): return panel.rows.indices.contains(cursor) ? [.copy(panel.rows[cursor].name)] : []
        case (_, .moveDown): panel.move(to: cursor + 1, listRows: comparisonRows)
        case (_, .moveUp): panel.move(to: cursor - 1, listRows: comparisonRows)
        case (_, .pageDown): panel.move(to: cursor + page, listRows: comparisonRows)
        case (_, .pageUp): panel.move(to: cursor - page, listRows: comparisonRows)
        case (_, .halfPageDown): panel.move(to: cursor + (page + 1) / 2, listRows: comparisonRows)
        case (_, .halfPageUp): panel.move(to: cursor - (page + 1) / 2, listRows: comparisonRows)
        case (_, .top): panel.move(to: 0, listRows: comparisonRows)
        case (_, .bottom): panel.move(to: last, listRows: comparisonRows)
        default: return []
        }
        overlay = .comparison(panel)
        return []
    }

    private func typeFilter(_ press: KeyPress, _ panel: inout ComparisonPanel) {
        guard var field = panel.filterField else { return }
        switch press.key {
        case .enter: panel.filterField = nil
        case .escape:
            panel.filterField = nil
            setFilter("", &panel)
        default:
            guard field.handle(press) else { return }
            panel.filterField = field
            setFilter(field.text, &panel)
        }
    }

    private func typeSearch(_ press: KeyPress, _ panel: inout ComparisonPanel) {
        let origin = panel.search.origin
        switch panel.search.take(press) {
        case .none: break
        case .typed:
            panel.findMatches(now)
            panel.move(to: panel.search.match(from: origin, orAt: true)?.row ?? origin, listRows: comparisonRows)
        case .kept: if panel.search.filter.isEmpty { panel.search.clear() }
        case .cancelled:
            panel.search.clear()
            panel.move(to: origin, listRows: comparisonRows)
        case .next: goToMatch(back: false, &panel)
        case .previous: goToMatch(back: true, &panel)
        }
    }

    private func goToMatch(back: Bool, _ panel: inout ComparisonPanel) {
        guard let (row, _) = panel.search.match(from: panel.position.cursor, back: back) else { return }
        panel.move(to: row, listRows: comparisonRows)
    }

    private func setFilter(_ text: String, _ panel: inout ComparisonPanel) {
        panel.filter = Filter(text)
        panel.refresh(report.snapshot, keys: keys, listRows: comparisonRows, now: now)
    }

    private func copiedDifference(_ panel: ComparisonPanel) -> [Effect] {
        guard panel.rows.indices.contains(panel.position.cursor) else { return [] }
        let row = panel.rows[panel.position.cursor]
        return [.copy("\(row.name): \(row.left?.text ?? "-") → \(row.right?.text ?? "-")")]
    }
}
