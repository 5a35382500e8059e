import EtcdClient
import ExperimentsCore

/// The reason why a change of a team's overrides is not attempted. Nothing was changed.
package struct TeamRefusal: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong.
    package let message: String
    /// What to do about it, if there is something to say.
    package let advice: String?

    private init(_ message: String, advice: String? = nil) {
        (self.message, self.advice) = (message, advice)
    }

    /// The message.
    package var description: String { message }

    static func brokenHead(_ key: EtcdKey) -> TeamRefusal {
        TeamRefusal(
            "the store's number of the last change cannot be read",
            advice: "put the number of the newest step of its journal under \(key), with etcdctl; nothing was changed")
    }

    static func unreadable(_ problem: String, _ key: EtcdKey) -> TeamRefusal {
        TeamRefusal(
            problem, advice: "delete \(key) with etcdctl, or put it right, and try again; nothing was changed")
    }

    static func tooMany(_ count: Int, limit: Int) -> TeamRefusal {
        TeamRefusal(
            "\(count) overrides would change at once, and one transaction of etcd changes at most \(limit)",
            advice: "change them in several steps; nothing was changed")
    }

    static var unnamed: TeamRefusal { TeamRefusal("a key without a name cannot be overridden for a team") }

    static func cannotWrite(_ problem: OverrideStoreProblem) -> TeamRefusal {
        TeamRefusal(problem.message, advice: problem.advice)
    }

    static func taken(_ subject: String) -> TeamRefusal {
        TeamRefusal("the team has a \(subject) already; nothing was changed", advice: "--replace replaces it.")
    }

    static func missing(_ subject: String) -> TeamRefusal {
        TeamRefusal("the team has no \(subject); nothing was changed")
    }

    static func changedMeanwhile(_ subject: String) -> TeamRefusal {
        TeamRefusal(
            "somebody else changed the team's \(subject) meanwhile",
            advice: "look at it, and try again; nothing was changed")
    }

    static func unknown(_ subject: String, _ error: EtcdError) -> TeamRefusal {
        TeamRefusal(
            "it is not known whether the team's \(subject) was changed: \(error)",
            advice: "do it once more: that does no harm if it was")
    }

    static var contended: TeamRefusal {
        TeamRefusal(
            "others change the team's overrides all the time, and this change was always too late",
            advice: "try again; nothing was changed")
    }
}

/// The error for a change of a team's overrides whose result is not known, because the answer was lost and the store
/// cannot be reached.
package struct TeamOutcomeUnknown: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The ID of the change, with which the key of its step in the journal ends.
    package let id: String
    /// The reason why the answer was lost.
    package let reason: String

    /// What happened.
    package var message: String { "it is not known whether the team's overrides were changed: \(reason)" }
    /// How to find out the result.
    package var advice: String? {
        "once the store answers, `experiments override log --team` tells whether the change \(id.prefix(8)) is there"
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
