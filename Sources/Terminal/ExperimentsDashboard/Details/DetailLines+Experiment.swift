import ExperimentsCore
import Foundation

extension DetailLines {
    mutating func describeExperiment() {
        guard state.list.experiments.indices.contains(state.position.cursor) else { return }
        let row = state.list.experiments[state.position.cursor]
        lines.append([Span(row.experiment ?? row.key ?? "", .title)])
        add("group", row.group, .group)
        if let key = row.key { add("key", key, .key) }
        if let value = row.value { addValue("value", value, .value) }
        add("tracked", row.isTracked ? "yes" : "no: a baseline, an override or the default", row.isTracked ? .ok : .dim)
        let assignment = state.source.report.snapshot.experiments.first { $0.id == row.experiment }
        if let date = assignment?.startedAt {
            add("since", TimeText.dateAndTime(date, in: state.project.localTime), .age)
        }
        if let key = row.key { explain(key) }
        describeNotes()
    }
}
