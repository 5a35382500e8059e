import ExperimentsOperator
import Foundation

/// A short message above the footer that disappears by itself.
package struct Notice: Sendable, Hashable {
    /// The kind of message, which decides its color.
    package enum Severity: Sendable, Hashable {
        /// An action succeeded.
        case success
        /// Something needs attention, or an action is not possible.
        case warning
        /// Something failed.
        case error
    }

    /// The message that is shown.
    package var text: String
    /// The kind of message, which decides its color.
    package var severity: Severity
    /// The time at which it disappears.
    package var until: Date
}

extension Notice.Severity {
    /// The role of its text.
    var role: Role {
        switch self {
        case .success: .success
        case .warning: .warning
        case .error: .error
        }
    }
}

/// The messages to the user.
struct NoticeState: Sendable {
    /// The message above the footer, which disappears by itself.
    var notice: Notice?
    /// The text last sent to the terminal's clipboard. The terminal may not have accepted it.
    var doubtfulCopy: String?
}

// The text above the footer.
extension DashboardState {
    /// Shows a message, and logs it.
    ///
    /// - Parameter event: the kind of event.
    mutating func say(
        _ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6, as event: LogEntry.Event = .message
    ) {
        announce(text, severity, seconds: seconds)
        _ = update(\.log, with: .said(event, text, severity))
    }

    /// Shows a message that the log words differently.
    mutating func announce(_ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6) {
        notices.notice = Notice(text: text, severity: severity, until: now + seconds)
    }
}
