import ArgumentParser
import ExperimentResults
import ExperimentsCore

struct ResultsReportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write a report on an experiment, as one HTML file or as Markdown.",
        discussion: """
            The report has what was declared, who came, each metric with its interval, the results over time, and how \
            to compute them again. The HTML file has all its pictures in it and needs no network. Markdown is for a \
            pull request or a chat.

            Without --output, the report is printed. With it, a name that ends in .md or .markdown means Markdown.
            """)
    static let examples = [
        CommandExample("experiments results report paywall --output paywall.html", "Write a page for a browser"),
        CommandExample("experiments results report paywall --format markdown", "Print text for a pull request"),
    ]

    @Argument(help: ArgumentHelp("The experiment.", valueName: "name")) var name: String

    @Option(help: "What is written: html or markdown; html by default.") var format: ResultsReportFormat?

    @Option(
        help: ArgumentHelp("Write to a file, in place of one that is there.", valueName: "file"),
        completion: .file(extensions: ["html", "md"]))
    var output: String?

    @OptionGroup var time: ResultsTime

    @Flag(help: "Report on one of the demo's experiments.") var demo = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !options.json else {
            throw ValidationError("--json is for 'results show' and 'results export'; --format is html or markdown")
        }
    }

    func run() throws {
        let reading = try ResultsReading(demo: demo, options.settings, at: time.date)
        for standing in try reading.standings(named: name) {
            let report = ExperimentReport(standing, by: "experiments \(Version.text)")
            let text: String
            switch format ?? ResultsReportFormat(path: output) {
            case .html: text = HTMLReport(report).text
            case .markdown: text = MarkdownReport(report).text
            }
            guard let output else { return try StandardOutput.exact(text) }
            try AtomicFile.write(Array(text.utf8), to: output)
        }
    }
}

enum ResultsReportFormat: String, ExpressibleByArgument, CaseIterable {
    case html, markdown

    /// The format that the name of a file means; HTML if it means none.
    init(path: String?) {
        let path = path?.lowercased() ?? ""
        self = path.hasSuffix(".md") || path.hasSuffix(".markdown") ? .markdown : .html
    }
}
