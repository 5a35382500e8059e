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
        let value = row.value.map { Baseline.split($0) }
        let said = value.flatMap { $0.isBaseline ? nil : $0.name }
        return (standing.groups.first { $0.name == said } ?? standing.groups.first { $0.name == row.group })?.name
    }
}

/// All rows of screen 5: the declared experiments in the order of the project file, then what only the source knows.
struct ExperimentList {
    let rows: [ListedExperiment]
    private let known: ExperimentRows

    init(_ standings: [ExperimentStanding], _ content: KeyListing.Content) {
        let known = content.experiments
        self.known = known
        let keys = content.report.rows(named: Set(standings.compactMap(\.plan.experiment.key)))
        var taken: Set<String> = []
        let declared = standings.map { standing in
            let experiment = standing.plan.experiment
            let row = known.rows.first { row in
                row.experiment == experiment.name || row.experiment.map { $0 == experiment.flag } == true
                    || row.key.map { $0 == experiment.key } == true
            }
            if let row { taken.insert(row.id) }
            let own = experiment.key.flatMap { keys[$0] }.map { ExperimentRow(of: $0, experiment: experiment.name) }
            let nothing = ExperimentRow(
                experiment: experiment.name, group: "—", key: experiment.key ?? experiment.flag, value: nil,
                isTracked: false)
            return ListedExperiment(
                standing: standing, row: row ?? own ?? nothing,
                reported: experiment.key.flatMap { keys[$0] } ?? row.flatMap(known.reported))
        }
        let others = known.rows.filter { !taken.contains($0.id) }
        rows =
            declared
            + others.map { ListedExperiment(standing: nil, row: $0, reported: known.reported($0)) }
    }

    /// Returns the parts of a row that a filter examines.
    func subject(of listed: ListedExperiment) -> FilterSubject { known.subject(of: listed.row, with: listed.texts) }
}
