import ExperimentsCore

// Two sources side by side.
extension DashboardState {
    mutating func startComparison() -> [Effect] {
        let others = project.sources.filter { $0.name != source.name }
        if others.count == 1 { return compare(with: others[0]) }
        panels.push(SourcesPanel(.comparing, self))
        return []
    }

    mutating func compare(with source: DashboardSource) -> [Effect] {
        // An answer to what was asked before is not for this one.
        background.comparisonNumber += 1
        panels.push(ComparisonPanel(with: source))
        return [.readSource(source.name)]
    }

    mutating func sourceRead(_ name: String, _ snapshot: Snapshot, _ problem: String?) {
        guard let panel = panels.first(ComparisonPanel.self), panel.other.name == name else { return }
        discard(panel)
        panels.change(ComparisonPanel.self) { panel in
            if snapshot.fetchedAt != nil || problem == nil { panel.snapshot = snapshot }
            panel.problem = problem
            return true
        }
        refreshComparison()
    }

    /// The source that is shown holds something else now.
    mutating func refreshComparison() {
        guard let other = panels.first(ComparisonPanel.self)?.snapshot else { return }
        background.comparisonNumber += 1
        let request = ComparisonRequest(
            number: background.comparisonNumber, left: source.report.snapshot, right: other, keys: project.keys)
        if max(source.report.rows.count, other.entries.count) > list.keys.quickCount {
            background.comparing = request
        } else {
            adopt(request.compared())
        }
    }

    /// Takes a comparison, unless another one was asked for since.
    mutating func adopt(_ compared: ComparedSources) {
        guard let panel = panels.first(ComparisonPanel.self), compared.number == background.comparisonNumber else {
            return
        }
        discard(panel)
        withPanels { panels, state in
            panels.change(ComparisonPanel.self) { panel in
                panel.take(compared.index, state)
                return true
            }
        }
    }
}
