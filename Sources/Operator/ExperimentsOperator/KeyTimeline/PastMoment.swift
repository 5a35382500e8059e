import ExperimentsCore
import ExperimentsSupport
import Foundation

/// A moment in the past as an operator types it: `2h` for two hours ago, `18:00`, `2026-05-12`, `2026-05-12 18:00`, a
/// time in RFC 3339, or `now`.
package struct PastMoment: Sendable, Hashable {
    package let date: Date

    /// Reads a moment that was typed.
    ///
    /// - Parameters:
    ///   - text: a length of time before `now`; a time of day, which means yesterday if it is still to come today; a
    ///     day, which means its beginning; a day and a time of day in local time; or a time in RFC 3339.
    ///   - localTime: the local time.
    /// - Throws: `PastMomentProblem` for any other text, and for a time in the future.
    package init(parsing text: String, now: Date, localTime: LocalTime) throws(PastMomentProblem) {
        guard let date = Self.date(text, now: now, localTime: localTime) else {
            throw PastMomentProblem(
                "\(Quotation.of(text)) is no moment",
                advice: "Write for example 2h (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\" or 2026-05-12T18:00:00Z.")
        }
        guard date <= now else {
            throw PastMomentProblem("\(text) is still to come", advice: "It is \(RFC3339.text(of: now)) now.")
        }
        self.date = date
    }

    private static func date(_ text: String, now: Date, localTime: LocalTime) -> Date? {
        if text == "now" { return now }
        if let duration = DurationText.duration(from: text) { return now - duration.inSeconds }
        if let date = RFC3339.date(from: text) { return date }
        if let (hour, minute) = LocalTime.timeOfDay(text) {
            return localTime.next(hour: hour, minute: minute, after: now - 86400)
        }
        return localTime.date(of: text)
    }
}

/// The reason why a text is not a moment in the past.
package struct PastMomentProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem with the text.
    package let message: String
    /// The form in which to write it instead.
    package let advice: String?

    init(_ message: String, advice: String) {
        (self.message, self.advice) = (message, advice)
    }

    /// The message.
    package var description: String { message }
}
