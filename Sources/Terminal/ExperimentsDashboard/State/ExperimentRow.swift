import ExperimentsCore
import Foundation

/// One row of the experiments screen: a key whose value an experiment decides, or may decide.
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

    var id: String { (experiment ?? "") + "/" + (key ?? "") }
}

extension DashboardState {
    /// How many rows the screen of experiments has without a filter.
    var experimentCount: Int {
        report.snapshot.experiments.reduce(report.unassignedBaselineKeys.count) { $0 + max(1, $1.keys.count) }
    }

    /// The assignments that the source tells of, key by key, then the declared keys that understand baselines.
    func experimentRows() -> [ExperimentRow] {
        let assignments = report.snapshot.experiments
        // The declared keys are the first rows, in their order.
        let baselineRows = report.unassignedBaselineKeys.map { report.rows[$0] }
        guard !assignments.isEmpty || !baselineRows.isEmpty else { return [] }
        let named = Set(assignments.flatMap(\.keys))
        let wanted = report.rows.withUnsafeBufferPointer { rows in
            named.isEmpty ? [] : rows.indices.filter { named.contains(rows[$0].name) }.map { rows[$0] }
        }
        let byName = Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
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
        return rows.filter { filter.passes(subject(of: $0, byName), now: now) }
    }

    /// What the report says of the keys of some rows.
    func reportedRows(of rows: [ExperimentRow]) -> [String: ReportRow] {
        let named = Set(rows.compactMap(\.key))
        return Dictionary(report.rows.filter { named.contains($0.name) }.map { ($0.name, $0) }) { first, _ in first }
    }

    /// What a filter can know of a row.
    func subject(of row: ExperimentRow, _ byName: [String: ReportRow]) -> FilterSubject {
        let reported = row.key.flatMap { byName[$0] }
        return FilterSubject(
            names: [row.key].compactMap(\.self), texts: [row.experiment, row.group].compactMap(\.self),
            group: row.group, values: [row.value].compactMap(\.self), source: reported?.sourceWord,
            experiment: row.experiment, status: reported?.status, kind: reported?.key.schema.kind,
            changedAt: row.key.flatMap { changedAt[$0] },
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
