import ExperimentResults
import ExperimentsCore
import ExperimentsSupport
import Foundation

extension DashboardState {
    /// Handles a message, and returns the effects for the outside. This is the only way to change the state.
    ///
    /// - Parameter date: the time of the message; nil to leave the time unchanged. Only ``clockWasSet(by:)`` sets the
    ///   time back.
    package mutating func update(_ message: Message, at date: Date? = nil) -> [Effect] {
        let wasSelecting = panels.top is SelectableText
        now = max(now, date ?? now)
        var effects = take(message)
        followPanels()
        _ = follow(\.details)
        // The message line below the list may have appeared or disappeared.
        position.reveal(rows: layout.list.rows, count: rowCount)
        effects = settle(notices.showingDoubtful(effects))
        endNoticeIfUntrue()
        let isSelecting = panels.top is SelectableText
        if wasSelecting != isSelecting, appearance.usesMouse { effects.append(.setMouse(!isSelecting)) }
        notePlace()
        effects += follow(\.shown.source) + follow(\.shown.history) + follow(\.elsewhere)
        if !panels.isEmpty { effects += panels.effects(after: message, self) }
        for case .editOverrides(let edit) in effects {
            overriding.pendingEdits += 1
            anticipate(edit)
        }
        return effects + follow(\.apps) + follow(\.overriding.team) + follow(\.comparison)
            + follow(\.ownCommands) + follow(\.templates) + startBackgroundWork()
    }

    mutating func take(_ message: Message) -> [Effect] {
        switch message {
        case .input(let event): return handle(event)
        case .feature(_, let take): return take(&self)
        case .tick: return tick()
        case .service(let event): return hear(event)
        case .resolved(let resolved): return take(resolved)
        case .prepared(let prepared): take(prepared)
        case .overridesEdited(let answer): return editAnswered(answer)
        case .journalRead(let reading): follow(journal: reading)
        case .sourceEvent(let name, let event):
            // Ignore events from a source that is no longer shown.
            return name == source.name ? hear(event) : []
        case .viewed(let snapshot, let name): return name == source.name ? view(snapshot) : []
        case .sourceOpened(let opened): return show(opened)
        case .sourceNotOpened(let name, let reason):
            say("source \(name): \(reason)", .error, seconds: 12)
            arriveAtPlace()
        case .projectRead(.success(let update)): return take(update)
        case .projectRead(.failure(let refusal)):
            say(LogEntry.words(forRefusing: refusal.message), .error, seconds: 15, as: .file)
        case .themesRead(let library, let problem):
            return update(\.appearance, with: .read(library, problem: problem))
        case .copied(let text, let outcome): return settle(notices.copied(text, outcome))
        case .listenerSays(let text, let isLoss): say(text, isLoss ? .warning : .success, seconds: 12)
        case .differed, .timelineRead, .referencesFound, .retired, .profilesAnswered, .personasAnswered,
            .editorClosed,
            .placeClosed, .projectEditAnswered, .projectStarted, .exported:
            return settle(answers(to: message))
        }
        return []
    }

    /// Returns the notice about the answer to a request, unless its panel shows the answer.
    private func answers(to message: Message) -> [Effect] {
        switch message {
        case .differed(let values): [.tell(DifferencePanel.self) { $0.take(values) }]
        case .timelineRead(let timeline, let problem, let name):
            name == source.name
                ? [.tell(KeyTimelinePanel.self) { $0.take(timeline, problem: problem, $1) }] : []
        case .referencesFound(let result, let name):
            [
                .tell(ReferencesPanel.self) { if $0.name == name { $0.take(result, $1) } },
                .send(\.elsewhere, .found(result, of: name)),
            ]
        case .retired(let request, let result): RetirementPanel.taking(result, to: request)
        case .profilesAnswered(let request, let answer): ProfilesPanel.taking(answer, to: request)
        case .personasAnswered(let request, let answer): PersonasPanel.taking(answer, to: request)
        case .editorClosed(let request, let result): [OverrideEditor.taking(result, of: request)]
        case .placeClosed(let place, let failure):
            failure.map { [.say("\(PathText.name(of: place.path)): \($0.message)", .error, seconds: 8)] }
                ?? []
        case .projectEditAnswered(let answer): DeclarationPanel.taking(answer)
        // The dashboard restarts with the new file.
        case .projectStarted(nil): [.quit]
        case .projectStarted(let problem?): [.tell(StartPanel.self) { $0.refuse(problem) }]
        case .exported(let request, let outcome): [ExportRequest.taking(outcome, of: request)]
        default: []
        }
    }

