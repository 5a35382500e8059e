import ExperimentStatistics

extension ExperimentReport {
    /// Returns each metric and treatment, with the intervals on one scale.
    static func metrics(_ standing: ExperimentStanding) -> ReportSection {
        let lines = standing.lines
        let scales = EffectScales(lines)
        let rows = lines.map { line -> [ReportTable.Cell] in
            let picture =
                line.effect.map { .interval($0, on: scales.scale(of: line), line.verdict.word) }
                ?? ReportTable.Cell.text("-")
            return [
                .text(line.metric.name), .text(line.metric.role.rawValue), .text(line.group),
                .text(line.control ?? "-"), .text(line.treatment ?? "-"), .text(line.effect?.seenText ?? "-"),
                .text(line.effect?.rangeText ?? "-"), picture, .text(line.pValue),
                .verdict(line.verdict.word),
            ]
        }
        let table = ReportTable(
            caption: "Each treatment compared with control",
            columns: [
                ("Metric", false), ("Role", false), ("Group", false), ("Control", true), ("Treatment", true),
                ("Effect", true), ("Possible", true), ("Interval against zero", false), ("p", true),
                ("Verdict", false),
            ], rows: rows)
        var blocks: [ReportBlock] = [
            .table(table),
            .text(
                "The intervals and p are valid for all looks together, so you can look at the results at any time. Goals "
                    + "are corrected for each other (Holm); guardrails and secondary metrics are not."),
        ]
        blocks += lines.compactMap { line in
            line.adjustment.map { .text("\(line.metric.name), \(line.group): \($0).") }
        }
        var said: Set<String> = []
        for line in lines {
            for note in line.notes where said.insert("\(line.metric.name)/\(note)").inserted {
                blocks.append(.warning("\(line.metric.name), \(line.group): \(note)."))
            }
        }
        return ReportSection(title: "Results by group", blocks: blocks)
    }

    /// Returns how the intervals of the goals narrowed.
    static func courses(_ standing: ExperimentStanding) -> ReportSection? {
        charts(
            of: standing, title: "Over time",
            words:
                "The days are those since the start. The band never becomes wider, unless the effect itself changes: what "
                + "a look rules out stays ruled out."
        ) { line, metric, group in
            guard let course = standing.course(of: metric, group), course.points.count > 1 else { return nil }
            return .course(
                course, until: standing.days, line.verdict.word,
                caption:
                    "\(line.metric.name), \(line.group): the measured effect, and the range that was not ruled out"
            )
        }
    }

    /// Returns Welch's test, for an experiment that was planned for a single look.
    static func singleLook(_ standing: ExperimentStanding) -> ReportSection? {
        let rows = standing.lines.compactMap { line -> [ReportTable.Cell]? in
            guard let test = line.singleLook else { return nil }
            return [
                .text(line.metric.name), .text(line.group), .text(test.effect), .text(test.interval),
                .text(test.level), .text(test.pValue),
            ]
        }
        guard !rows.isEmpty else { return nil }
        let table = ReportTable(
            caption: "Welch's t-test",
            columns: [
                ("Metric", false), ("Group", false), ("Effect", true), ("Interval", true), ("Level", true),
                ("p", true),
            ], rows: rows)
        return ReportSection(
            title: "For a single look, at the end",
            blocks: [
                .table(table),
                .text(
                    "Valid only at the end: these are for an experiment that was planned for one look at a fixed time, "
                        + "and not looked at before. They are corrected like the intervals above."),
            ])
    }

    /// Returns the effect by the time of the first exposure.
    static func cohorts(_ standing: ExperimentStanding) -> ReportSection? {
        charts(
            of: standing, title: "By day of first exposure",
            words:
                "The days are those since the first exposure. Each interval is that of a single look at these users."
        ) { line, metric, group in
            guard let course = standing.exposureCourse(of: metric, group), course.points.count > 1 else {
                return nil
            }
            return .cohorts(
                course, caption: "\(line.metric.name), \(line.group): the effect by the day of first exposure"
            )
        }
    }

    /// Returns a section with a chart for each goal and treatment that has one; nil if none has.
    private static func charts(
        of standing: ExperimentStanding, title: String, words: String,
        _ chart: (MetricLine, _ metric: Int, _ group: Int) -> ReportChart?
    ) -> ReportSection? {
        let design = standing.plan.design
        let blocks = standing.result.metrics.filter { design.metrics[$0.metric].role == .goal }.flatMap {
            metric in
            metric.treatments.compactMap { treatment in
                let line = MetricLine(design, metric: metric, treatment: treatment)
                return chart(line, metric.metric, treatment.group).map(ReportBlock.chart)
            }
        }
        return blocks.isEmpty ? nil : ReportSection(title: title, blocks: blocks + [.text(words)])
    }
}
