import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

/// A row of screen 5: an experiment that the project declares, an experiment of the source, or a key with baselines.
struct ListedExperiment: Sendable {
    /// The results of a declared experiment; nil for others.
    let standing: ExperimentStanding?
    /// The value and the group of this installation.
    let row: ExperimentRow
    /// The report's row for the key that it decides; nil for a key that is not declared.
    let reported: ReportRow?

    /// The text that identifies the row.
    var id: String { standing.map { "declared/" + $0.name } ?? row.id }

    /// The name of the experiment; nil for a key of which no experiment is known.
    var name: String? { standing?.name ?? row.experiment }

    /// The texts in the row besides those of the source.
    var texts: [String] {
        guard let standing else { return [] }
        return [
            standing.name, standing.verdict.word.text, standing.health.text, standing.state.rawValue,
            standing.plan.experiment.owner ?? "",
        ]
    }

    /// The group of this installation, if it is one of the experiment's: what the key's value says, else what the
    /// source calls it.
    var ownGroup: String? {
        guard let standing else { return row.group }
        return row.ownGroup(among: standing.groups.map(\.name))
    }
}

/// All rows of screen 5: the declared experiments in the order of the project file, then what only the source knows.
struct ExperimentList {
    let rows: [ListedExperiment]
    private let known: ExperimentRows

    init(_ standings: [ExperimentStanding], _ content: KeyListing.Content) {
        let known = content.experiments
        self.known = known
        let found = known.rows(
            of: standings.map { standing in
                let experiment = standing.plan.experiment
                return DeclaredExperiment(
                    name: experiment.name, key: experiment.key, flag: experiment.flag,
                    groups: standing.groups.map(\.name))
            })
        let declared = zip(standings, found.declared).map { standing, listed in
            ListedExperiment(standing: standing, row: listed.row, reported: listed.reported)
        }
        rows =
            declared
            + found.others.map { ListedExperiment(standing: nil, row: $0, reported: known.reported($0)) }
    }

    /// Returns the parts of a row that a filter examines.
    func subject(of listed: ListedExperiment) -> FilterSubject { known.subject(of: listed.row, with: listed.texts) }
}
