import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// Which of a project's keys could be taken out of the app's code, by what is known of their values.
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
    private var winners: [String: RetirementCandidate.Winner] = [:]
    /// The keys whose values differ between users.
    private var differing: Set<String>

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
        for standing in standings {
            guard let name = standing.plan.experiment.key, let key = byName[name] else { continue }
            if let value = standing.winningValue, (try? key.schema.check(value)) != nil {
                winners[name] = RetirementCandidate.Winner(experiment: standing.name, value: value)
            } else if standing.state != .ended {
                differing.insert(name)
            }
        }
    }

    /// The keys that could go, the one that is unchanged for longest first.
    package func candidates(at now: Date) -> [RetirementCandidate] {
        RetirementCandidate.candidates(timelines, winners: winners, excluding: differing, at: now)
    }
}

extension DashboardState {
    /// Why a declared key could go from the app's code, as far as it is known without reading more; nil if it is not
    /// known that it could.
    func retirementCandidate(of key: CatalogKey) -> RetirementCandidate? {
        guard project.changesCode, !history.isInThePast else { return nil }
        let standings = experiments.standings.filter { $0.plan.experiment.key == key.name }
        let kept = project.keepsValues && history.past == .read ? history.timeline.keptValues(of: key.name) : []
        guard !standings.isEmpty || !kept.isEmpty else { return nil }
        let survey = RetirementSurvey(
            [key], values: kept.isEmpty ? [:] : [key.name: kept], standings: standings,
            users: source.persona == nil ? .alike : .unknown, at: now)
        return survey.candidates(at: now).first
    }
}
