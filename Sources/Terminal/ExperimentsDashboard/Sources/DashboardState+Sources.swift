import ExperimentsCore

// Going over to another source: screen, filter and cursor stay; values come at once as far as they are known.
extension DashboardState {
    /// The source that is shown, where there are several.
    var source: DashboardSource? { sources.first { $0.name == currentSource } }

    mutating func switchSource(to name: String) -> [Effect] {
        guard let source = sources.first(where: { $0.name == name }) else { return [] }
        guard name != currentSource else {
            say("\(source.title) is shown already", .success, seconds: 3)
            return []
        }
        say("opening \(source.title)…", .success)
        return [.openSource(name)]
    }

    mutating func takeSource(_ message: Message) -> [Effect] {
        switch message {
        case .sourceEvent(let name, let event, let date):
            now = max(now, date)
            // What a source says that is no longer shown is of no interest.
            return name == currentSource ? hear(event) : []
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
    private mutating func closeWhatIsOfAnotherSource(than source: DashboardSource) {
        panels.change(PersonaEditor.self) { _ in false }
        panels.change(SourcesPanel.self) { _ in false }
        guard let comparison = panels.first(ComparisonPanel.self), comparison.other.name == source.name else { return }
        retire(comparison)
        panels.change(ComparisonPanel.self) { _ in false }
    }

    private mutating func show(_ opened: OpenedSource) -> [Effect] {
        guard let source = sources.first(where: { $0.name == opened.name }) else { return [] }
        closeWhatIsOfAnotherSource(than: source)
        currentSource = source.name
        sourceName = source.title
        environment = source.environment
        (history, earlierFetches) = (opened.history, [])
        fetching.begin(anewWith: opened.liveStatus, allowing: source.shortestInterval, at: now)
        wasHeardFrom = false
        explanation = opened.explanation
        persona = opened.persona
        if let persona {
            // It may have been changed here before, and opened again.
            let configured = configuredPersonas[source.name] ?? persona.configured
            configuredPersonas[source.name] = configured
            self.persona?.configured = configured
        }
        isPaused = false
        (shownGeneration, pausedGeneration, pickedFetch) = (nil, nil, nil)
        retire(changedAt, lastChanges, timeline)
        (changedAt, lastChanges, fetchGenerations) = (ChangeTimes(), [:], [:])
        // An answer for the source before is not for this one.
        resolutionNumber += 1
        announced += 1
        timeline = Timeline(opened.report.snapshot, at: now)
        let overrides = report.overrides
        adopt(opened.report, opened.listing, overrides: overrides)
        // It was opened with the keys of the start.
        let resolving = opened.keys == keys ? [] : resolveAnew()
        say("source \(source.title)" + (source.environment.map { " (\($0))" } ?? ""), .success)
        arriveAtPlace()
        return resolving + fetchIfDue()
    }
}
