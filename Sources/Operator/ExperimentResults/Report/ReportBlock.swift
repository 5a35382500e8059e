import ExperimentEvents
import ExperimentStatistics

/// A part of a report under a heading.
package struct ReportSection: Sendable {
    /// The heading.
    package let title: String
    /// The content, in order.
    package let blocks: [ReportBlock]
}

/// A piece of a report's content.
package enum ReportBlock: Sendable {
    /// One or more sentences.
    case text(String)
    /// A sentence that a reader must not miss.
    case warning(String)
    /// Names and values, one on each line.
    case facts([(name: String, value: String)])
    /// Rows under headings.
    case table(ReportTable)
    /// A picture, which only HTML has.
    case chart(ReportChart)
    /// Commands for a shell, one on each line.
    case commands([String])
}

/// Rows under headings.
package struct ReportTable: Sendable {
    /// A cell.
    package enum Cell: Sendable {
        case text(String)
        case verdict(VerdictWord)
        /// An interval that is not ruled out, on a scale.
        case interval(EffectRange, on: ClosedRange<Double>, VerdictWord)
    }

    /// A sentence that explains the rows.
    package let caption: String
    /// The headings, and whether a column holds numbers.
    package let columns: [(title: String, isNumber: Bool)]
    /// The rows, each as long as `columns`.
    package let rows: [[Cell]]
}

/// A chart, with a sentence that explains it.
package enum ReportChart: Sendable {
    /// The number of new users on each day.
    case usersByDay([Int], from: EventDay, caption: String)
    /// How an interval narrowed until a day.
    case course(IntervalCourse, until: Double, VerdictWord, caption: String)
    /// The effect on users by the time of their first exposure.
    case cohorts(ExposureCourse, caption: String)

    /// The sentence that explains it.
    package var caption: String {
        switch self {
        case .usersByDay(_, _, let caption), .course(_, _, _, let caption), .cohorts(_, let caption): caption
        }
    }
}
