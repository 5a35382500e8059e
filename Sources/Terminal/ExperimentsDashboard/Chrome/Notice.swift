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
    /// The part of the screen that it describes, as it was then; nil if it stays true. It disappears when that changes.
    var subject: NoticeSubject.Content?
}

/// A part of the screen that a message describes. A message about an earlier state of it would contradict the screen.
enum NoticeSubject: Sendable, Hashable {
    /// The filter of the list.
    case filter
    /// The order of the list.
    case order
    /// The time of the values on the screen, and whether updates are paused.
    case moment
    /// The user that the values are for, and whether they are those of a draft.
    case view

    /// The state of a subject.
    struct Content: Sendable, Hashable {
        let subject: NoticeSubject
        fileprivate let text: String
    }

    func content(_ state: DashboardState) -> Content {
        let parts: [String?] =
            switch self {
            case .filter: [state.list.filter.text, state.list.filterField?.text]
            case .order:
                ["\(state.screen)", state.list.sort.column.rawValue, state.list.sort.isReversed.description]
            case .moment: [state.history.shownGeneration?.description, state.history.isPaused.description]
            case .view:
                [state.source.name, state.source.persona?.words, state.templates.isPreviewed.description]
            }
        return Content(subject: self, text: parts.map { $0 ?? "-" }.joined(separator: "\n"))
    }
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
    /// - Parameters:
    ///   - event: the kind of event.
    ///   - subject: the part of the screen that the message describes, if that can change.
    mutating func say(
        _ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6,
        as event: LogEntry.Event = .message,
        about subject: NoticeSubject? = nil
    ) {
        announce(text, severity, seconds: seconds, about: subject)
        _ = update(\.log, with: .said(event, text, severity))
    }

    /// Shows a message that the log words differently.
    ///
    /// - Parameter subject: the part of the screen that it describes, if that can change.
    mutating func announce(
        _ text: String, _ severity: Notice.Severity, seconds: TimeInterval = 6,
        about subject: NoticeSubject? = nil
    ) {
        let content = subject?.content(self)
        notices.notice = Notice(text: text, severity: severity, until: now + seconds, subject: content)
    }

    /// Removes the message if what it describes has changed.
    mutating func endNoticeIfUntrue() {
        guard let content = notices.notice?.subject, content != content.subject.content(self) else { return }
        notices.notice = nil
    }
}
