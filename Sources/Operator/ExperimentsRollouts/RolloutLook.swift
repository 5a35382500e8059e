import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// What was found about a rollout at one time: its state, its results, and the decision about the next step.
package struct RolloutLook: Sendable {
    package let work: RolloutWork
    package let reading: RolloutReading
    /// The results; nil if they cannot be read.
    package let evidence: RolloutEvidence?
    package let decision: RolloutDecision

    package init(_ work: RolloutWork, _ reading: RolloutReading, _ knowledge: RolloutKnowledge, at now: Date)
    {
        self.work = work
        self.reading = reading
        if case .known(let known) = knowledge { evidence = known } else { evidence = nil }
        decision = work.rollout.decision(in: RolloutSituation(reading, knowledge, at: now))
    }

    package var rollout: ProjectRollout { work.rollout }
    package var state: RolloutState { reading.state }

    /// Whether the next step would change the share.
    package var isStep: Bool { decision.action != nil }

    /// The decision in one line, to follow the name.
    ///
    /// - Parameter isTrial: whether nothing was changed.
    package func sentence(isTrial: Bool) -> String {
        decision.sentence(of: rollout, in: state, isTrial: isTrial)
    }
}

/// What a step did.
package struct RolloutStep: Sendable {
    /// What it did in one line, to follow the name: `went on from 5% to 25%: 2,411 users`.
    package let sentence: String
    /// Whether all users have the old value because of it.
    package let isHarm: Bool

    package init(sentence: String, isHarm: Bool) {
        self.sentence = sentence
        self.isHarm = isHarm
    }
}

extension RolloutWork {
    /// Looks at the template and the results. It changes nothing.
    ///
    /// - Parameter keeps: whether the split and the look are stored.
    package func look(at now: Date, keepingLooks keeps: Bool) async throws -> RolloutLook {
        let reading = try await reading()
        return RolloutLook(self, reading, await knowledge(of: reading, at: now, keepingLooks: keeps), at: now)
    }

    /// Looks, and makes the step that the look decides on.
    ///
    /// - Returns: the look, and what was published; nil if nothing was.
    /// - Throws: the reason why the template cannot be read or changed.
    package func step(at now: Date) async throws -> (look: RolloutLook, done: RolloutStep?) {
        let look = try await look(at: now, keepingLooks: true)
        guard let action = look.decision.action else { return (look, nil) }
        var publication = publication(of: action, from: look.state, because: look.decision.reason)
        var request = publication.begin()
        while let next = request { request = publication.take(await origin.answer(next)) }
        switch publication.stage {
        // Another program has made the same step at the same time, and tells of it.
        case .published(_, _, PublicationWords.othersFirst?): return (look, nil)
        case .published(let base, _, _):
            let sentence = look.sentence(isTrial: false)
            // The next look stores it if this fails.
            try? await keep(base.template, sentence, at: now)
            let done = RolloutStep(sentence: sentence, isHarm: action == .back)
            return ((try? await self.look(at: now, keepingLooks: true)) ?? look, done)
        case .refused(let reason, _): throw reason
        case .unknown(_, let reason): throw RefusalReason(PublicationWords.unknown(reason))
        // Another program has made the step.
        default: return (look, nil)
        }
    }
}
