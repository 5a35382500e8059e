import ExperimentEvents

extension EventSummary {
    /// Prints a summary of events, for people.
    func print(_ style: PlainText) throws {
        var table = Table(["EXPERIMENT": 40, "USERS": 12, "MIXED": 12, "DECLARED": 8])
        for experiment in experiments {
            table.append([
                .init(experiment.name), .init("\(experiment.users)"),
                .init("\(experiment.mixed)", experiment.mixed == 0 ? .dim : .yellow),
                experiment.isDeclared ? .init("yes", .dim) : .init("no", .yellow),
            ])
        }
        if experiments.isEmpty {
            try StandardOutput.line(style.shown("no exposures yet"))
        } else {
            try table.print(style)
        }
        try StandardOutput.line("")
        try counts.print(style)
    }
}

extension EventCounts {
    /// Prints a line for each outcome.
    func print(_ style: PlainText) throws {
        guard all > 0 else { return try StandardOutput.line(style.shown("no events")) }
        var table = Table(["EVENTS": 12, "OUTCOME": 16, "MEANING": 90])
        for (outcome, count) in listed {
            table.append([
                .init("\(count)"), .init(outcome.rawValue, outcome.isRefusal ? .red : .plain),
                .init(outcome.meaning, .dim),
            ])
        }
        try table.print(style)
    }
}
