import ExperimentResults
import ExperimentStatistics
import ExperimentsOperator
import TerminalUI

/// The columns of screen 5 with the results of an experiment.
struct ExperimentResultColumns {
    private let filters: [Filter]
    private static let nothing = ("—", Role.dim)

    init(_ filters: [Filter]) {
        self.filters = filters
    }

    var verdict: Column<ListedExperiment> {
        Column(
            "verdict",
            TableColumn(title: "verdict", minimum: 13, ideal: 13, weight: 0, priority: 9, isMeasured: true),
            finding: filters
        ) { $0.standing.map { ($0.verdict.word.text, $0.verdict.word.role) } ?? Self.nothing }
    }

    var health: Column<ListedExperiment> {
        Column(
            "health", TableColumn(title: "health", minimum: 8, ideal: 11, priority: 8, isMeasured: true),
            finding: filters
        ) { $0.standing.map { ($0.health.text, $0.health.role) } ?? Self.nothing }
    }

    var users: Column<ListedExperiment> {
        Column(
            "users",
            TableColumn(title: "users", minimum: 7, ideal: 9, priority: 6, isRightAligned: true), finding: []
        ) { listed in
            guard let standing = listed.standing else { return Self.nothing }
            let users = standing.groups.reduce(0) { $0.clampedSum($1.users) }
            return (CountText.grouped(users), users == 0 ? .dim : .value)
        }
    }

    /// The groups' users beside each other, with marks where the split should be.
    var split: Column<ListedExperiment> {
        Column(
            "split", TableColumn(title: "groups", minimum: 8, ideal: 14, weight: 1, priority: 5),
            text: { $0.standing.map { $0.groups.map { "\($0.name) \($0.users)" }.joined(separator: ", ") } }
        ) { listed, point, width, canvas in
            guard let standing = listed.standing else { return }
            let bar = SplitBar(
                standing.groups.map { Double($0.users) }, meant: standing.groups.map(\.expected),
                columns: min(width, 24))
            canvas.put(bar.spans, at: point, maxColumns: width)
        }
    }

    var days: Column<ListedExperiment> {
        Column("days", TableColumn(title: "days", minimum: 4, ideal: 5, priority: 4, isRightAligned: true), finding: [])
        {
            listed in
            guard let standing = listed.standing else { return Self.nothing }
            guard standing.state != .planned else { return ("soon", .dim) }
            let days = CountText.grouped(Int(standing.days.rounded(.down)))
            return (days, standing.state == .quiet ? .warning : .age)
        }
    }

    /// The number of new users on each day.
    var usersByDay: Column<ListedExperiment> {
        Column(
            "usersByDay", TableColumn(title: "users a day", minimum: 8, ideal: 14, priority: 3),
            text: { $0.standing.map { $0.usersByDay.map(String.init).joined(separator: " ") } }
        ) { listed, point, width, canvas in
            guard let standing = listed.standing else { return }
            canvas.put(
                Sparkline(standing.usersByDay.map(Double.init), columns: width).spans, at: point, maxColumns: width)
        }
    }
}
