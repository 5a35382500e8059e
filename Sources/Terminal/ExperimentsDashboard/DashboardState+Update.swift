import ExperimentsCore
import ExperimentsSupport
import Foundation

extension DashboardState {
    /// Takes what happened, and answers what is to be done outside. The only way the state changes.
    public mutating func update(_ message: Message) -> [Effect] {
        let wasSelecting = isSelecting
        var effects = take(message)
        followPanels()
        followDetailSearch()
        effects = showDoubtfulCopies(effects)
        if wasSelecting != isSelecting, appearance.usesMouse { effects.append(.setMouse(!isSelecting)) }
        notePlace()
        effects +=
            askWhy() + readPastIfListed() + readAgesIfAsked() + refreshTimeline(after: message)
            + refreshMatrix(after: message)
        for case .editOverrides(let edit) in effects {
            overriding.pendingEdits += 1
            anticipate(edit)
        }
        followComparedApp()
        return effects + tellTeam() + startBackgroundWork()
    }

    private mutating func take(_ message: Message) -> [Effect] {
        switch message {
        case .input(let event): return handle(event)
        case .tick(let date): return tick(date)
        case .service(let event, let date):
            now = max(now, date)
            return hear(event)
        case .resolved(let resolved, let date):
            now = max(now, date)
            return adopt(resolved)
        case .prepared(let prepared):
            adopt(prepared)
            return []
        case .compared(let compared):
            adopt(compared)
            return []
        case .differed(let values):
            adopt(values)
            return []
        case .overridesEdited(let answer, let date):
            now = max(now, date)
            return editAnswered(answer)
        case .journalRead(let reading, let date):
            now = max(now, date)
            adopt(reading)
            return []
        case .earlierFetches(let records, let name):
            guard name == source.name else { return [] }
            show(earlier: records)
            log(earlier: records)
            return []
        case .earlierValues(let result, let name): return pastRead(result, of: name)
        case .defaultAgesRead(let result, let name):
            if name == source.name { adopt(result) }
            return []
        case .timelineRead(let timeline, let problem, let name):
            adopt(timeline, problem, of: name)
            return []
        case .referencesFound(let result, let name):
            adopt(result, of: name)
            return []
        case .placeClosed(let place, let failure, let date):
            now = max(now, date)
            placeClosed(place, failure)
            return []
        case .lastKnown(let snapshot, let name):
            // What was fetched in the meantime is newer.
            guard name == source.name, !source.wasHeardFrom, history.timeline.newest.fetchedAt == nil else { return [] }
            return adopt(snapshot)
        case .sourceEvent, .sourceOpened, .sourceNotOpened, .sourceRead: return takeSource(message)
        case .sourceAnswered(let name, let answer, let date):
            now = max(now, date)
            project.answers.take(answer, of: name)
            return []
        case .profilesAnswered(let request, let answer, let date):
            now = max(now, date)
            return profilesAnswered(request, answer)
        case .teamChanged(let view, let date):
            now = max(now, date)
            adopt(view)
            return []
        case .appsChanged(let known, let date):
            now = max(now, date)
            adopt(known)
            return []
        case .resultsRead(let answer, let date):
            now = max(now, date)
            adopt(answer)
            return []
        case .servingChanged(let serving, let date):
            now = max(now, date)
            return adopt(serving)
        case .appLinked(let answer, let date):
            now = max(now, date)
            adopt(answer)
            return []
        case .templateAnswered(let request, let answer, let name, let date):
            now = max(now, date)
            return name == source.name ? templateAnswered(request, answer) : []
        case .valuesAnswered(let request, let answer, let name, let date):
            now = max(now, date)
            return name == source.name ? valuesAnswered(request, answer) : []
        case .explained(let request, let lines):
            source.explanation.take(lines, for: request)
            return []
        case .personaFields(let names):
            personaFieldsRead(names)
            return []
        case .personaSet(let count, let date):
            now = max(now, date)
            personaSet(changedCount: count)
            return []
        case .listenerSays(let text, let isLoss, let date):
            now = max(now, date)
            say(text, isLoss ? .warning : .success, seconds: 12)
            return []
        case .personasAnswered(let request, let answer, let date):
            now = max(now, date)
            return personasAnswered(request, answer)
        case .matrixEvaluated(let request, let answer, let date):
            now = max(now, date)
            return matrixEvaluated(request, answer)
        case .editorClosed(let request, let result, let date):
            now = max(now, date)
            return editorClosed(request, result)
        case .themesRead(let library, let problem, let date):
            now = max(now, date)
            adopt(library, problem)
            return []
        case .projectRead(let result, let date):
            now = max(now, date)
            return projectRead(result)
        case .projectEditAnswered(let answer, let date):
            now = max(now, date)
            take(answer)
            return []
        case .projectStarted(let problem): return projectStarted(problem: problem)
        case .exported(let request, let outcome, let date):
            now = max(now, date)
            exported(request, outcome)
            return []
        case .copied(let text, let outcome, let date):
            now = max(now, date)
            copied(text, outcome)
            return []
        }
    }

    private mutating func tick(_ date: Date) -> [Effect] {
        // Where the clock was set back, what is shown for seconds goes away after those seconds all the same.
        if date < now { notices.notice?.until += date.timeIntervalSince(now) }
        now = date
        if let notice = notices.notice, notice.until <= now { self.notices.notice = nil }
        if let validUntil = source.report.validUntil, validUntil <= now {
            adopt(source.report.overrides)
        } else if list.filter.dependsOnTime || list.search.filter.dependsOnTime {
            rebuildListing()
        }
        return fetchIfDue()
    }

    mutating func fetchIfDue() -> [Effect] {
        // The clock ticks once a second, so the tick nearest to the time is the one to take.
        guard !history.isPaused, fetching.isDue(at: now + 0.5) else { return [] }
        return startFetch(.scheduled)
    }

    mutating func startFetch(_ trigger: FetchTrigger) -> [Effect] {
        fetching.begin(at: now)
        return [.fetch(trigger)]
    }

    mutating func hear(_ event: ServiceEvent) -> [Effect] {
        log(event)
        if let news = fetching.hear(event, at: now) { tell(news) }
        switch event {
        case .fetchStarted, .liveStatusChanged: break
        case .fetchFinished(let record):
            history.append(record)
            if let failure = record.failure {
                tell(failure)
            } else {
                takeBackFailure()
                adopt(source.report.overrides, fetchedAt: record.startedAt)
            }
            if screen == .history { rebuildListing() }
        case .snapshotChanged(let snapshot):
            source.wasHeardFrom = true
            tell(ofProblemsIn: snapshot)
            return adopt(snapshot)
        case .overridesChanged(let state):
            adopt(state)
        }
        return []
    }

    /// Takes other overrides: of the rows only those that they change are others then.
    ///
    /// - Parameter names: those that changed now.
    mutating func adopt(_ overrides: OverrideSet, noting names: Set<String> = [], fetchedAt: Date? = nil) {
        let rows = source.report.update(overrides: overrides, at: now, fetchedAt: fetchedAt)
        if !names.isEmpty { source.changedAt.note(overridesOf: names, at: now) }
        guard rows != nil || !names.isEmpty else { return }
        let noted = (rows ?? []).filter { names.contains(source.report.rows[$0].name) }
        list.keys.overridesChanged(rows ?? [], noted: noted.count == names.count ? noted : nil, content)
        rebuildListing()
    }
}
