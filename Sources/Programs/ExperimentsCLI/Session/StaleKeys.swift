import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation

/// The keys of a project that could be removed from the app's code.
struct StaleKeys {
    let candidates: [RetirementCandidate]
    /// The names of the declared keys.
    let declared: [String]

    init(_ settings: Settings, at now: Date) throws {
        let session = try ProjectSession.opened(settings)
        declared = session.keys.map(\.name)
        try session.fetchForResults()
        let values = try KeptValues(session).log.values.valuesByName()
        let outcomes = ExperimentOutcomes(
            try session.standings(at: now, keepingLooks: false) ?? [], keys: session.keys)
        candidates = RetirementCandidate.candidates(
            among: session.keys, values: values, winners: outcomes.winners, undecided: outcomes.undecided,
            users: try Self.users(of: session), at: now)
    }

    private static func users(of session: ProjectSession) throws -> RetirementCandidate.Users {
        guard let origin = try session.templates?(session.currentSource)?.origin else {
            // The stored values of a source with personas are those of one user.
            return session.service.keeper is any PersonaKeeper ? .unknown : .alike
        }
        return .template(
            try Progress.wait("Reading \(origin.title)", within: session.waits) {
                try await origin.published().template
            })
    }
}