    /// Takes over a project file that was read again, because it may be edited while the dashboard is open.
    private mutating func take(_ update: ProjectUpdate) -> [Effect] {
        let later = update.laterFields
        say(LogEntry.words(forReloading: later), later.isEmpty ? .success : .warning, as: .file)
        let before = project.keys
        project.take(update)
        var effects = self.update(\.fetching, with: .take(interval: update.refreshInterval))
        if case .source(let source) = update.results {
            effects += self.update(\.experiments, with: .declared(any: source != nil))
        }
        let keysChanged = update.keys != before
        // Results depend on the experiments, and on the cases of the keys that decide them.
        if update.results.isChange || (keysChanged && experiments.areDeclared) {
            effects.append(.followResults(update.results, update.keys))
        }
        if keysChanged {
            source.ages = nil
            effects += settle(OverrideEditor.followingDeclarations(self))
            effects += showCurrent()
        }
        return effects + self.update(\.matrix, with: .projectChanged)
    }

    /// Handles a change to the clock by a number of seconds. Deadlines, such as the next fetch or the end of a message,
    /// move with it, so that the remaining time stays the same. Overrides end by the new time.
    package mutating func clockWasSet(by seconds: TimeInterval) {
        now += seconds
        notices.notice?.until += seconds
        fetching.clockWasSet(by: seconds)
        rollouts.clockWasSet(by: seconds)
        take(overrides: source.report.overrides)
    }

    private mutating func tick() -> [Effect] {
        if let notice = notices.notice, notice.until <= now { self.notices.notice = nil }
        if let validUntil = source.report.validUntil, validUntil <= now {
            take(overrides: source.report.overrides)
        } else if list.filter.dependsOnTime || list.search.filter.dependsOnTime {
            rebuildListing()
        }
        return update(\.fetching, with: .startIfDue) + update(\.rollouts, with: .tick)
    }

    private mutating func hear(_ event: ServiceEvent) -> [Effect] {
        _ = update(\.log, with: .heard(event))
        var effects = update(\.fetching, with: .heard(event))
        switch event {
        case .fetchStarted, .liveStatusChanged: break
        case .fetchFinished(let record):
            effects +=
                update(\.shown.history, with: .fetched(record)) + update(\.templates, with: .fetched(record))
            if record.failure == nil { take(overrides: source.report.overrides, fetchedAt: record.startedAt) }
            if screen == .history { rebuildListing() }
        case .snapshotChanged(let snapshot):
            effects += update(\.shown.history, with: .arrived(snapshot))
            effects += resolve(snapshot)
            effects += update(\.matrix, with: .valuesChanged)
        case .overridesChanged(let state): adopt(state)
        }
        return effects
    }

    /// Replaces the overrides, and updates only the rows that change.
    ///
    /// - Parameter names: the keys that changed.
    mutating func take(overrides: OverrideSet, noting names: Set<String> = [], fetchedAt: Date? = nil) {
        let rows = source.report.update(overrides: overrides, at: now, fetchedAt: fetchedAt)
        if !names.isEmpty { source.changedAt.note(overridesOf: names, at: now) }
        guard rows != nil || !names.isEmpty else { return }
        let noted = (rows ?? []).filter { names.contains(source.report.rows[$0].name) }
        list.keys.overridesChanged(rows ?? [], noted: noted.count == names.count ? noted : nil, content)
        rebuildListing()
    }
}

extension ResultsUpdate {
    fileprivate var isChange: Bool { if case .source = self { true } else { false } }
}
