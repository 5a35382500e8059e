import ExperimentsCore

// Going over to another source: screen, filter and cursor stay; values come at once as far as they are known.
extension DashboardState {
    /// What lies over the screen may be about the source before, or compare with the one that is shown now.
    private mutating func closePanels(notOutlivingChangeTo source: DashboardSource) {
        for panel in panels.removeAll(where: { !$0.outlives(changeTo: source) }) { discard(panel) }
    }

    mutating func show(_ opened: OpenedSource) -> [Effect] {
        guard let source = project.source(named: opened.name) else { return [] }
        closePanels(notOutlivingChangeTo: source)
        discard(self.source.changedAt, self.source.lastChanges, history.timeline)
        let overrides = self.source.report.overrides
        replaceShown(by: source, opened)
        if let persona = opened.persona {
            // It may have been changed here before, and opened again.
            let configured = project.configuredPersonas[source.name] ?? persona.configured
            project.configuredPersonas[source.name] = configured
            self.source.persona?.configured = configured
        }
        // An answer for the source before is not for this one.
        background.resolutionNumber += 1
        show(opened.report, opened.listing, overrides: overrides)
        // It was opened with the keys of the start.
        let resolving = opened.keys == project.keys ? [] : show(generationAt: history.shownIndex)
        say("source \(source.title)" + (source.environment.map { " (\($0))" } ?? ""), .success)
        arriveAtPlace()
        return resolving + update(\.fetching, with: .startIfDue)
    }
}
