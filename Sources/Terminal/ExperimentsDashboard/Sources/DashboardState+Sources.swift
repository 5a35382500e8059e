import ExperimentsCore

// Going over to another source: screen, filter and cursor stay; values come at once as far as they are known.
extension DashboardState {
    mutating func switchSource(to name: String) -> [Effect] {
        guard let source = project.source(named: name) else { return [] }
        guard name != self.source.name else {
            say("\(source.title) is shown already", .success, seconds: 3)
            return []
        }
        say("opening \(source.title)…", .success)
        return leaveTemplate() + [.openSource(name)]
    }

    mutating func takeSource(_ message: Message) -> [Effect] {
        switch message {
        case .sourceEvent(let name, let event, let date):
            now = max(now, date)
            // What a source says that is no longer shown is of no interest.
            return name == source.name ? hear(event) : []
        case .sourceOpened(let opened, let date):
            now = max(now, date)
            return show(opened)
        case .sourceNotOpened(let name, let reason, let date):
            now = max(now, date)
            say("source \(name): \(reason)", .error, seconds: 12)
            arriveAtPlace()
        case .sourceRead(let name, let snapshot, let problem, let date):
            now = max(now, date)
            sourceRead(name, snapshot, problem)
        default: break
        }
        return []
    }

    /// What lies over the screen may be about the source before, or compare with the one that is shown now.
    private mutating func closePanels(notOutlivingChangeTo source: DashboardSource) {
        for panel in panels.removeAll(where: { !$0.outlives(changeTo: source) }) { discard(panel) }
    }

    private mutating func show(_ opened: OpenedSource) -> [Effect] {
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
        adopt(opened.report, opened.listing, overrides: overrides)
        // It was opened with the keys of the start.
        let resolving = opened.keys == project.keys ? [] : resolveAnew()
        say("source \(source.title)" + (source.environment.map { " (\($0))" } ?? ""), .success)
        arriveAtPlace()
        return resolving + fetchIfDue()
    }
}
