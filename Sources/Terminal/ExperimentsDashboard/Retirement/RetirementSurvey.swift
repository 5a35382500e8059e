import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// The keys of a project that can be removed from the app's code, according to what is known about their values.
package struct RetirementSurvey: Sendable {
    /// How far the values of one user are those of all.
    package enum Users: Sendable {
        /// The source gives the same values to everyone.
        case alike
        /// The template says for which keys a condition makes a difference.
        case template(RemoteConfigTemplate)
        /// The source decides for each user, and does not say how.
        case unknown
    }

    private let timelines: [KeyTimeline]
    private let outcomes: ExperimentOutcomes
    /// The keys whose values differ between users.
    private let differing: Set<String>

    /// - Parameters:
    ///   - values: the values of each name at the source, oldest first.
    ///   - standings: the results of the declared experiments.
    package init(
        _ keys: [CatalogKey], values: [String: [KeptValue]], standings: [ExperimentStanding], users: Users, at now: Date
    ) {
        let byName = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        timelines = values.filter { byName[$0.key] != nil }
            .map { KeyTimeline($0.key, byName[$0.key], values: $0.value, at: now) }
        differing =
            switch users {
            case .alike: []
            case .template(let template):
                Set(byName.keys.filter { UniformValue.value(of: $0, in: template, byName[$0]) == nil })
            case .unknown: Set(byName.keys)
            }
        outcomes = ExperimentOutcomes(standings, keys: byName)
    }

    /// The keys that could go, the one that is unchanged for longest first.
    package func candidates(at now: Date) -> [RetirementCandidate] {
        RetirementCandidate.candidates(
            timelines, winners: outcomes.winners, excluding: differing.union(outcomes.undecided), at: now)
    }
}
