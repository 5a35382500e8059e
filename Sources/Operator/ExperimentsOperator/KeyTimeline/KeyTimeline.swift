import ExperimentsCore
import Foundation

/// What one key held when, as far as that is known: the source's values, and the overrides in between.
public struct KeyTimeline: Sendable {
    /// A value of the source, from when it was found until another one was.
    package struct Period: Sendable, Hashable {
        /// The value; nil where the source had none.
        package let value: KeptText?
        /// When it was first found.
        package let from: Date
        /// When the value before was last found, so that the change came between the two; nil where that is not known.
        package let notBefore: Date?
        /// Whether it may have been there before: nothing older is known.
        package let isFirst: Bool
        /// When another value was found; nil where it is still there.
        package fileprivate(set) var until: Date?
        /// The source's own version of its values that brought it.
        package let version: String?
        /// Who published it, as far as the source tells.
        package let publisher: String?
        /// The program that found it.
        package let program: String?

        /// What the app is told: the text, or that it is to use its own default; nil where the source had nothing.
        package var text: String? { value.map { $0.text ?? Snapshot.Entry.appDefault } }
    }

    /// The key's name.
    package let name: String
    /// The declared key; nil for a name that only the source knows.
    package let key: CatalogKey?
    /// The values, the oldest first; none where nothing is kept.
    package private(set) var periods: [Period] = []
    /// The overrides that were in force, the oldest first.
    package let overrides: [OverridePeriod]
    /// That everybody gets the same value, and since when; nil where that is not so, or was not asked.
    package var sameForAll: SameForAll?

    /// - Parameters:
    ///   - values: what the source held, the oldest first. Values that are the same as the one before add nothing.
    ///   - steps: how overrides were changed, the oldest first.
    ///   - current: the key's override as it is now, where the steps may not tell of it.
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

    /// The value that the source has now.
    package var current: Period? { periods.last }

    /// How often the value changed.
    package var changeCount: Int { max(0, periods.count - 1) }

    /// The same from a moment on: values and overrides that were over before are left out.
    package func since(_ start: Date) -> KeyTimeline {
        var timeline = KeyTimeline(self, overrides: overrides.filter { ($0.until ?? .distantFuture) > start })
        timeline.periods = periods.filter { ($0.until ?? .distantFuture) > start }
        return timeline
    }

    private init(_ other: KeyTimeline, overrides: [OverridePeriod]) {
        (name, key, self.overrides, sameForAll) = (other.name, other.key, overrides, other.sameForAll)
    }
}

/// An override of a key, while it was in force.
package struct OverridePeriod: Sendable, Hashable {
    /// The value that it put in place of the source's.
    package let value: String
    /// Who set it, and with which program.
    package let origin: OverrideOrigin
    /// Why, in words.
    package let note: String?
    /// When it was set; nil where that is not known.
    package let from: Date?
    /// When it ended; nil where it is still there.
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
