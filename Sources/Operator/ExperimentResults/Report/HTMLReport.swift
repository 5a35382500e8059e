import ExperimentStatistics
import ExperimentsCore

/// A report as a single HTML page. It needs no network, because its pictures are part of the page.
package struct HTMLReport {
    /// The page.
    package let text: String

    /// Writes a report.
    package init(_ report: ExperimentReport) {
        let title = Self.escaped(report.title)
        let sections = report.sections.map(Self.section).joined()
        let warnings = report.warnings.map { "<p class=\"warning\">\(Self.escaped($0))</p>\n" }.joined()
        let reasons = report.reasons.map { "<p>\(Self.escaped($0))</p>\n" }.joined()
        text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title): \(report.verdict.text)</title>
            <style>
            \(Self.css)
            </style>
            </head>
            <body>
            <main>
            <header>
            <p class="kind">Results of an experiment: \(Self.escaped(report.subtitle))</p>
            <h1>\(title) \(Self.badge(report.verdict))</h1>
            \(reasons)\(warnings)</header>
            \(sections)<footer><p>\(Self.escaped(report.footer))</p></footer>
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
                column == 0 ? "<th scope=\"row\">\(text(of: cell))</th>" : "<td\(kind(column))>\(text(of: cell))</td>"
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

/// The style of a report: light or dark by the reader's setting, and printable.
extension HTMLReport {
    private static let css = """
        :root {
          --page: #ffffff; --text: #1f2328; --dim: #59636e; --line: #d1d9e0; --soft: #f6f8fa;
          --good: #1a7f37; --bad: #c0262d; --warning: #9a6700; --neutral: #57606a; --bar: #0969da;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #0d1117; --text: #e6edf3; --dim: #9198a1; --line: #3d444d; --soft: #161b22;
            --good: #3fb950; --bad: #f85149; --warning: #d29922; --neutral: #9198a1; --bar: #4493f8;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; background: var(--page); color: var(--text);
          font: 16px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
        }
        main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
        h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .75rem; overflow-wrap: anywhere; }
        h2 { font-size: 1.25rem; margin: 0 0 .75rem; }
        header p { margin: .25rem 0; max-width: 48rem; }
        .kind { color: var(--dim); font-size: .875rem; }
        section { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
        p { max-width: 48rem; overflow-wrap: anywhere; }
        .badge {
          display: inline-block; border: 1.5px solid currentColor; border-radius: 2rem; padding: .1em .65em;
          font-size: .8125rem; font-weight: 600; line-height: 1.5; vertical-align: middle; white-space: nowrap;
        }
        .good { color: var(--good); } .bad { color: var(--bad); }
        .warning { color: var(--warning); } .neutral { color: var(--neutral); }
        p.warning { border-left: 3px solid var(--warning); color: var(--text); padding: .1rem 0 .1rem .75rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.5rem; margin: 0 0 1.25rem; }
        dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
        .table { overflow-x: auto; margin: 0 0 1rem; }
        table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; color: var(--dim); padding-bottom: .4rem; }
        th, td { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); }
        thead th { color: var(--dim); font-weight: 600; vertical-align: bottom; }
        tbody th { font-weight: 600; }
        .number { text-align: right; white-space: nowrap; }
        figure { margin: 0 0 1.5rem; }
        figcaption { color: var(--dim); font-size: .875rem; }
        figure svg { display: block; width: 100%; height: auto; }
        svg.interval { display: block; width: 11rem; min-width: 11rem; height: 1.1rem; }
        svg .axis { fill: var(--dim); font-size: 12px; }
        svg .grid { stroke: var(--line); stroke-width: 1; }
        svg .zero { stroke: var(--dim); stroke-width: 1.5; }
        svg .bar { fill: var(--bar); }
        svg .band, svg rect.interval { fill: currentColor; fill-opacity: .25; }
        svg .seen { fill: none; stroke: currentColor; stroke-width: 2; }
        svg .dot { fill: currentColor; }
        svg .range { stroke: currentColor; stroke-width: 2; opacity: .5; }
        pre { background: var(--soft); border-radius: .5rem; padding: 1rem; overflow-x: auto; font-size: .8125rem; }
        footer { border-top: 1px solid var(--line); margin-top: 2rem; color: var(--dim); font-size: .875rem; }
        @media print {
          :root {
            --page: #ffffff; --text: #000000; --dim: #444444; --line: #bbbbbb; --soft: #f4f4f4;
            --good: #1a7f37; --bad: #c0262d; --warning: #7a5200; --neutral: #444444; --bar: #0b5cad;
          }
          body { font-size: 11pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
          main { max-width: none; padding: 0; }
          .table { overflow: visible; } table { font-size: 8.5pt; }
          pre { white-space: pre-wrap; }
          section, figure, tr { break-inside: avoid; } h2 { break-after: avoid; }
        }
        """
}
