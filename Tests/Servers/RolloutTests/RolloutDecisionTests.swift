import ExperimentsProject
import ExperimentsRollouts
import Foundation
import TestSupport
import Testing

@Suite("The decision about the next step of a rollout", .inTurn)
struct RolloutDecisionTests {
    typealias Finding = RolloutEvidence.Finding
    typealias Outcome = RolloutDecision.Outcome

    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let hour: TimeInterval = 3600

    static func finding(_ kind: Finding.Kind, _ metric: String = "crashes") -> Finding {
        Finding(metric, kind, range: "-8% to +4%", words: "\(metric) is \(kind.rawValue)")
    }

    static func rollout(_ change: (inout ProjectRollout) -> Void = { _ in }) -> ProjectRollout {
        var rollout = ProjectRollout(
            name: "Checkout", key: "checkout_flow", to: "one_page", source: "production",
            experiment: "Checkout",
            steps: [1, 5, 25, 100], guardrails: ["crashes"])
        rollout.users = 2000
        change(&rollout)
        return rollout
    }

    /// A situation in which it goes on from 5%.
    static func situation(
        _ change: (inout RolloutSituation) -> Void = { _ in },
        evidence: (inout RolloutEvidence) -> Void = { _ in }
    ) -> RolloutSituation {
        var known = RolloutEvidence(users: 2411, guardrails: [finding(.safe)], lastExposure: now - 60)
        evidence(&known)
        var situation = RolloutSituation(
            state: .present(percent: 5, .going),
            record: RolloutRecord(percent: 5, at: now - 25 * hour, version: 7),
            changedAt: now - 25 * hour, knowledge: .known(known), now: now)
        change(&situation)
        return situation
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var rollout = RolloutDecisionTests.rollout()
        let situation: RolloutSituation
        let outcome: Outcome
        var action: RolloutAction?
        var words = ""

        init(
            _ description: String, _ situation: RolloutSituation, _ outcome: Outcome,
            _ action: RolloutAction? = nil,
            _ words: String = "", rollout: ProjectRollout = RolloutDecisionTests.rollout()
        ) {
            testDescription = description
            self.rollout = rollout
            self.situation = situation
            self.outcome = outcome
            self.action = action
            self.words = words
        }
    }

    static let states: [Case] = [
        Case("everything is safe", situation(), .goesOn, .step(to: 25), "2,411 users"),
        Case("it has not started", situation { $0.state = .absent }, .holds, nil, "not started"),
        Case("it is finished", situation { $0.state = .complete }, .finished, nil, "one_page is the default"),
        Case(
            "the condition was changed", situation { $0.state = .edited("its color is blue") }, .holds, nil,
            "its color is blue"),
        Case(
            "the share was changed", situation { $0.state = .present(percent: 25, .going) }, .holds, nil,
            "someone else has set 25%, but version 7 set 5%"),
        Case(
            "someone has let it go on after a stop",
            situation {
                $0.record = RolloutRecord(percent: 5, at: now - 25 * hour, version: 7, words: "5%, stopped")
            },
            .holds, nil, "but version 7 stopped it"),
        Case(
            "a condition has its name and no value", situation { $0.state = .withoutValue }, .holds, nil,
            "remove or rename that condition"),
        Case(
            "no version names it", situation { $0.record = nil }, .holds, nil,
            "no version says when it reached 5%"),
        Case(
            "a file has no versions",
            situation {
                $0.record = nil
                $0.hasRecords = false
            }, .goesOn, .step(to: 25)),
        Case(
            "the time of the change is not known", situation { $0.changedAt = nil }, .holds, nil,
            "not known since when"),
        Case(
            "it was taken back", situation { $0.state = .present(percent: 0, .takenBack) }, .takenBack, nil,
            "old value"),
        Case(
            "it is stopped", situation { $0.state = .present(percent: 5, .stopped) }, .holds, nil,
            "was stopped"),
        Case(
            "the last step is over",
            situation {
                $0.state = .present(percent: 100, .going)
                $0.record = RolloutRecord(percent: 100, at: now - 25 * hour)
            }, .finished, nil, "rollout finish"),
        Case(
            "it is not known since when the last step lasts",
            situation {
                $0.state = .present(percent: 100, .going)
                $0.record = RolloutRecord(percent: 100, at: nil)
                $0.changedAt = nil
            }, .holds, nil, "not known since when"),
        Case(
            "the last step is for half of the users, and a guardrail is not known",
            situation(
                {
                    $0.state = .present(percent: 50, .going)
                    $0.record = RolloutRecord(percent: 50, at: now - 25 * hour)
                }, evidence: { $0.guardrails = [finding(.open)] }), .holds, nil, "crashes is not yet known",
            rollout: rollout { $0.steps = [5, 50] }),
        Case(
            "the last step is not over",
            situation {
                $0.state = .present(percent: 100, .going)
                $0.record = RolloutRecord(percent: 100, at: now - hour)
                $0.changedAt = now - hour
            }, .holds, nil, "100% lasts until"),
    ]

