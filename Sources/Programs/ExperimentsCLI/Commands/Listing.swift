import ExperimentsCore

/// What `list` prints, which `experiments` and `demo` print, too, where nobody sits at a terminal.
struct Listing {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Fetches and prints once.
    ///
    /// - Parameter choice: which rows to print, once there is something to choose from.
    func printReport(of session: ProjectSession, choosing choice: () throws -> RowChoice = { RowChoice() }) throws {
        let report = try session.fetchedReport()
        let choice = try choice()
        if settings.json {
            try StandardOutput.document(ReportDocument(report, of: session, choice).json)
        } else {
            try StandardOutput.write(
                ReportTable(report, choice).text(
                    PlainText(settings), source: session.sourceWords, width: Console.columns))
        }
    }
}
