import ExperimentsCore
import FirebaseTemplates
import Foundation

/// A key that could be taken out of the app, because everyone has one value of it.
public struct RetirementCandidate: Sendable, Hashable {
    /// The reason why it could be removed.
    package enum Reason: Sendable, Hashable {
        /// The value won an experiment that has a final verdict.
        case won(experiment: String)
        /// The value has been the same for everyone since a time.
        case same(since: Date, isLeast: Bool)
    }

    /// The name of the key.
    package let key: String
    /// The value that everyone has, or could have.
    package let value: String
    /// The reasons, the strongest first.
    package let reasons: [Reason]

    package init(key: String, value: String, reasons: [Reason]) {
        self.key = key
        self.value = value
        self.reasons = reasons
    }

    /// Whether the value won an experiment.
    var isWon: Bool { reasons.contains { if case .won = $0 { true } else { false } } }

    /// A value that won an experiment.
    package typealias Winner = (experiment: String, value: String)

    /// Returns the declared keys that could be removed, the one unchanged for longest first.
    ///
    /// - Parameters:
    ///   - timelines: the values of each key over time.
    ///   - winners: the values that won an experiment, by key.
    ///   - excluded: keys whose value differs between users: those of experiments without a verdict, and those for
    ///     which a condition of the source makes a difference.
    package static func candidates(
        _ timelines: [KeyTimeline], winners: [String: Winner] = [:], excluding excluded: Set<String> = [],
        at now: Date
    ) -> [RetirementCandidate] {
        let sorted = timelines.sorted {
            ($0.unchangedSince?.date ?? now, $0.name) < ($1.unchangedSince?.date ?? now, $1.name)
        }
        let known = Set(sorted.map(\.name))
        // A winner may be of a key that was never fetched.
        let others = winners.keys.filter { !known.contains($0) }.sorted()
        return sorted.compactMap { timeline in
            candidate(timeline.name, timeline, winners[timeline.name], excluded, at: now)
        } + others.compactMap { candidate($0, nil, winners[$0], excluded, at: now) }
    }

    private static func candidate(
        _ name: String, _ timeline: KeyTimeline?, _ winner: Winner?, _ excluded: Set<String>, at now: Date
    ) -> RetirementCandidate? {
        let held = excluded.contains(name) ? nil : timeline.flatMap { heldValue($0, at: now) }
        let same = held.map { held in
            RetirementCandidate(
                key: name, value: held.text,
                reasons: [.same(since: held.since.date, isLeast: held.since.isLeast)])
        }
        guard let winner else { return same }
        let isSame = held.map { held in
            held.text == winner.value || timeline?.key?.schema.areSame(winner.value, held.text) == true
        }
        return RetirementCandidate(key: name, winner, beside: isSame == true ? same : nil)
    }

    /// - Parameter same: the key with a value that has been the same for everyone.
    init(key: String, _ winner: Winner, beside same: RetirementCandidate?) {
        self.init(
            key: key, value: winner.value,
            reasons: [.won(experiment: winner.experiment)] + (same?.reasons ?? []))
    }

    /// Returns the value that a key has had for long enough.
    private static func heldValue(
        _ timeline: KeyTimeline, at now: Date
    ) -> (text: String, since: KeyTimeline.Beginning)? {
        guard let key = timeline.key, let current = timeline.current, let since = timeline.unchangedSince
        else {
            return nil
        }
        let text: String
        switch current.value {
        case .whole(let whole): text = whole
        case .appDefault:
            guard let fallback = key.schema.defaultText else { return nil }
            text = fallback
        case .beginning, nil: return nil
        }
        // A default that was written in another way is the same default.
        let begin = timeline.isDefault(current.value) ? timeline.defaultSince ?? since : since
        guard now.timeIntervalSince(begin.date) >= KeyTimeline.staleAfter else { return nil }
        return (text, begin)
    }
}

extension RetirementCandidate.Reason {
    /// Returns the reason in words: `the same for all users for 4 months`.
    package func words(at now: Date) -> String {
        switch self {
        case .won(let experiment): "won the experiment \(experiment)"
        case .same(let since, let isLeast):
            "the same for all users for \(isLeast ? "at least " : "")\(CountText.age(from: since, to: now))"
        }
    }
}

extension RetirementCandidate {
    /// What the values of one user tell about those of others.
    package enum Users: Sendable {
        /// The source gives the same values to everyone.
        case alike
        /// The template shows for which keys a condition makes a difference.
        case template(RemoteConfigTemplate)
        /// The source decides for each user, in an unknown way.
        case unknown
    }

    /// Returns the declared keys that could go, the one that is unchanged for longest first.
    ///
    /// - Parameters:
    ///   - values: the values of each name at the source, oldest first.
    ///   - winners: the values with a final verdict of an experiment, by key.
    ///   - undecided: the keys of experiments that run without a final verdict.
    package static func candidates(
        among keys: [CatalogKey], values: [String: [KeptValue]], winners: [String: Winner],
        undecided: Set<String>,
        users: Users, at now: Date
    ) -> [RetirementCandidate] {
        let byName = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        let timelines = values.filter { byName[$0.key] != nil }
            .map { KeyTimeline($0.key, byName[$0.key], values: $0.value, at: now) }
        // The keys whose values differ between users.
        let differing =
            switch users {
            case .alike: Set<String>()
            case .template(let template):
                Set(byName.keys.filter { UniformValue.value(of: $0, in: template, byName[$0]) == nil })
            case .unknown: Set(byName.keys)
            }
        return candidates(timelines, winners: winners, excluding: differing.union(undecided), at: now)
    }
}