    static let results: [Case] = [
        Case(
            "the results cannot be read", situation { $0.knowledge = .unreadable("timed out") }, .holds, nil,
            "timed out"),
        Case(
            "the time is not over", situation { $0.changedAt = now - 23 * hour }, .holds, nil,
            "5% lasts until"),
        Case("the clock is behind", situation { $0.changedAt = now + hour }, .holds, nil, "5% lasts until"),
        Case(
            "users are missing", situation(evidence: { $0.users = 1999 }), .holds, nil,
            "1 more user with one_page"),
        Case("the users are enough", situation(evidence: { $0.users = 2000 }), .goesOn, .step(to: 25)),
        Case(
            "a guardrail is not known", situation(evidence: { $0.guardrails = [finding(.open)] }), .holds,
            nil,
            "crashes is not yet known"),
        Case(
            "one of two guardrails is not known",
            situation(evidence: { $0.guardrails = [finding(.safe), finding(.open, "refunds")] }), .holds, nil,
            "refunds is not yet known"),
        Case(
            "a guardrail is harmed", situation(evidence: { $0.guardrails = [finding(.harmful)] }), .takenBack,
            .back,
            "crashes is harmful"),
        Case(
            "one of two guardrails is harmed",
            situation(evidence: { $0.guardrails = [finding(.safe), finding(.harmful, "refunds")] }),
            .takenBack,
            .back),
        Case(
            "a guardrail is harmed in the first hour",
            situation(
                {
                    $0.changedAt = now - hour
                }, evidence: { $0.guardrails = [finding(.harmful)] }), .takenBack, .back),
        Case(
            "a guardrail is harmed after a stop",
            situation(
                {
                    $0.state = .present(percent: 5, .stopped)
                }, evidence: { $0.guardrails = [finding(.harmful)] }), .takenBack, .back),
        Case(
            "a guardrail is harmed, and a person decides",
            situation(evidence: { $0.guardrails = [finding(.harmful)] }), .holds, nil, "`on_harm` is `hold`",
            rollout: rollout { $0.onHarm = .hold }),
        Case(
            "the goal got worse", situation(evidence: { $0.goal = finding(.harmful, "purchase") }),
            .takenBack, .back),
        Case(
            "the goal is not worse", situation(evidence: { $0.goal = finding(.notWorse, "purchase") }),
            .goesOn,
            .step(to: 25)),
        Case(
            "the goal has changed", situation(evidence: { $0.goal = finding(.open, "purchase") }), .holds,
            nil,
            "purchase is not yet known"),
        Case(
            "the split does not match", situation(evidence: { $0.doubts = ["9 : 1 users"] }), .holds, nil,
            "9 : 1 users"),
        Case(
            "harm is not known with a split that does not match",
            situation(evidence: {
                $0.doubts = ["9 : 1 users"]
                $0.guardrails = [finding(.harmful)]
            }), .holds),
        Case(
            "there is an unknown group", situation(evidence: { $0.obstacles = ["9 users are in c"] }), .holds,
            nil,
            "9 users are in c"),
        Case(
            "harm is known beside an unknown group",
            situation(evidence: {
                $0.obstacles = ["9 users are in c"]
                $0.guardrails = [finding(.harmful)]
            }), .takenBack, .back),
        Case(
            "there were no exposures for an hour", situation(evidence: { $0.lastExposure = now - 2 * hour }),
            .holds,
            nil, "no exposures since"),
        Case(
            "there were none at all", situation(evidence: { $0.lastExposure = nil }), .holds, nil,
            "no exposures yet"),
        Case(
            "silence is ignored", situation(evidence: { $0.lastExposure = now - 2 * hour }), .goesOn,
            .step(to: 25),
            rollout: rollout { $0.onSilence = .ignore }),
        Case(
            "no one is left to compare with at the last step",
            situation(
                {
                    $0.state = .present(percent: 100, .going)
                    $0.record = RolloutRecord(percent: 100, at: now - 25 * hour)
                }, evidence: { $0.doubts = ["9 : 1 users"] }), .finished),
    ]

    @Test("depends on the state, the time and the results", arguments: states + results)
    func decides(_ expected: Case) {
        let decision = expected.rollout.decision(in: expected.situation)
        #expect(decision.outcome == expected.outcome)
        #expect(decision.action == expected.action)
        let text = decision.sentence(of: expected.rollout, in: expected.situation.state)
        #expect(expected.words.isEmpty || text.contains(expected.words), "\(text)")
    }

    @Test("names everything that is missing, and the time until which it holds")
    func everything() {
        let decision = Self.rollout().decision(
            in: Self.situation(
                { $0.changedAt = Self.now - Self.hour },
                evidence: {
                    $0.users = 100
                    $0.guardrails = [Self.finding(.open)]
                }))
        #expect(decision.reasons.count == 3)
        #expect(decision.until == Self.now + 23 * Self.hour)
    }

    @Test("is said in one sentence")
    func sentence() {
        let rollout = Self.rollout()
        let situation = Self.situation()
        let decision = rollout.decision(in: situation)
        #expect(
            decision.sentence(of: rollout, in: situation.state)
                == "went on from 5% to 25%: 2,411 users; crashes safe (-8% to +4%)")
        #expect(
            decision.sentence(of: rollout, in: situation.state, isTrial: true)
                == "would go on from 5% to 25%: 2,411 users; crashes safe (-8% to +4%)")
        #expect(
            rollout.note(.step(to: 25), from: situation.state, because: decision.reason)
                == "Checkout: 5% → 25%, 2,411 users, crashes safe (-8% to +4%)")
    }
}
