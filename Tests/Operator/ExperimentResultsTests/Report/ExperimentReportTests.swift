import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentResults

@Suite("The report on an experiment", .inTurn)
struct ExperimentReportTests {
    private static let nasty = "a<b>&\"c\" | `d` *e* @f"

    private func report(_ change: (inout SampleRun) -> Void = { _ in }) -> ExperimentReport {
        var run = SampleRun(rates: ["a": 10, "b": 14])
        run.experiment.hypothesis = "A shorter page sells more."
        run.experiment.owner = "ann@example.com"
        change(&run)
        return ExperimentReport(run.standing, by: "experiments 1.2.3")
    }

    @Test("it says what was declared, who came, what the groups did, and how to compute it again")
    func sections() {
        let report = report()
        #expect(
            report.sections.map(\.title) == [
                "Declared experiment", "Users", "Results by group", "Over time",
                "For a single look, at the end",
                "By day of first exposure", "How to reproduce the results",
            ])
        let html = report.html
        for words in [
            "A shorter page sells more.", "ann@example.com", "a (control), b", "50% : 50%", "paywall_type",
            "purchase",
            "crash", "guardrail", "conclusive: looking again", "better, but crash may be up to +",
            "Valid only at the end", "Σy²",
            "experiments results export paywall",
            "experiments 1.2.3", "2026-03-01", "14,000 users, 14 days", "7,000", "3d",
        ] { #expect(html.contains(words), "\(words)") }
    }

    @Test("the page needs nothing from elsewhere: no script, no address, no font, no picture")
    func selfContained() {
        let html = report().html
        for part in ["http://", "https://", "<script", "<link", "src=", "url(", "@import"] {
            #expect(!html.contains(part), "\(part)")
        }
        #expect(html.contains("default-src 'none'"))
        #expect(html.contains("prefers-color-scheme: dark") && html.contains("@media print"))
    }

    @Test(
        "the page can be read aloud: a language, captions, headings of rows and columns, and words for each picture"
    )
    func accessible() {
        let html = report().html
        #expect(html.contains("<html lang=\"en\">") && html.contains("<h1>"))
        let pictures = html.components(separatedBy: "<svg").dropFirst()
        #expect(pictures.count > 4)
        #expect(pictures.allSatisfy { $0.prefix(200).contains("role=\"img\" aria-label=\"") })
        let tables = html.components(separatedBy: "<table>").dropFirst()
        #expect(tables.allSatisfy { $0.contains("<caption>") && $0.contains("scope=\"col\"") })
        for tag in ["section", "table", "tr", "td", "figure", "svg", "p", "span", "dl", "main"] {
            let opened =
                html.components(separatedBy: "<\(tag)>").count
                + html.components(separatedBy: "<\(tag) ").count
            #expect(opened - 1 == html.components(separatedBy: "</\(tag)>").count, "\(tag)")
        }
    }

    @Test("names and texts from outside are never markup, in the page and in Markdown")
    func escaping() {
        let report = report { run in
            run.experiment.name = Self.nasty
            run.experiment.hypothesis = "<script>alert(1)</script>\n# heading\n![x](y)"
            run.experiment.groups = [Self.nasty + "1", Self.nasty + "2"]
            run.metrics[0].design.name = Self.nasty
            run.users = [Self.nasty + "1": 500, Self.nasty + "2": 500]
            run.rates = [:]
        }
        let html = report.html
        #expect(!html.contains("<script>") && !html.contains("<b>"))
        #expect(html.contains("a&lt;b&gt;&amp;&quot;c&quot;"))
        // Code is shown as it is.
        let markdown = report.markdown.components(separatedBy: "```sh")[0]
        #expect(!markdown.contains("<") && !markdown.contains("@"))
        #expect(markdown.contains("a&lt;b&gt;&amp;\"c\" \\| \\`d\\` \\*e\\* &#64;f"))
        #expect(!markdown.contains("\n# heading"))
        // Each row of a table has as many cells as its head.
        for table in markdown.components(separatedBy: "\n\n") where table.hasPrefix("| ") {
            let cells = table.split(separator: "\n").map {
                $0.replacing("\\|", with: "").unicodeScalars.count { $0 == "|" }
            }
            #expect(Set(cells).count == 1, "\(table)")
        }
    }

    @Test("Markdown has the same figures as tables, and no pictures")
    func markdown() {
        let text = report().markdown
        #expect(text.hasPrefix("# paywall: better\n"))
        #expect(text.contains("\n## Results by group\n"))
        #expect(text.contains("| purchase | goal | b | 10% | 14% | +40% | "))
        #expect(text.contains("```sh\nexperiments events verify\n"))
        #expect(!text.contains("<svg"))
    }

    @Test("no one came, and still there is a report")
    func nobody() {
        let report = report { $0.days = 0 }
        #expect(report.html.contains("no data"))
        #expect(report.markdown.hasPrefix("# paywall: no data\n"))
    }

    @Test("a mismatch is a warning before the figures")
    func mismatch() {
        let html = report { $0.users = ["a": 700, "b": 300] }.html
        #expect(html.contains("<span class=\"badge warning\">untrustworthy</span>"))
        #expect(html.contains("so the groups cannot be compared"))
    }

    @Test("a command names the experiment as a shell needs it")
    func commands() {
        let text = report { $0.experiment.name = "Bob's page" }.markdown
        #expect(text.contains("experiments results show 'Bob'\\''s page' --at 2026-03-15T12:00:00"))
    }
}
