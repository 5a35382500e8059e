import ExperimentsCore
import Foundation

/// The words for values that were fetched earlier, while the source cannot be reached, or its values cannot be read.
package enum OutageWords {
    /// Returns `values from 3h ago, fetch failed: REASON`.
    ///
    /// - Parameters:
    ///   - time: when they were fetched: `3h ago`.
    ///   - reason: why the fetch failed; nil if the source was not asked yet.
    package static func values(from time: String, because reason: String?) -> String {
        "values from \(time), " + (reason.map { "fetch failed: \($0)" } ?? "source not reached yet")
    }

    /// Returns the time since a date as commands print it: `3h ago`.
    package static func time(since date: Date, to now: Date) -> String {
        let age = max(0, now.timeIntervalSince(date).rounded(.down))
        return age < 1 ? "a moment ago" : "\(DurationText.text(of: .seconds(age))) ago"
    }
}
