import ExperimentsCore
import Foundation

// The sentences for events, which `watch` prints, the log stores and the dashboard shows.

extension FetchRecord {
    /// Returns a sentence about a fetch: `fetch updated: version 12, HTTP 200, 812 bytes, 23ms, 1 changed`.
    ///
    /// - Parameters:
    ///   - limit: how many of the keys that it changed are named.
    ///   - time: how a time is written.
    package func sentence(naming limit: Int = 0, time: (Date) -> String) -> String {
        let took = DurationText.text(of: duration)
        if let failure {
            let again = failure.retryAt.map { "; next try not before \(time($0))" } ?? ""
            return "fetch failed after \(took): \(failure.summary)\(again)"
        }
        let parts = [
            version.map { "version \($0)" }, httpStatus.map { "HTTP \($0)" },
            bytes > 0 ? "\(bytes) bytes" : nil, took,
            difference.isEmpty ? nil : "\(difference.count) changed" + names(limit),
        ]
        return "fetch \(statusWord): " + parts.compactMap(\.self).joined(separator: ", ")
    }

    private func names(_ limit: Int) -> String {
        guard limit > 0 else { return "" }
        let names = difference.limited(to: limit).names
        let more = difference.count - names.count
        return ": " + names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}

extension FetchFailure {
    /// The message that a fetch failed, with the reason.
    package var notice: String { "the fetch failed: \(summary)" }
}

extension LiveStatus {
    /// The status in words, with its reason.
    package var words: String {
        switch self {
        case .off: "live updates: off"
        case .connecting: "live updates: connecting"
        case .live: "live updates: on"
        case .interrupted(let reason, _): "live updates lost: \(reason)"
        case .unavailable(let reason): "no live updates: \(reason)"
        }
    }

    /// Returns the status in words, with its reason and the next try.
    ///
    /// - Parameter time: formats a time.
    package func sentence(time: (Date) -> String) -> String {
        words + (nextTryAt.map { "; next try at \(time($0))" } ?? "")
    }
}

extension LiveNews {
    /// Returns the part of the event that deserves a message, in words.
    ///
    /// - Parameter wait: how the time until something is written.
    package func notice(wait: (Date) -> String) -> String {
        switch self {
        case .back: "live updates are back"
        case .lost(let words, let nextTryAt): words + (nextTryAt.map { ", next try in \(wait($0))" } ?? "")
        case .unavailable(let words): words
        }
    }
}

/// The sentences about changes to overrides, and about their file.
package enum OverrideWords {
    /// The length up to which a sentence shows a value.
    private static let valueLimit = 60

    /// Returns a sentence that the file cannot be read, with the reason, or that it can be read again.
    ///
    /// - Parameter name: returns the name of the file at a path, if it is not the path.
    package static func text(of problem: OverrideStoreProblem?, calling name: (String) -> String = { $0 })
        -> String
    {
        guard let problem else { return "overrides are readable again" }
        return "overrides not read: \(problem.named(name))"
    }

    /// Returns a sentence about a change to overrides, with the old and the new value, the person and the program:
    /// `override paywall: none -> b, by eve in the dashboard`.
    ///
    /// - Parameter reversal: whether it undoes or redoes an earlier change; nil for neither.
    package static func sentence(
        _ title: String, reversal: OverrideReversal?, changes: [OverrideSetDifference.Change],
        by origin: OverrideOrigin
    ) -> String {
        let action = reversal.map { "\($0.done): \(title)" } ?? title
        let what =
            changes.count == 1
            ? changes[0].words(valueLimit) : changes.isEmpty ? nil : "\(changes.count) keys"
        return [[action, what].compactMap(\.self).joined(separator: ": "), origin.words]
            .compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the names of changed overrides; for a single one, also both values.
    static func sentence(_ changes: [OverrideSetDifference.Change]) -> String {
        guard changes.count == 1 else { return OverrideTitle.words(for: changes.map(\.name)) }
        return "\(changes[0].name): \(changes[0].words(valueLimit))"
    }
}

extension OverrideStep {
    /// The change, with both values, its author and the program.
    package var sentence: String {
        OverrideWords.sentence(title, reversal: kind.reversal, changes: changes, by: origin)
    }
}

extension OverrideOrigin {
    /// The person and the program; nil if neither is known.
    package var words: String? {
        let place = program.map {
            ["experiments", "dashboard"].contains($0) ? "in the dashboard" : "with \($0)"
        }
        let who = author.map { "by \($0)" }
        let words = [who, place].compactMap(\.self).joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}

extension OverrideSetDifference.Change {
    /// Returns the old and the new override: `none -> b (off)`.
    ///
    /// - Parameter limit: the maximum number of characters of a value.
    package func words(_ limit: Int = .max) -> String {
        func words(_ override: Override?) -> String {
            guard let override else { return "none" }
            return cut(override.value, limit) + (override.isEnabled ? "" : " (off)")
        }
        return "\(words(before)) -> \(words(after))" + (word == "edited" ? " (note or expiry)" : "")
    }
}

extension SnapshotDifference.Change {
    /// The old and the new value: `7 -> 8`.
    package var words: String {
        func words(_ text: String?) -> String { text.map { cut($0, .max) } ?? Snapshot.Entry.appDefault }
        return switch self {
        case .added(let new): "none -> \(words(new))"
        case .removed(let old): "\(words(old)) -> none"
        case .changed(let old, let new): "\(words(old)) -> \(words(new))"
        }
    }
}

/// Returns a value for a sentence: quotes for an empty one, and a limited number of characters.
private func cut(_ text: String, _ limit: Int) -> String {
    if text.isEmpty { return "\"\"" }
    return text.utf8.count > limit ? text.prefix(limit) + "…" : text
}
