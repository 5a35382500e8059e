import ExperimentsCore

/// What `list` prints, which `experiments` and `demo` print, too, where nobody sits at a terminal.
struct Listing {
    private let options: GlobalOptions

    init(_ options: GlobalOptions) {
        self.options = options
    }

    /// Fetches and prints once.
    func printReport(of session: ProjectSession) throws {
        let report = try session.fetchedReport()
        if options.json {
            try StandardOutput.line(ReportDocument(report, of: session).json.prettyText)
        } else {
            try StandardOutput.write(
                ReportTable(report).text(
                    PlainText(options), source: session.sourceName, width: Terminal.columns))
        }
    }
}
