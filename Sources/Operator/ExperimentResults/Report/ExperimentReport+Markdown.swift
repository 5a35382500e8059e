import ExperimentStatistics
import ExperimentsCore

extension ExperimentReport {
    /// The report as Markdown for a pull request or a chat: the same words and tables, without the pictures.
    package var markdown: String {
        var parts = ["# \(Self.escaped(title)): \(verdict.text)"]
        parts += [Self.paragraph(subtitle), "**\(Self.escaped(headline))**"]
        // What stops a decision stands before the reasons.
        parts += warnings.map { "> \(Self.escaped($0))" }
        parts += reasons.map(Self.paragraph)
        for section in sections {
            let blocks = section.blocks.compactMap(Self.block)
            guard !blocks.isEmpty else { continue }
            parts += ["## \(Self.escaped(section.title))"] + blocks
        }
        parts.append("*\(Self.escaped(footer))*")
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func block(_ block: ReportBlock) -> String? {
        switch block {
        case .text(let words): return paragraph(words)
        case .warning(let words): return "> \(escaped(words))"
        case .facts(let facts):
            return facts.map { "- \(escaped($0.name)): \(escaped($0.value))" }.joined(separator: "\n")
        case .table(let table): return self.table(table)
        case .chart(.usersByDay): return nil
        case .chart(.course(let course, _, _, let caption)): return self.table(course, caption)
        case .chart(.cohorts(let course, let caption)): return self.table(course, caption)
        case .commands(let commands):
            // The fence must be longer than any in the text.
            let longest = commands.flatMap { $0.split { $0 != "`" } }.map(\.count).max() ?? 0
            let fence = String(repeating: "`", count: max(3, longest + 1))
            return ([fence + "sh"] + commands + [fence]).joined(separator: "\n")
        }
    }

    private static func table(_ table: ReportTable) -> String {
        // The column before an interval has it in numbers.
        let shown = table.columns.indices.filter { column in
            !table.rows.contains { if case .interval = $0[column] { true } else { false } }
        }
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        let head = line(shown.map { escaped(table.columns[$0].title) })
        let rule = line(shown.map { table.columns[$0].isNumber ? "---:" : "---" })
        return ([head, rule] + table.rows.map { row in line(shown.map { text(of: row[$0]) }) })
            .joined(separator: "\n")
    }

    /// Returns the last looks that narrowed an interval, in numbers.
    private static func table(_ course: IntervalCourse, _ caption: String) -> String {
        let rows = course.points.suffix(10).map { point -> [ReportTable.Cell] in
            [
                FigureText.plain(point.day), course.unit.text(point.seen), course.unit.text(point.possible),
            ].map { .text($0) }
        }
        return captioned(
            ReportTable(
                caption: caption, columns: [("Day", true), ("Effect", true), ("Possible", true)], rows: rows))
    }

    private static func table(_ course: ExposureCourse, _ caption: String) -> String {
        let rows = course.points.map { point -> [ReportTable.Cell] in
            [
                "\(point.date)", "\(point.days)", FigureText.grouped(point.users),
                course.unit.text(point.seen),
                course.unit.text(point.interval),
            ].map { .text($0) }
        }
        return captioned(
            ReportTable(
                caption: caption,
                columns: [
                    ("From", false), ("Days", true), ("Users", true), ("Effect", true), ("Interval", true),
                ],
                rows: rows))
    }

    private static func captioned(_ table: ReportTable) -> String {
        escaped(table.caption) + ":\n\n" + self.table(table)
    }

    private static func text(of cell: ReportTable.Cell) -> String {
        switch cell {
        case .text(let text): escaped(text)
        case .verdict(let word): "**\(word.text)**"
        case .interval(let effect, _, _): escaped(effect.rangeText ?? "-")
        }
    }

    /// Escapes a text so that Markdown reads it as a paragraph, rather than as a heading or a list.
    private static func paragraph(_ text: String) -> String {
        let escaped = escaped(text)
        let rest = escaped.unicodeScalars.drop { ("0"..."9").contains($0) }
        guard let marker = rest.first, "-+=.)".unicodeScalars.contains(marker) else { return escaped }
        return String(escaped.unicodeScalars[..<rest.startIndex]) + "\\" + String(rest)
    }

    /// Returns the text in a form that Markdown shows unchanged: on one line, without markup, mentions or references.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in VisibleText.of(text).unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "|", "~":
                escaped += "\\" + String(scalar)
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            // A mention or a reference notifies people.
            case "@": escaped += "&#64;"
            case "#": escaped += "&#35;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
