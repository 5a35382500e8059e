import ExperimentsCore
import Foundation

/// A row in the list of experiments: a key whose value an experiment decides, or may decide.
public struct ExperimentRow: Sendable, Hashable {
    /// The experiment; nil for a key that has baselines, but that no assignment names.
    public let experiment: String?
    /// Returns the group of this installation.
    public let group: String
    /// The key, if the assignment names one.
    public let key: String?
    /// The active value.
    public let value: String?
    /// Whether the group is reported to analytics.
    public let isTracked: Bool
    /// The time at which the experiment began, if the source reports it.
    public var startedAt: Date?

    /// Creates a row.
    package init(
        experiment: String?, group: String, key: String?, value: String?, isTracked: Bool,
        startedAt: Date? = nil
    ) {
        self.experiment = experiment
        self.group = group
        self.key = key
        self.value = value
        self.isTracked = isTracked
        self.startedAt = startedAt
    }

    package var id: String { (experiment ?? "") + "/" + (key ?? "") }
}

extension ExperimentRow {
    /// Creates the row of a key that no assignment names. Its value gives the group.
    ///
    /// - Parameter experiment: the experiment that decides the key, if one is declared.
    package init(of row: ReportRow, experiment: String? = nil) {
        let text = row.valueText ?? ""
        let group = row.usesDefault ? "default" : Baseline.split(text).isBaseline ? "baseline" : text
        self.init(
            experiment: experiment, group: group, key: row.name, value: row.valueText,
            isTracked: row.isTracked)
    }
}

extension Report {
    /// The number of rows of experiments.
    package var experimentCount: Int {
        snapshot.experiments.reduce(unassignedBaselineKeys.count) { $0 + max(1, $1.keys.count) }
    }

    /// The assignments that the source reports, key by key, then the declared keys that accept baselines; and the rows
    /// of the keys of assignments.
    fileprivate var experiments: (rows: [ExperimentRow], byName: [String: ReportRow]) {
        let assignments = snapshot.experiments
        // The declared keys are the first rows, in their order.
        let baselineRows = unassignedBaselineKeys.map { self.rows[$0] }
        guard !assignments.isEmpty || !baselineRows.isEmpty else { return ([], [:]) }
        var byName = self.rows(named: Set(assignments.flatMap(\.keys)))
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
            rows.append(ExperimentRow(of: row))
            byName[row.name] = row
        }
        return (rows, byName)
    }

    /// Returns the rows of the report with these names.
    package func rows(named names: Set<String>) -> [String: ReportRow] {
        guard !names.isEmpty else { return [:] }
        let wanted = rows.indices.filter { names.contains(rows[$0].name) }.map { rows[$0] }
        return Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
    }
}

/// The rows of experiments, with the report's rows of their keys.
package struct ExperimentRows: Sendable {
    /// The assignments of the source, key by key, followed by the declared keys that have baselines.
    package let rows: [ExperimentRow]
    private let byName: [String: ReportRow]
    let content: KeyListing.Content

    fileprivate init(_ content: KeyListing.Content) {
        (rows, byName) = content.report.experiments
        self.content = content
    }

    /// Returns the report's row of a row's key.
    package func reported(_ row: ExperimentRow) -> ReportRow? { row.key.flatMap { byName[$0] } }

    /// Returns the properties of a row for a filter.
    ///
    /// - Parameter texts: other texts in the row.
    package func subject(of row: ExperimentRow, with texts: [String] = []) -> FilterSubject {
        let reported = reported(row)
        return FilterSubject(
            names: [row.key].compactMap(\.self),
            texts: [row.experiment, row.group].compactMap(\.self) + texts,
            group: row.group, values: [row.value].compactMap(\.self), source: reported?.sourceWord,
            experiment: row.experiment, status: reported?.status, kind: reported?.key.schema.kind,
            changedAt: row.key.flatMap { content.times[$0] },
            changedLast: row.key.map { content.lastChanges[$0] != nil } ?? false)
    }
}

extension KeyListing.Content {
    /// All rows of experiments.
    package var experiments: ExperimentRows { ExperimentRows(self) }
}

extension ReportRow {
    /// Whether the effective value would be reported as an experiment group: it is the source's own, and not a
    /// baseline.
    var isTracked: Bool {
        guard status == .ok, key.schema.understandsBaseline, let text = remoteText else { return false }
        return !Baseline.split(text).isBaseline
    }
}
