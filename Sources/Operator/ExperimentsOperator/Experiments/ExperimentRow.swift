import ExperimentsCore
import Foundation

/// One row of the list of experiments: a key whose value an experiment decides, or may decide.
public struct ExperimentRow: Sendable, Hashable {
    /// The experiment; nil for a key that understands baselines but that no assignment names.
    public let experiment: String?
    /// The group of this installation.
    public let group: String
    /// The key, if the assignment names one.
    public let key: String?
    /// The value in force.
    public let value: String?
    /// Whether analytics hears of the group.
    public let isTracked: Bool
    /// When the experiment began, if the source tells.
    public var startedAt: Date?

    package var id: String { (experiment ?? "") + "/" + (key ?? "") }
}

extension Report {
    /// How many rows of experiments there are.
    package var experimentCount: Int {
        snapshot.experiments.reduce(unassignedBaselineKeys.count) { $0 + max(1, $1.keys.count) }
    }

    /// The assignments that the source tells of, key by key, then the declared keys that understand baselines; and the
    /// rows of the keys that assignments name.
    fileprivate var experiments: (rows: [ExperimentRow], byName: [String: ReportRow]) {
        let assignments = snapshot.experiments
        // The declared keys are the first rows, in their order.
        let baselineRows = unassignedBaselineKeys.map { self.rows[$0] }
        guard !assignments.isEmpty || !baselineRows.isEmpty else { return ([], [:]) }
        let byName = rowsByName(Set(assignments.flatMap(\.keys)))
        var rows: [ExperimentRow] = []
        for assignment in assignments {
            let keys: [String?] = assignment.keys.isEmpty ? [nil] : assignment.keys
            for key in keys {
                let row = key.flatMap { byName[$0] }
                rows.append(
                    ExperimentRow(
                        experiment: assignment.id, group: assignment.variant, key: key, value: row?.valueText,
                        isTracked: row?.isTracked ?? false, startedAt: assignment.startedAt))
            }
        }
        for row in baselineRows {
            let text = row.valueText ?? ""
            rows.append(
                ExperimentRow(
                    experiment: nil,
                    group: row.usesDefault ? "default" : Baseline.split(text).isBaseline ? "baseline" : text,
                    key: row.name, value: row.valueText, isTracked: row.isTracked))
        }
        return (rows, byName)
    }

    /// What the report says of some names.
    fileprivate func rowsByName(_ names: Set<String>) -> [String: ReportRow] {
        guard !names.isEmpty else { return [:] }
        let wanted = rows.withUnsafeBufferPointer { rows in
            rows.indices.filter { names.contains(rows[$0].name) }.map { rows[$0] }
        }
        return Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
    }
}

extension KeyListing.Content {
    /// The rows of experiments that a filter lets through.
    package func experiments(passing filter: Filter) -> [ExperimentRow] {
        let (rows, byName) = report.experiments
        return filter.isEmpty ? rows : rows.filter { filter.passes(subject(of: $0, byName), now: now) }
    }

    /// At which places of some rows of experiments something is found.
    package func places(of wanted: Filter, in rows: [ExperimentRow]) -> [Int] {
        let byName = report.rowsByName(Set(rows.compactMap(\.key)))
        return rows.indices.filter { wanted.passes(subject(of: rows[$0], byName), now: now) }
    }

    /// What a filter can know of a row.
    private func subject(of row: ExperimentRow, _ byName: [String: ReportRow]) -> FilterSubject {
        let reported = row.key.flatMap { byName[$0] }
        return FilterSubject(
            names: [row.key].compactMap(\.self), texts: [row.experiment, row.group].compactMap(\.self),
            group: row.group, values: [row.value].compactMap(\.self), source: reported?.sourceWord,
            experiment: row.experiment, status: reported?.status, kind: reported?.key.schema.kind,
            changedAt: row.key.flatMap { times[$0] },
            changedLast: row.key.map { lastChanges[$0] != nil } ?? false)
    }
}

extension ReportRow {
    /// Whether the value in force would be reported as an experiment group: the source's own, and no baseline.
    fileprivate var isTracked: Bool {
        guard status == .ok, key.schema.understandsBaseline, let text = remoteText else { return false }
        return !Baseline.split(text).isBaseline
    }
}
