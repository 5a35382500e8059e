import ExperimentStatistics
import ExperimentsCore

extension ExperimentReport {
    /// The style: light or dark by the reader's setting, and printable.
    private static let css = String(decoding: PackageResources.report_css, as: UTF8.self)

    /// The report as a single HTML page. It needs no network, because its pictures are part of the page.
    package var html: String {
        let title = Self.escaped(title)
        let sections = sections.map(Self.section).joined()
        let warnings = warnings.map { "<p class=\"warning\">\(Self.escaped($0))</p>\n" }.joined()
        let reasons = reasons.map { "<p>\(Self.escaped($0))</p>\n" }.joined()
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title): \(verdict.text)</title>
            <style>
            \(Self.css)</style>
            </head>
            <body>
            <main>
            <header>
            <p class="kind">Results of an experiment: \(Self.escaped(subtitle))</p>
            <h1>\(title) \(Self.badge(verdict))</h1>
            <p><strong>\(Self.escaped(headline))</strong></p>
            \(warnings)\(reasons)</header>
            \(sections)<footer><p>\(Self.escaped(footer))</p></footer>
            </main>
            </body>
            </html>

            """
    }

    /// Returns a text for the page without markup or hidden characters.
    private static func escaped(_ text: String) -> String {
        XMLText.escaped(VisibleText.of(text, keepingLines: true))
    }

    private static func section(_ section: ReportSection) -> String {
        let blocks = section.blocks.map(block).joined()
        return "<section>\n<h2>\(Self.escaped(section.title))</h2>\n\(blocks)</section>\n"
    }

    private static func block(_ block: ReportBlock) -> String {
        switch block {
        case .text(let words): return "<p>\(Self.escaped(words))</p>\n"
        case .warning(let words): return "<p class=\"warning\">\(Self.escaped(words))</p>\n"
        case .facts(let facts):
            let lines = facts.map { "<dt>\(Self.escaped($0.name))</dt><dd>\(Self.escaped($0.value))</dd>\n" }
            return "<dl>\n\(lines.joined())</dl>\n"
        case .table(let table): return self.table(table)
        case .chart(let chart):
            return """
                <figure>
                \(chart.svg)<figcaption>\(Self.escaped(chart.caption))</figcaption>
                </figure>

                """
        case .commands(let commands):
            return "<pre><code>\(Self.escaped(commands.joined(separator: "\n")))</code></pre>\n"
        }
    }

    private static func table(_ table: ReportTable) -> String {
        func kind(_ column: Int) -> String { table.columns[column].isNumber ? " class=\"number\"" : "" }
        let head = table.columns.indices.map {
            "<th scope=\"col\"\(kind($0))>\(Self.escaped(table.columns[$0].title))</th>"
        }
        let rows = table.rows.map { row -> String in
            let cells = row.enumerated().map { column, cell in
                column == 0
                    ? "<th scope=\"row\">\(text(of: cell))</th>" : "<td\(kind(column))>\(text(of: cell))</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        return """
            <div class="table"><table>
            <caption>\(Self.escaped(table.caption))</caption>
            <thead><tr>\(head.joined())</tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table></div>

            """
    }

    private static func text(of cell: ReportTable.Cell) -> String {
        switch cell {
        case .text(let text): Self.escaped(text)
        case .verdict(let word): badge(word)
        case .interval(let effect, let scale, let word): effect.svg(on: scale, tone: word.tone)
        }
    }

    private static func badge(_ word: VerdictWord) -> String {
        "<span class=\"badge \(word.tone)\">\(Self.escaped(word.text))</span>"
    }
}
