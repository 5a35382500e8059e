import ExperimentsCore
import Foundation

/// Durations in words: `3 minutes`, `41 days`.
package enum AgeWords {
    package static func text(from start: Date, to end: Date) -> String {
        let seconds = Int(max(0, min(end.timeIntervalSince(start), 1e12)))
        let (count, unit): (Int, String) =
            switch seconds {
            case ..<60: (seconds, "second")
            case ..<3600: (seconds / 60, "minute")
            case ..<172_800: (seconds / 3600, "hour")
            default: (seconds / 86400, "day")
            }
        return CountText.count(count, unit)
    }
}

extension KeyTimeline {
    /// Something that is to be said of a key as a whole.
    package struct Sentence: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// The time for which it has been unchanged or missing, or that nothing is known.
            case age
            /// That it may have changed earlier than it was seen to.
            case gap
            /// The time for which it has been the key's default.
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
    /// - Parameters:
    ///   - rule: when a key is stale.
    ///   - date: writes the day, and where it matters the time, of a moment.
    package func sentences(at now: Date, by rule: StaleRule = .usual, date: (Date) -> String) -> [Sentence] {
        let same = sameForAll.map { [$0.sentence(at: now, by: rule, date: date)] } ?? []
        guard let current, let unchangedSince else {
            return [Sentence(kind: .age, text: "no values of it are kept yet")] + same
        }
        func length(_ beginning: Beginning) -> String {
            (beginning.isLeast ? "at least " : "") + AgeWords.text(from: beginning.date, to: now)
        }
        var sentences: [Sentence] = []
        func say(_ kind: Sentence.Kind, _ text: String) { sentences.append(Sentence(kind: kind, text: text)) }
        let state = current.value == nil ? "not at the source" : "unchanged"
        say(.age, "\(state) for \(length(unchangedSince)), since \(date(unchangedSince.date))")
        if let notBefore = current.notBefore, current.from.timeIntervalSince(notBefore) > 3600, !current.isFirst {
            say(.gap, "nobody looked between \(date(notBefore)) and then, so it may have changed earlier")
        }
        if let defaultSince {
            say(.atDefault, "at its default for \(length(defaultSince))")
            if isStale(at: now, by: rule) {
                let least = AgeWords.text(from: now - rule.unchanged.inSeconds, to: now)
                say(.stale, "stale: for \(least) or more it says what the app does without it")
            }
        }
        sentences += same
        if changeCount > 0, let first = periods.first {
            let changes = CountText.count(changeCount, "change")
            say(.count, "\(changes) since \(date(first.from)), when its values were first kept")
        }
        return sentences
    }
}

extension UniformValue {
    /// Returns the sentence that all users get the same value. If that has been so for long, the key may as well be a
    /// constant.
    fileprivate func sentence(
        at now: Date, by rule: StaleRule, date: (Date) -> String
    ) -> KeyTimeline.Sentence {
        guard let since else { return KeyTimeline.Sentence(kind: .sameForAll, text: "the same for everybody") }
        let least = since.isLeast ? "at least " : ""
        let version = version.map { ", version \($0)" } ?? ""
        let words =
            "the same for everybody for \(least)\(AgeWords.text(from: since.date, to: now)), "
            + "since \(date(since.date))\(version)"
        return KeyTimeline.Sentence(kind: isStale(at: now, by: rule) ? .stale : .sameForAll, text: words)
    }

    /// Returns whether all users have got the same value for so long that the key may as well be a constant.
    package func isStale(at now: Date, by rule: StaleRule = .usual) -> Bool {
        since.map { now.timeIntervalSince($0.date) >= rule.unchanged.inSeconds } ?? false
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
