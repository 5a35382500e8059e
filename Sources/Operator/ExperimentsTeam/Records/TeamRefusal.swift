import ExperimentsCore
import ExperimentsEtcdClient

/// The reason why a change of a team's overrides is not made.
package struct TeamRefusal: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem.
    package let message: String
    /// The next step, if there is one.
    package let advice: String?
    /// Whether the change may have been made anyway, for programs.
    package let details: JSONObject

    private init(_ message: String, advice: String? = nil, details: JSONObject = JSONObject()) {
        self.message = message
        self.advice = advice
        self.details = details
    }

    /// The message.
    package var description: String { message }

    static func brokenHead(_ key: EtcdKey) -> TeamRefusal {
        TeamRefusal(
            "the number of the team's last change cannot be read",
            advice:
                "use etcdctl to store the number of the newest step of its journal under \(key); nothing was changed"
        )
    }

    static func unreadable(_ problem: String, _ key: EtcdKey) -> TeamRefusal {
        TeamRefusal(
            problem, advice: "correct or delete \(key) with etcdctl and try again; nothing was changed")
    }

    static func tooMany(_ count: Int, limit: Int) -> TeamRefusal {
        TeamRefusal(
            "\(count) overrides would change, but etcd changes at most \(limit) in one transaction",
            advice: "change them in several steps; nothing was changed")
    }

    static var unnamed: TeamRefusal { TeamRefusal("a key without a name cannot be overridden for a team") }

    static func cannotWrite(_ problem: OverrideStoreProblem) -> TeamRefusal {
        TeamRefusal(problem.message, advice: problem.advice)
    }

    static func taken(_ subject: String) -> TeamRefusal {
        TeamRefusal(
            "the team already has a \(subject); nothing was changed", advice: "Use --replace to replace it.")
    }

    static func missing(_ subject: String) -> TeamRefusal {
        TeamRefusal("the team has no \(subject); nothing was changed")
    }

    static func changedMeanwhile(_ subject: String) -> TeamRefusal {
        TeamRefusal(
            "someone else changed the team's \(subject) first",
            advice: "review it and try again; nothing was changed")
    }

    static func unknown(_ subject: String, _ error: EtcdError) -> TeamRefusal {
        TeamRefusal(
            "unknown whether the team's \(subject) was changed: \(error)",
            advice: "try again; repeating the change is safe", details: unknownOutcome)
    }

    static var contended: TeamRefusal {
        TeamRefusal(
            "others kept changing the team's overrides, so this change was not made",
            advice: "try again; nothing was changed")
    }
}

/// The error for a change of a team's overrides whose result is not known, because the answer was lost and the store
/// cannot be reached.
package struct TeamOutcomeUnknown: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The ID of the change, which is the end of its step's key in the journal.
    package let id: String
    /// The reason why the answer was lost.
    package let reason: String

    /// The problem.
    package var message: String { "unknown whether the team's overrides were changed: \(reason)" }
    /// How to find out the result.
    package var advice: String? {
        "when the store responds again, use `experiments override log --team` to see whether the change was made"
    }
    /// The message and the advice.
    package var description: String { message }
    /// The outcome and the id, for programs.
    package var details: JSONObject {
        JSONObject(distinct: [
            .init(name: "outcome", value: "unknown"), .init(name: "change", value: .string(id)),
        ])
    }
}
