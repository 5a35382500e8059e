import ExperimentsCore

/// An experiment that a project declares, as far as its row is concerned.
package struct DeclaredExperiment: Sendable {
    /// The name of the experiment.
    package let name: String
    /// The key whose values are its groups, or the flag of a source.
    package let key, flag: String?
    /// The names of its groups; empty if only the source knows them.
    package let groups: [String]

    package init(name: String, key: String?, flag: String?, groups: [String]) {
        self.name = name
        self.key = key
        self.flag = flag
        self.groups = groups
    }
}

extension ExperimentRows {
    /// Returns the row of each declared experiment, in their order, with the report's row of its key, and the rows that
    /// belong to no declared experiment.
    package func rows(
        of declared: [DeclaredExperiment]
    ) -> (declared: [(row: ExperimentRow, reported: ReportRow?)], others: [ExperimentRow]) {
        let keys = content.report.rows(named: Set(declared.compactMap(\.key)))
        var taken: Set<String> = []
        let found = declared.map { experiment -> (row: ExperimentRow, reported: ReportRow?) in
            let row = rows.first { row in
                row.experiment == experiment.name || row.experiment.map { $0 == experiment.flag } == true
                    || row.key.map { $0 == experiment.key } == true
            }
            if let row { taken.insert(row.id) }
            let own = experiment.key.flatMap { keys[$0] }
            let nothing = ExperimentRow(
                experiment: experiment.name, group: "—", key: experiment.key ?? experiment.flag, value: nil,
                isTracked: false)
            return (
                row ?? own.map { ExperimentRow(of: $0, experiment: experiment.name) } ?? nothing,
                own ?? row.flatMap(reported)
            )
        }
        return (found, rows.filter { !taken.contains($0.id) })
    }
}

extension ExperimentRow {
    /// Returns the group of this installation, if it is one of these: from the key's value, otherwise as the source
    /// names it.
    package func ownGroup(among groups: [String]) -> String? {
        let value = value.map { Baseline.split($0) }
        let said = value.flatMap { $0.isBaseline ? nil : $0.name }
        return groups.first { $0 == said } ?? groups.first { $0 == group }
    }
}
