import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// Everything that the decision about a rollout's next step depends on.
package struct RolloutSituation: Sendable, Hashable {
    /// The state in the template.
    package var state: RolloutState
    /// The last change by this program; nil if there is none.
    package var record: RolloutRecord?
    /// Whether every change by this program leaves a record.
    package var hasRecords: Bool
    /// The time of the last change; nil if it is not known.
    package var changedAt: Date?
    /// What is known about the users.
    package var knowledge: RolloutKnowledge
    /// The present time.
    package var now: Date

    package init(
        state: RolloutState, record: RolloutRecord? = nil, hasRecords: Bool = true, changedAt: Date?,
        knowledge: RolloutKnowledge, now: Date
    ) {
        self.state = state
        self.record = record
        self.hasRecords = hasRecords
        self.changedAt = changedAt
        self.knowledge = knowledge
        self.now = now
    }

    package init(_ reading: RolloutReading, _ knowledge: RolloutKnowledge, at now: Date) {
        self.init(
            state: reading.state, record: reading.record, hasRecords: reading.hasVersions,
            changedAt: reading.changedAt, knowledge: knowledge, now: now)
    }
}

/// The decision about a rollout's next step: one action, or none, with the reason.
package struct RolloutDecision: Sendable, Hashable {
    /// The result in one word or two.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// It goes on to the next step.
        case goesOn = "went on"
        /// Nothing changes for now.
        case holds
        /// The users get the old value again.
        case takenBack = "taken back"
        /// All steps are done.
        case finished
    }

    package let outcome: Outcome
    /// The change to publish; nil for none.
    package let action: RolloutAction?
    /// The reasons, the most important first.
    package let reasons: [String]
    /// The earliest time at which it can go on, if only time is missing or time is missing, too.
    package let until: Date?

    package init(_ outcome: Outcome, _ reasons: [String], action: RolloutAction? = nil, until: Date? = nil) {
        self.outcome = outcome
        self.action = action
        self.reasons = reasons
        self.until = until
    }
}

extension ProjectRollout {
    /// The time without exposures that counts as silence, in seconds.
    private static let silence: TimeInterval = 3600

    /// Decides about the next step. It goes on only if everything proves that it may.
    package func decision(in situation: RolloutSituation) -> RolloutDecision {
        let state = situation.state
        guard case .present(let percent, let mode) = state else {
            if state == .complete { return RolloutDecision(.finished, ["\(value) is the default"]) }
            return RolloutDecision(.holds, [Self.words(forOdd: state)])
        }
        if mode == .takenBack { return RolloutDecision(.takenBack, ["all users have the old value"]) }
        if let words = editWords(situation, percent, mode) { return RolloutDecision(.holds, [words]) }
        let evidence: RolloutEvidence
        switch situation.knowledge {
        case .unreadable(let reason):
            return RolloutDecision(.holds, ["the results cannot be read: \(reason)"])
        case .known(let known): evidence = known
        }
        let next = step(after: percent)
        // At 100%, no one is left to compare with.
        let isForAll = percent >= 100
        if !evidence.doubts.isEmpty, !isForAll { return RolloutDecision(.holds, evidence.doubts) }
        let harm = evidence.doubts.isEmpty ? evidence.findings.filter { $0.kind == .harmful } : []
        if !harm.isEmpty {
            let words = harm.map(\.words)
            guard onHarm == .back else { return RolloutDecision(.holds, words + ["`on_harm` is `hold`"]) }
            return RolloutDecision(.takenBack, words, action: .back)
        }
        if mode == .stopped {
            return RolloutDecision(.holds, ["it was stopped; `experiments rollout start` goes on"])
        }
        let (time, until) = timeWords(situation, percent)
        let reasons = time + (isForAll ? [] : waits(evidence, at: situation.now))
        guard reasons.isEmpty else { return RolloutDecision(.holds, reasons, until: until) }
        guard let next else {
            return RolloutDecision(.finished, ["`experiments rollout finish` makes \(value) the default"])
        }
        let users = FigureText.count(evidence.users, "user")
        return RolloutDecision(.goesOn, [users] + evidence.findings.map(\.summary), action: .step(to: next))
    }

