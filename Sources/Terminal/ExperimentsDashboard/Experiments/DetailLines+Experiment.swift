import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import TerminalUI

// What the details say of an experiment.
extension DetailLines {
    mutating func describeExperiment() {
        guard let listed = ExperimentRowList.selected(state) else { return }
        let row = listed.row
        lines.append([Span(listed.name ?? row.key ?? "", .title)])
        if let standing = listed.standing {
            describe(standing)
            describeOwnGroup(listed)
        } else {
            add("group", row.group, .group)
        }
        if let key = row.key { add("key", key, .key) }
        if let value = row.value { addValue("value", value, .value) }
        add("tracked", row.isTracked ? "yes" : "no: a baseline, an override or the default", row.isTracked ? .ok : .dim)
        let assignment = state.source.report.snapshot.experiments.first { $0.id == row.experiment }
        if let date = assignment?.startedAt {
            add("since", TimeText.dateAndTime(date, in: state.project.localTime), .age)
        }
        if let standing = listed.standing { describeFigures(of: standing) }
        if let key = row.key { explain(key) }
        describeNotes()
    }

    /// The verdict and why, whether it can be trusted, and how it runs.
    private mutating func describe(_ standing: ExperimentStanding) {
        add("verdict", standing.verdict.word.text, standing.verdict.word.role)
        for reason in standing.reasons { add("", reason) }
        add("health", standing.health.text, standing.health.role)
        for words in standing.strangerWords { add("", words, .warning) }
        for remark in standing.remarks { add("", remark, .warning) }
        if standing.result.mixed.count > 0, standing.health != .mixed {
            let mixed = standing.result.mixed
            add("", "\(FigureText.count(mixed.count, "user")) saw several groups, and are in no figure", .dim)
        }
        add("runs", runningWords(standing), .age)
        let experiment = standing.plan.experiment
        if let hypothesis = experiment.hypothesis { add("hypothesis", hypothesis) }
        if let owner = experiment.owner { add("owner", owner) }
    }

    private func runningWords(_ standing: ExperimentStanding) -> String {
        let days = elapsed(standing.days)
        switch standing.state {
        case .planned:
            let start = standing.plan.start.map { TimeText.dateAndTime($0, in: state.project.localTime) }
            return "not yet" + (start.map { ", from \($0)" } ?? "")
        case .waiting: return "nobody came yet"
        case .running:
            let pace = standing.usersPerDay.map { ", \(CountText.grouped(Int($0.rounded()))) a day before" } ?? ""
            return "for \(days); \(FigureText.count(standing.usersToday, "user")) today\(pace)"
        case .quiet: return "for \(days); nobody came for three days"
        case .ended: return "no longer: it ran for \(days)"
        }
    }

    /// Returns the time that it has run: whole days, or hours on the first day.
    private func elapsed(_ days: Double) -> String {
        if days >= 1 { return FigureText.count(Int(min(days, 1e6)), "day") }
        let hours = Int(max(0, days) * 24)
        return hours > 0 ? FigureText.count(hours, "hour") : "less than an hour"
    }

    /// Which group this installation is in.
    private mutating func describeOwnGroup(_ listed: ListedExperiment) {
        if let group = listed.ownGroup {
            let isControl = listed.standing?.groups.contains { $0.name == group && $0.isControl } ?? false
            add("your group", isControl ? "\(group), which is control" : group, .group)
        } else {
            add("your group", listed.row.key == nil ? "not known here" : "none: \(listed.row.group)", .dim)
        }
    }
}
