import ExperimentsCore
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
        guard let date = Self.date(text, now, localTime) else {
            throw PastMomentProblem(
                "\(Quotation.of(text)) is no moment",
                advice: "Write for example 2h (ago), 18:00, 2026-05-12, \"2026-05-12 18:00\" or 2026-05-12T18:00:00Z.")
        }
        guard date <= now else {
            throw PastMomentProblem("\(text) is still to come", advice: "It is \(RFC3339.text(of: now)) now.")
        }
        self.date = date
    }

    private static func date(_ text: String, _ now: Date, _ localTime: LocalTime) -> Date? {
        if text == "now" { return now }
        if let duration = DurationText.duration(from: text) { return now - duration.inSeconds }
        if let date = RFC3339.date(from: text) { return date }
        if let (hour, minute) = LocalTime.timeOfDay(text) {
            return localTime.next(hour: hour, minute: minute, after: now - 86400)
        }
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard let day = parts.first, day.utf8.count == 10 else { return nil }
        let time = parts.count == 2 ? String(parts[1]) : "00:00"
        let seconds = time.utf8.count == 8 ? time : time + ":00"
        guard let shown = RFC3339.date(from: "\(day)T\(seconds)Z") else { return nil }
        // What clocks are ahead of UTC is known for moments of UTC: the second guess is right but for the hour that is
        // left out, or shown twice, when clocks are put forward or back.
        let guess = shown - Double(localTime.offset(at: shown))
        return shown - Double(localTime.offset(at: guess))
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
