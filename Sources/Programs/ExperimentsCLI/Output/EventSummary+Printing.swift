import ExperimentEvents

extension EventSummary {
    /// Returns a summary of events, for people.
    func text(_ style: PlainText) -> StyledText {
        let table = Table(["EXPERIMENT": 40, "USERS": 12, "MIXED": 12, "DECLARED": 8], of: experiments) {
            experiment in
            [
                .init(experiment.name), .init("\(experiment.users)"),
                .init("\(experiment.mixed)", experiment.mixed == 0 ? .dim : .yellow),
                experiment.isDeclared ? .init("yes", .dim) : .init("no", .yellow),
            ]
        }
        return (table.isEmpty ? style.shown("no exposures yet") + "\n" : table.text(style)) + "\n"
            + counts.text(style)
    }
}

extension EventCounts {
    /// Returns a line for each outcome.
    func text(_ style: PlainText) -> StyledText {
        guard all > 0 else { return style.shown("no events") + "\n" }
        let table = Table(["EVENTS": 12, "OUTCOME": 16, "MEANING": 90], of: listed) { outcome, count in
            [
                .init("\(count)"), .init(outcome.rawValue, outcome.isRefusal ? .red : .plain),
                .init(outcome.meaning, .dim),
            ]
        }
        return table.text(style)
    }
}
