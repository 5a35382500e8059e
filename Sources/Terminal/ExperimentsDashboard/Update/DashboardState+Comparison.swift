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
        // An answer to what was asked before is not for this one.
        comparisonNumber += 1
        overlay = .comparison(ComparisonPanel(with: source))
        return [.readSource(source.name)]
    }

    mutating func sourceRead(_ name: String, _ snapshot: Snapshot, _ problem: String?) {
        guard case .comparison(var panel) = overlay, panel.other.name == name else { return }
        retire(panel)
        if snapshot.fetchedAt != nil || problem == nil { panel.snapshot = snapshot }
        panel.problem = problem
        overlay = .comparison(panel)
        refreshComparison()
    }

    /// The source that is shown holds something else now.
    mutating func refreshComparison() {
        guard case .comparison(let panel) = overlay, let other = panel.snapshot else { return }
        comparisonNumber += 1
        let request = ComparisonRequest(number: comparisonNumber, left: report.snapshot, right: other, keys: keys)
        if max(report.rows.count, other.entries.count) > listing.quickCount {
            comparing = request
        } else {
            adopt(request.compared())
        }
    }

    /// Takes a comparison, unless another one was asked for since.
    mutating func adopt(_ compared: ComparedSources) {
        guard case .comparison(var panel) = overlay, compared.number == comparisonNumber else { return }
        retire(panel)
        panel.take(compared.index, listRows: comparisonRows)
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
        let last = panel.count - 1
        switch (press.key, keyMap.command(for: press)) {
        case (.escape, _), (_, .back), (_, .quit), (_, .compare):
            if panel.showsWhole {
                panel.showsWhole = false
            } else if panel.search.isActive {
                panel.search.clear()
            } else if !panel.filter.isEmpty {
                panel.setFilter("", listRows: comparisonRows)
            } else {
                retire(panel)
                overlay = nil
                return []
            }
        case (_, .filter): panel.filterField = TextField(panel.filter.text)
        case (_, .find), (_, .findDetails): panel.search.begin(at: cursor)
        case (_, .findNext), (_, .findPrevious): goToMatch(back: keyMap.command(for: press) == .findPrevious, &panel)
        case (_, .refetch): return [.readSource(panel.other.name), .fetch(.manual)]
        case (_, .details): panel.showsWhole.toggle()
        case (_, .copyValue): return copiedDifference(panel)
        case (_, .copyKey): return panel.selectedRow.map { [.copy($0.name)] } ?? []
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
            panel.setFilter("", listRows: comparisonRows)
        default:
            guard field.handle(press) else { return }
            panel.filterField = field
            panel.setFilter(field.text, listRows: comparisonRows)
        }
    }

    private func typeSearch(_ press: KeyPress, _ panel: inout ComparisonPanel) {
        let origin = panel.search.origin
        switch panel.search.take(press) {
        case .none: break
        case .typed:
            panel.findMatches()
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

    private func copiedDifference(_ panel: ComparisonPanel) -> [Effect] {
        guard let row = panel.selectedRow else { return [] }
        return [.copy("\(row.name): \(row.left?.text ?? "-") → \(row.right?.text ?? "-")")]
    }
}