    /// Returns a sentence about a state that no step changes.
    private static func words(forOdd state: RolloutState) -> String {
        switch state {
        case .edited(let change):
            "its condition does not match the project file: \(change); undo that change, or use "
                + "`experiments rollout back`"
        case .withoutValue:
            "a condition with its name gives its key no value; remove or rename that condition"
        case .absent, .complete, .present: "it has not started; `experiments rollout start` starts it"
        }
    }

    /// Returns a sentence if someone else has changed the share, or let it go on after a stop.
    private func editWords(
        _ situation: RolloutSituation, _ percent: Double, _ mode: RolloutState.Mode
    ) -> String? {
        guard situation.hasRecords else { return nil }
        let advice =
            "use `experiments rollout stop` and `start` to keep it, or `back` to give all users the old value"
        guard let record = situation.record else {
            return "no version says when it reached \(RolloutWords.percent(percent)): \(advice)"
        }
        let version = record.version.map { "version \($0)" } ?? "its last version"
        if record.percent != percent {
            return "someone else has set \(RolloutWords.percent(percent)), but \(version) set "
                + "\(RolloutWords.percent(record.percent)): \(advice)"
        }
        guard record.isStopped, mode == .going else { return nil }
        return "someone else has set the color of its condition to green, but \(version) stopped it: "
            + "`experiments rollout stop` and `start` let it go on"
    }

    /// Returns what is missing in the results before the next step.
    private func waits(_ evidence: RolloutEvidence, at now: Date) -> [String] {
        var reasons = evidence.obstacles
        if evidence.users < users {
            let left = FigureText.count(users - evidence.users, "more user", "more users")
            reasons.append("\(left) with \(value)")
        }
        if let words = silenceWords(evidence, now) { reasons.append(words) }
        return reasons + evidence.findings.filter { $0.kind != .safe && $0.kind != .notWorse }.map(\.words)
    }

    /// Returns the time that a step still lasts, as a reason and as a time.
    private func timeWords(_ situation: RolloutSituation, _ percent: Double) -> (
        reasons: [String], until: Date?
    ) {
        let share = RolloutWords.percent(percent)
        guard let changedAt = situation.changedAt else {
            return (["it is not known since when it is at \(share)"], nil)
        }
        let end = changedAt + hold.inSeconds
        guard end > situation.now else { return ([], nil) }
        return (["\(share) lasts until \(RolloutWords.time(end))"], end)
    }

    private func silenceWords(_ evidence: RolloutEvidence, _ now: Date) -> String? {
        guard onSilence == .hold else { return nil }
        guard let last = evidence.lastExposure else { return "there are no exposures yet" }
        guard now.timeIntervalSince(last) > Self.silence else { return nil }
        return "there were no exposures since \(RolloutWords.time(last))"
    }
}

extension RolloutDecision {
    /// The decision in one line, to follow the name: `went on from 5% to 25%: 2,411 users, crashes safe (-8% to +4%)`.
    package func sentence(of rollout: ProjectRollout, in state: RolloutState, isTrial: Bool = false) -> String
    {
        let share = state.percent.map { RolloutWords.percent($0) }
        let words =
            switch (outcome, action) {
            case (.goesOn, .step(let next)?):
                "\(isTrial ? "would go on" : "went on") from \(share ?? "0%") to \(RolloutWords.percent(next))"
            case (.takenBack, .back?):
                "\(isTrial ? "would be taken back" : "taken back") from \(share ?? "its share")"
            case (.holds, _): "holds" + (share.map { $0 == "0%" ? "" : " at \($0)" } ?? "")
            case (.finished, _): "finished at \(share ?? "its last step")"
            case (.goesOn, _), (.takenBack, _): outcome.rawValue
            }
        return words + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))")
    }

    /// The reasons as a part of a version's description.
    package var reason: String? { reasons.isEmpty ? nil : reasons.joined(separator: ", ") }
}
