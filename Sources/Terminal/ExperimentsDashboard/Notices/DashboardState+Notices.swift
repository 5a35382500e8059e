import ExperimentsCore
import ExperimentsOperator
import Foundation

// What is said above the footer.
extension DashboardState {
    /// Says something, and keeps it in the log.
    ///
    /// - Parameter event: what it is about.
    mutating func say(
        _ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6, as event: LogEntry.Event = .message
    ) {
        announce(text, severity, seconds: seconds)
        log(event, text, severity)
    }

    /// Says something of which the log has words of its own.
    mutating func announce(_ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6) {
        notices.notice = Notice(text: text, severity: severity, until: now + seconds)
    }

    /// Why a fetch failed is said whole, once: not again while fetches go on to fail for it.
    mutating func tell(_ failure: FetchFailure) {
        let failures = history.fetches.records.dropLast().reversed().lazy.map(\.failure).prefix { $0 != nil }
        if !failures.contains(where: { $0?.summary == failure.summary }) {
            announce(failure.notice, .error, seconds: 10)
        }
    }

    /// That a fetch failed is not said any longer once one has succeeded.
    mutating func takeBackFailure() {
        let failure = history.fetches.records.dropLast().last?.failure
        if let failure, notices.notice?.text == failure.notice { notices.notice = nil }
    }

    /// What is wrong with the source as a whole is said once, when it is new.
    mutating func tell(ofProblemsIn snapshot: Snapshot) {
        let known = Set(history.timeline.newest.contentProblems)
        let new = snapshot.contentProblems.filter { !known.contains($0) }
        guard let first = new.first else { return }
        say(new.count == 1 ? first : "\(first) (and \(new.count - 1) more)", .warning, seconds: 10)
    }

    mutating func tell(_ news: LiveNews) {
        let text = news.notice { TimeText.age(from: now, to: $0) }
        if case .back = news { announce(text, .success) } else { announce(text, .warning, seconds: 10) }
    }
}
