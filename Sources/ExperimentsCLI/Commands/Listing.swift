import ExperimentsCore

/// What `list` prints, which `experiments` and `demo` print, too, where nobody sits at a terminal.
struct Listing {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Fetches and prints once.
    func printReport(of session: ProjectSession) throws {
        let report = try session.fetchedReport()
        if settings.json {
            try StandardOutput.line(ReportDocument(report, of: session).json.prettyText)
        } else {
            try StandardOutput.write(
                ReportTable(report).text(
                    PlainText(settings), source: session.sourceName, width: Console.columns))
        }
    }
}
