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
        _ = update(\.log, with: .said(event, text, severity))
    }

    /// Says something of which the log has words of its own.
    mutating func announce(_ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6) {
        notices.notice = Notice(text: text, severity: severity, until: now + seconds)
    }
}
