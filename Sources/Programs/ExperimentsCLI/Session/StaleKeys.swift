import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// The keys of a project that could be taken out of the app's code.
struct StaleKeys {
    let candidates: [RetirementCandidate]
    /// The names of the declared keys.
    let declared: [String]

    init(_ settings: Settings, at now: Date) throws {
        let session = try ProjectSession.opened(settings)
        declared = session.keys.map(\.name)
        let keys = Dictionary(session.keys.map { ($0.name, $0) }) { first, _ in first }
        var winners: [String: RetirementCandidate.Winner] = [:]
        var excluded = try Self.differing(keys, in: session)
        for standing in try Self.standings(of: session, at: now) {
            guard let key = standing.plan.experiment.key else { continue }
            if let winner = standing.winner {
                winners[key] = RetirementCandidate.Winner(experiment: standing.name, value: winner)
            } else if standing.state != .ended {
                excluded.insert(key)
            }
        }
        let values = try KeptValues(session).log.values.valuesByName()
        let timelines = values.filter { keys[$0.key] != nil }
            .map { KeyTimeline($0.key, keys[$0.key], values: $0.value, at: now) }
        candidates = RetirementCandidate.candidates(timelines, winners: winners, excluding: excluded, at: now)
    }

    private static func standings(of session: ProjectSession, at now: Date) throws -> [ExperimentStanding] {
        guard let results = session.results else { return [] }
        return try Progress.wait("Reading what came in") {
            try await results.standings(at: now, KnownExperiments(), keepingLooks: false)
        }
    }

    /// The keys whose values are not the same for everybody, as far as the source says.
    private static func differing(_ keys: [String: CatalogKey], in session: ProjectSession) throws -> Set<String> {
        if let origin = try session.templates?(session.currentSource)?.origin {
            let template = try Progress.wait("Reading \(origin.title)", within: session.waits) {
                try await origin.published().template
            }
            return Set(keys.keys.filter { UniformValue.value(of: $0, in: template, keys[$0]) == nil })
        }
        // What was seen of other sources that know their users are the values of one of them.
        return session.service.keeper is any PersonaKeeper ? Set(keys.keys) : []
    }
}
