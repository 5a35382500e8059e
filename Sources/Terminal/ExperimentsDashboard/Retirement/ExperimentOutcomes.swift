import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

/// The keys of experiments: the values that won, and those for which that is not decided.
package struct ExperimentOutcomes: Sendable, Hashable {
    /// The values with a final verdict, by key.
    package private(set) var winners: [String: RetirementCandidate.Winner] = [:]
    /// The keys of experiments that run without a final verdict.
    package private(set) var undecided: Set<String> = []

    package init(_ standings: [ExperimentStanding], keys: [String: CatalogKey]) {
        for standing in standings {
            guard let name = standing.plan.experiment.key, let key = keys[name] else { continue }
            if let value = standing.winningValue, (try? key.schema.check(value)) != nil {
                winners[name] = RetirementCandidate.Winner(experiment: standing.name, value: value)
            } else if standing.state != .ended {
                undecided.insert(name)
            }
        }
    }
}

extension ValueAges {
    /// The same with what experiments came to.
    package func adding(_ outcomes: ExperimentOutcomes) -> ValueAges {
        adding(winners: outcomes.winners, excluding: outcomes.undecided)
    }
}

extension DashboardState {
    /// For how long keys have had their values, and which values won, as far as that was read.
    var ages: ValueAges {
        let ages = source.ages ?? .none
        let names = Set(experiments.standings.compactMap(\.plan.experiment.key))
        guard !names.isEmpty else { return ages }
        let keys = project.keys.filter { names.contains($0.name) }
        return ages.adding(
            ExperimentOutcomes(
                experiments.standings, keys: Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }))
    }
}

extension RetirementCandidate {
    /// Why the key of a row could go from the app's code; nil if it is not known that it could.
    static func of(_ row: ReportRow?, _ state: DashboardState) -> RetirementCandidate? {
        guard state.project.changesCode, !state.history.isInThePast, let row, row.isDeclared else { return nil }
        return state.ages.candidate(for: row, state.source.report.snapshot.entries[row.name])
    }
}
