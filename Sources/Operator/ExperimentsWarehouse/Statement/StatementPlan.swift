import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// Everything that the parts of a statement have in common.
struct StatementPlan {
    /// A metric with the beginning of the names of its columns.
    struct Metric {
        let definition: MetricDefinition
        let prefix: String

        /// Whether values are added up, not only events.
        var addsValues: Bool { [.sum, .mean].contains(definition.kind) || addsValuesOfRatio }
        private var addsValuesOfRatio: Bool { definition.kind == .ratio && definition.countsEvents != true }
        /// Whether it has a denominator instead of a past.
        var isRatio: Bool { definition.kind.estimator == .ratio }
        /// The columns with amounts of a user.
        var amounts: [String] { isRatio ? ["\(prefix)_y", "\(prefix)_d"] : ["\(prefix)_y", "\(prefix)_x"] }
        /// Those that are sums of values, and not of whole numbers.
        var amountsOfValues: [String] {
            addsValues ? (definition.kind == .mean ? [amounts[0]] : amounts) : []
        }
    }

    let experiment: ExperimentDefinition
    let project: WarehouseProject
    let measured: [Metric]
    /// The latest time that counts, in milliseconds since 1970: an hour from now, because clocks differ.
    let latest: Int64

    /// The time before the first exposure in which actions are used, in milliseconds: two weeks.
    static let lookBack: Int64 = 14 * 86_400_000
    /// The column with the number of the answer's rows.
    static let rowCount = "row_count"
    private static let tolerance: Int64 = 3_600_000
    private static let day: Int64 = 86_400_000

    init(_ experiment: ExperimentDefinition, _ project: WarehouseProject, now: Date) {
        self.experiment = experiment
        self.project = project
        let metrics = project.definitions.metrics.filter { experiment.counts($0.name) }
        measured = metrics.enumerated().map { Metric(definition: $1, prefix: "m\($0)") }
        latest = now.eventMilliseconds + Self.tolerance
    }

    var metrics: [MetricDefinition] { measured.map(\.definition) }
    var dialect: ProjectWarehouse.Dialect { project.warehouse.dialect }

    /// The starts of all phases except the first, in milliseconds since 1970.
    var laterStarts: [Int64] { experiment.phaseStarts.map(\.eventMilliseconds) }
    var hasLaterPhases: Bool { experiment.hasLaterPhases }

    /// The longest window of a metric; nil if one has no end.
    var longestWindow: Int64? {
        var longest: Int64 = 0
        for metric in metrics {
            guard let window = metric.window else { return nil }
            longest = max(longest, window)
        }
        return longest
    }

    /// The first day of the events that are needed, with a day to spare for time zones; nil if it is not known.
    var firstDayOfEvents: EventDay? {
        experiment.start.map { EventDay(milliseconds: $0.eventMilliseconds - Self.lookBack - Self.day) }
    }

    /// The day after the last events and exposures that are needed, with a day to spare.
    var dayAfterEvents: EventDay {
        var last = latest
        if let end = experiment.end?.eventMilliseconds, let longestWindow {
            last = min(last, end.clampedSum(longestWindow))
        }
        return EventDay(milliseconds: last).advanced(by: 2)
    }

    /// Returns a relation for FROM.
    ///
    /// - Parameter since: the day that `{{since}}` stands for.
    func rows(of relation: ProjectWarehouse.Relation, since: EventDay?) -> String {
        switch relation.rows {
        case .table(let parts): return parts.map { dialect.name($0) }.joined(separator: ".") + " AS e"
        case .query(let text):
            let first = since ?? EventDay(0)
            let query = PlaceholderText.replacing(in: text) { word in
                dialect.time(word.isExactly("since") ? first : dayAfterEvents)
            }
            // The line break ends a comment at the end of the query. Texts in the query may have several lines, so that
            // its lines must not be indented.
            let lines = ("(\n" + query + "\n) AS e").split(scalar: "\n", omittingEmptySubsequences: false)
            return lines.joined(separator: String(ExperimentStatement.keptLineEnd))
        }
    }

    /// Returns a column of a relation; nil if there is none.
    func column(_ column: ProjectWarehouse.Column, of relation: ProjectWarehouse.Relation) -> String? {
        // With its table: SQLite takes an unknown name in quotation marks for a text.
        relation.columns[column].map { "e." + dialect.name($0) }
    }

    /// Returns an expression with texts replaced.
    func renaming(_ names: [String: String], _ value: String) -> String {
        guard !names.isEmpty else { return value }
        let cases = names.sorted { $0.key < $1.key }
            .map { " WHEN \(dialect.literal($0.key)) THEN \(dialect.literal($0.value))" }
        return "CASE \(value)\(cases.joined()) ELSE \(value) END"
    }

    /// Returns a name for a comment, which cannot end the comment.
    static func comment(_ name: String) -> String {
        let others = "0123456789 _-.".unicodeScalars
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || others.contains($0) }
        return isPlain ? "\"\(name)\"" : "with a name of other characters than letters"
    }
}

extension Int64 {
    /// The sum, or the largest number if the sum does not fit.
    func clampedSum(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
