import ExperimentsCore
import Foundation

/// The values of a key over time, as far as they are known: those of the source, and the overrides.
public struct KeyTimeline: Sendable {
    /// A value of the source, from the time when it was found until another one was found.
    package struct Period: Sendable, Hashable {
        /// The value; nil if the source had none.
        package let value: KeptText?
        /// The time when it was first found.
        package let from: Date
        /// The time when the earlier value was last found, so that the change came between the two; nil if it is not
        /// known.
        package let notBefore: Date?
        /// Whether it may be older, because nothing earlier is known.
        package let isFirst: Bool
        /// The time when another value was found; nil if it is still current.
        package fileprivate(set) var until: Date?
        /// The version of the source's values with which it came.
        package let version: String?
        /// The publisher, if the source says.
        package let publisher: String?
        /// The program that found it.
        package let program: String?

        /// The value for the app: the text, or that it should use its own default; nil if the source had none.
        package var text: String? { value.map { $0.text ?? Snapshot.Entry.appDefault } }
    }

    /// The key's name.
    package let name: String
    /// The declared key; nil for an undeclared name.
    package let key: CatalogKey?
    /// The values, oldest first; empty if nothing is kept.
    package private(set) var periods: [Period] = []
    /// The overrides, oldest first.
    package let overrides: [OverridePeriod]
    /// Whether and since when all users get the same value; nil if they do not, or if it was not requested.
    package var sameForAll: UniformValue?

    /// - Parameters:
    ///   - values: the values of the source, oldest first. A value that equals the one before is ignored.
    ///   - steps: the changes of overrides, oldest first.
    ///   - current: the present override, which the steps may not contain.
    package init(
        _ name: String, _ key: CatalogKey? = nil, values: [KeptValue], steps: [OverrideStep] = [],
        current: Override? = nil, at now: Date
    ) {
        (self.name, self.key) = (name, key)
        overrides = OverridePeriod.periods(of: name, steps, current: current, at: now)
        for value in values {
            if let last = periods.last {
                guard value.moment.at > last.from, last.value != value.text,
                    !(last.value.flatMap { old in value.text.map(old.isSame) } ?? false)
                else { continue }
                periods[periods.count - 1].until = value.moment.at
            }
            periods.append(
                Period(
                    value: value.text, from: value.moment.at,
                    notBefore: value.moment.unchangedUntil.flatMap { $0 < value.moment.at ? $0 : nil },
                    isFirst: periods.isEmpty, version: value.moment.version,
                    publisher: value.moment.notes.first { $0.title == SourceNote.publishedTitle }?.text,
                    program: value.moment.program))
        }
    }

    /// The present value of the source.
    package var current: Period? { periods.last }

    /// The number of changes of the value.
    package var changeCount: Int { max(0, periods.count - 1) }

    /// Returns the timeline from a moment on, without the values and overrides that ended before.
    package func since(_ start: Date) -> KeyTimeline {
        var timeline = KeyTimeline(self, overrides: overrides.filter { ($0.until ?? .distantFuture) > start })
        timeline.periods = periods.filter { ($0.until ?? .distantFuture) > start }
        return timeline
    }

    private init(_ other: KeyTimeline, overrides: [OverridePeriod]) {
        (name, key, self.overrides, sameForAll) = (other.name, other.key, overrides, other.sameForAll)
    }
}

/// An override of a key, with the time during which it was active.
package struct OverridePeriod: Sendable, Hashable {
    /// The value.
    package let value: String
    /// The author and the program.
    package let origin: OverrideOrigin
    /// The reason, in words.
    package let note: String?
    /// The time when it was set; nil if it is not known.
    package let from: Date?
    /// The time when it ended; nil if it is still active.
    package let until: Date?

    static func periods(
        of name: String, _ steps: [OverrideStep], current: Override?, at now: Date
    ) -> [OverridePeriod] {
        var periods: [OverridePeriod] = []
        var open: (override: Override, from: Date?, origin: OverrideOrigin)?
        func close(at date: Date?) {
            guard let ending = open else { return }
            let expiry = ending.override.expiresAt.flatMap { $0 <= (date ?? now) ? $0 : nil }
            periods.append(
                OverridePeriod(
                    value: ending.override.value, origin: ending.origin, note: ending.override.note,
                    from: ending.from, until: expiry ?? date))
            open = nil
        }
        var isFirst = true
        for step in steps {
            for change in step.changes where change.name == name {
                if isFirst, let before = change.before, before.isEnabled {
                    open = (before, before.setAt, OverrideOrigin(author: before.author))
                }
                isFirst = false
                close(at: step.at)
                if let after = change.after, after.isEnabled { open = (after, step.at, step.origin) }
            }
        }
        if isFirst, let current, current.isEnabled {
            open = (current, current.setAt, OverrideOrigin(author: current.author))
        }
        close(at: nil)
        return periods
    }
}
