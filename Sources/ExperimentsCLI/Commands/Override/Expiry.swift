import ExperimentsCore
import Foundation

/// When an override ends, as it is given on the command line.
struct Expiry {
    /// The time.
    let date: Date

    /// Reads a length of time from `now`, or a time in RFC 3339.
    init(parsing text: String, at now: Date) throws(CommandProblem) {
        if let duration = DurationText.duration(from: text), duration > .zero {
            date = now + duration.inSeconds
        } else if let time = RFC3339.date(from: text) {
            guard time > now else {
                throw CommandProblem(
                    "--expires \(text) is in the past", advice: "It is \(RFC3339.text(of: now)) now.")
            }
            date = time
        } else {
            throw CommandProblem(
                "--expires \"\(text)\" is neither a length of time nor a time",
                advice: "Write for example 30m, 2h, 1d12h or 2026-03-01T09:30:00Z.")
        }
    }
}
