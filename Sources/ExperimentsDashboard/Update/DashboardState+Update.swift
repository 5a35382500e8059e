import ExperimentsCore
import Foundation

extension DashboardState {
    /// Takes what happened, and answers what is to be done outside. The only way the state changes.
    public mutating func update(_ message: Message) -> [Effect] {
        switch message {
        case .input(let event): return handle(event)
        case .tick(let date): return tick(date)
        case .service(let event, let date):
            now = max(now, date)
            return hear(event)
        case .overridesEdited(let edit, let update, let date):
            now = max(now, date)
            finish(edit, update)
            return []
        case .overridesEditFailed(let edit, let reason, let date):
            now = max(now, date)
            say("\(edit.title): \(reason)", .error, seconds: 12)
            return []
        case .editorClosed(let request, let result, let date):
            now = max(now, date)
            return editorClosed(request, result)
        case .copied(let text, let succeeded, let date):
            now = max(now, date)
            say(
                succeeded ? "copied \(text.prefix(40))" : "this terminal has no clipboard",
                succeeded ? .success : .warning)
            return []
        }
    }

    mutating func say(_ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6) {
        notice = Notice(text: text, severity: severity, until: now + seconds)
    }

    private mutating func tick(_ date: Date) -> [Effect] {
        now = date
        if let notice, notice.until <= now { self.notice = nil }
        if let validUntil = report.validUntil, validUntil <= now {
            adopt(report.updating(overrides: report.overrides, at: now))
        }
        return fetchIfDue()
    }

    mutating func fetchIfDue() -> [Effect] {
        guard !isPaused, activity == .idle, schedule.isDue(at: now) else { return [] }
        return startFetch(.scheduled)
    }

    mutating func startFetch(_ trigger: FetchTrigger) -> [Effect] {
        activity = .running(since: now)
        schedule.fetchStarted()
        return [.fetch(trigger)]
    }

    private mutating func hear(_ event: ServiceEvent) -> [Effect] {
        switch event {
        case .fetchStarted(_, let date):
            activity = .running(since: date)
            schedule.fetchStarted()
        case .fetchFinished(let record):
            activity = .idle
            history.append(record)
            if let failure = record.failure {
                schedule.fetchFailed(at: now, retryAt: failure.retryAt)
            } else {
                schedule.fetchSucceeded(at: now)
            }
            if screen == .history { followItem() }
        case .snapshotChanged(let snapshot):
            if isPaused { heldSnapshot = snapshot } else { adopt(snapshot) }
        case .overridesChanged(let state):
            adopt(state)
        }
        return []
    }

    mutating func adopt(_ snapshot: Snapshot) {
        if report.snapshot.fetchedAt != nil {
            for name in SnapshotDifference(from: report.snapshot, to: snapshot).changes.keys { changedAt[name] = now }
        }
        adopt(Report(keys: keys, snapshot: snapshot, overrides: report.overrides, at: now))
    }

    private mutating func adopt(_ state: OverrideStoreState) {
        if let problem = state.problem, problem != storeProblem {
            say("overrides not read: \(problem)", .error, seconds: 12)
        } else if state.problem == nil, storeProblem != nil {
            say("overrides are readable again", .success)
        }
        storeProblem = state.problem
        for name in state.overrides.namesChanged(from: report.overrides) { changedAt[name] = now }
        adopt(report.updating(overrides: state.overrides, at: now))
    }

    private mutating func adopt(_ new: Report) {
        report = new
        reportChanged()
    }
}
