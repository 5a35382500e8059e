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
        /// The time when the earlier value was last seen, so that the change came between the two; nil if it is not
        /// known.
        package let notBefore: Date?
        /// Whether it may be older, because nothing earlier is known.
        package let isFirst: Bool
        /// The time when another value was found; nil if it is still current.
        package fileprivate(set) var until: Date?
        /// The version of the source's values that brought it.
        package let version: String?
        /// The publisher, if the source reports it.
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
    /// The values, oldest first; empty if nothing is stored.
    package private(set) var periods: [Period] = []
    /// The overrides, oldest first.
    package let overrides: [OverridePeriod]
    /// Whether and since when all users get the same value; nil if they do not, or if it was not requested.
    package var sameForAll: UniformValue?

    /// - Parameters:
    ///   - values: the values of the source, oldest first. A value that equals the one before is ignored.
    ///   - steps: the changes to overrides, oldest first.
    ///   - current: the present override, which the steps may not contain.
    package init(
        _ name: String, _ key: CatalogKey? = nil, values: [KeptValue], steps: [OverrideStep] = [],
        current: Override? = nil, at now: Date
    ) {
        self.name = name
        self.key = key
        overrides = OverridePeriod.periods(of: name, steps, current: current, at: now)
        for value in values {
            // The order of writing counts. A clock that was ahead for a while leaves times that are later than the next
            // ones.
            let from = max(value.moment.at, periods.last?.from ?? .distantPast)
            if let last = periods.last {
                guard last.value != value.text,
                    !(last.value.flatMap { old in value.text.map(old.isSame) } ?? false)
                else { continue }
                periods[periods.count - 1].until = from
            }
            periods.append(
                Period(
                    value: value.text, from: from,
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
        name = other.name
        key = other.key
        self.overrides = overrides
        sameForAll = other.sameForAll
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

extension KeyTimeline {
    /// A sentence about a key as a whole.
    package struct Sentence: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// How long it has been unchanged or missing, or that this is not known.
            case age
            /// That it may have changed earlier than that was seen.
            case gap
            /// How long it has been the key's default.
            case atDefault
            /// That all users get the same value.
            case sameForAll
            case stale
            /// The number of times that it changed.
            case count
        }

        package let kind: Kind
        package let text: String
    }

    /// Returns the sentences about the key as a whole. The first says how long it has been unchanged.
    ///
    /// - Parameter date: returns the words for a moment: the day, and the time if it matters.
    package func sentences(at now: Date, date: (Date) -> String) -> [Sentence] {
        let same = sameForAll.map { [$0.sentence(at: now, date: date)] } ?? []
        guard let current, let unchangedSince else {
            return [Sentence(kind: .age, text: "no history yet")] + same
        }
        func length(_ beginning: Beginning) -> String {
            (beginning.isLeast ? "at least " : "") + CountText.age(from: beginning.date, to: now)
        }
        var sentences: [Sentence] = []
        func say(_ kind: Sentence.Kind, _ text: String) { sentences.append(Sentence(kind: kind, text: text)) }
        let state = current.value == nil ? "not in the source" : "unchanged"
        say(.age, "\(state) for \(length(unchangedSince)), since \(date(unchangedSince.date))")
        if let notBefore = current.notBefore, current.from.timeIntervalSince(notBefore) > 3600,
            !current.isFirst
        {
            say(.gap, "no fetch between \(date(notBefore)) and then, so it may have changed earlier")
        }
        if let defaultSince {
            say(.atDefault, "at its default for \(length(defaultSince))")
            if isStale(at: now) {
                let least = CountText.age(from: now - Self.staleAfter, to: now)
                say(.stale, "stale: equal to its default for \(least) or more")
            }
        }
        sentences += same
        if changeCount > 0, let first = periods.first {
            let changes = CountText.count(changeCount, "change")
            say(.count, "\(changes) since \(date(first.from)), when recording began")
        }
        return sentences
    }
}

extension UniformValue {
    /// Returns a sentence if all users get the same value. If that is so for long, the key could be a constant.
    fileprivate func sentence(at now: Date, date: (Date) -> String) -> KeyTimeline.Sentence {
        guard let since else {
            return KeyTimeline.Sentence(kind: .sameForAll, text: "the same for all users")
        }
        let least = since.isLeast ? "at least " : ""
        let version = version.map { ", version \($0)" } ?? ""
        let words =
            "the same for all users for \(least)\(CountText.age(from: since.date, to: now)), "
            + "since \(date(since.date))\(version)"
        return KeyTimeline.Sentence(kind: isStale(at: now) ? .stale : .sameForAll, text: words)
    }

    /// Returns whether all users have got the same value for so long that the key could be a constant.
    package func isStale(at now: Date) -> Bool {
        since.map { now.timeIntervalSince($0.date) >= KeyTimeline.staleAfter } ?? false
    }
}

extension KeyTimeline.Period {
    /// The origin of the value in words: the publisher and the source's version, as far as they are known.
    package var originWords: String {
        [version.map { "version \($0)" }, publisher].compactMap(\.self).joined(separator: ", ")
    }
}

extension OverridePeriod {
    /// The person who set it, in words.
    package var originWords: String {
        [origin.author.map { "by \($0)" }, origin.program.map { "with \($0)" }, note.map { "“\($0)”" }]
            .compactMap(\.self).joined(separator: " ")
    }
}
