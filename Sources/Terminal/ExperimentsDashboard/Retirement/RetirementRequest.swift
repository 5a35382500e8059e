import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

/// A request to compute the change that removes a key from the app's source code, or to write it.
package struct RetirementRequest: Sendable {
    /// The name of the key.
    let name: String
    /// The key, if it is declared.
    let key: CatalogKey?
    /// The value that all users get; nil to use the known one.
    let value: String?
    /// The results of the key's experiments.
    let standings: [ExperimentStanding]
    /// The digest of the change to write; nil to change nothing.
    var digest: String?

    init(_ name: String, value: String?, _ state: DashboardState) {
        self.name = name
        self.value = value
        key = state.project.keys.first { $0.name == name }
        standings = state.experiments.standings.filter { $0.plan.experiment.key == name }
    }
}

/// The change that removes a key, with the value that stays.
package struct ProposedRetirement: Sendable {
    let value: String
    /// The reasons why this is the value that all users get; empty if the user gave it.
    let reasons: [RetirementCandidate.Reason]
    let retirement: KeyRetirement
}

extension DashboardState {
    /// How long keys have had their values, and which values won, as far as known.
    var ages: ValueAges {
        let ages = source.ages ?? .none
        let names = Set(experiments.standings.compactMap(\.plan.experiment.key))
        guard !names.isEmpty else { return ages }
        let outcomes = ExperimentOutcomes(
            experiments.standings, keys: project.keys.filter { names.contains($0.name) })
        return ages.adding(winners: outcomes.winners, excluding: outcomes.undecided)
    }
}

extension RetirementCandidate {
    /// Returns why the key of a row could be removed from the app's code; nil if nothing suggests it.
    static func of(_ row: ReportRow?, _ state: DashboardState) -> RetirementCandidate? {
        guard state.project.changesCode, !state.history.isInThePast, let row, row.isDeclared else {
            return nil
        }
        return state.ages.candidate(for: row, state.source.report.snapshot.entries[row.name])
    }
}
