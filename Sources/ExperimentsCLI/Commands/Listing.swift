import ExperimentsCore

/// What `list` prints, which `experiments` and `demo` print, too, where nobody sits at a terminal.
struct Listing {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Fetches and prints once.
    ///
    /// - Parameters:
    ///   - isGrouped: whether rows stand under the headings of their groups.
    ///   - rows: which rows to print, once there is something to choose from; nil for all.
    func printReport(
        of session: ProjectSession, isGrouped: Bool = false, choosing rows: (() throws -> [ReportRow])? = nil
    ) throws {
        let report = try session.fetchedReport()
        let rows = try rows?()
        if settings.json {
            try StandardOutput.line(
                ReportDocument(report, of: session, rows: rows, isGrouped: isGrouped).json.prettyText)
        } else {
            try StandardOutput.write(
                ReportTable(report, rows: rows, isGrouped: isGrouped).text(
                    PlainText(settings), source: session.sourceWords, width: Console.columns))
        }
    }
}
