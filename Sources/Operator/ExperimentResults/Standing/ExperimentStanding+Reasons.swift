import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore

extension ExperimentStanding {
    /// The reasons for the verdict, in sentences.
    package var reasons: [String] { verdict.reasons.map { words(for: $0, of: verdict) } }

    /// Returns a reason for a verdict in words, which are the same in every place that shows it.
    ///
    /// The statistics know only sums. Here, more is known about why users or events are missing, and about what stops a
    /// decision.
    ///
    /// - Parameter verdict: the verdict on the experiment, or on one treatment.
    package func words(for reason: VerdictReason, of verdict: Verdict) -> String {
        if case .noEvents = reason, let counted = tally.uncounted?.counted, counted > 0 {
            return
                "\(FigureText.count(counted, "event is", "events are")) counted, but the values add up to 0 for each user: "
                + "are they refunded in full, or is the value in another column?"
        }
        if case .noExposures = reason, let words = strangersWords { return words }
        if case .mismatch(let split) = reason {
            return plan.design.words(for: split, because: mismatchCause)
        }
        let words = plan.design.words(for: reason)
        // Nobody can stop while a guardrail is open, or while something has to be checked.
        let isOpen = !verdict.open.isEmpty || !stoppingWarnings(of: verdict).isEmpty
        guard isOpen || verdict == self.verdict && !doubts.isEmpty else { return words }
        return words.replacing("conclusive: you can stop; ", with: "conclusive: ")
    }

    /// What explains that users are missing in a group; nil if it is not known.
    private var mismatchCause: String? {
        let missing = groups.map { $0.expected - Double($0.users) }.max() ?? 0
        let strange = strangers.values.reduce(0) { $0.clampedSum($1) }
        if strange > 0, Double(strange) >= missing, let words = strangersWords { return words }
        return laterGroup.map { "\($0.name) has users only since \($0.day)" }
    }

    /// The users of undeclared groups, in a sentence; nil if there are none.
    private var strangersWords: String? {
        guard !strangers.isEmpty else { return nil }
        let places = strangers.sorted { $0.key < $1.key }.map { name, users in
            "\(FigureText.count(users, "user is", "users are")) in \(name)"
        }
        let what = places.count == 1 ? "which is not a declared group" : "which are not declared groups"
        return "\(places.joined(separator: " and ")), \(what)"
    }

    /// A group that has users only since a later day than others, although no phase begins with it.
    private var laterGroup: (name: String, day: EventDay)? {
        guard !plan.followsSource, plan.phases.count == 1,
            let first = tally.days.first(where: { $0.users.values.contains { $0 > 0 } })
        else { return nil }
        for name in plan.design.groups {
            let day = tally.days.first { ($0.users[name] ?? 0) > 0 }?.day
            if let day, day > first.day { return (name, day) }
        }
        return nil
    }

    /// A sentence about a group that was perhaps added later.
    var laterGroupWords: String? {
        laterGroup.map {
            "\($0.name) has users only since \($0.day): if it was added then, declare the `phases` of the experiment"
        }
    }
}
