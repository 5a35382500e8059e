import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The output of `list`, which `experiments` and `demo` also print without a terminal.
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
            try StandardOutput.document(report.document(of: session, choice))
        } else {
            try StandardOutput.write(
                ReportTable(report, choice).text(
                    PlainText(settings), source: session.sourceWords, width: Console.columns))
        }
    }

    /// Prints every key with its status and value at a time.
    func print(_ report: Report, of session: ProjectSession, _ choice: RowChoice = RowChoice(), at date: Date) throws {
        let time = RFC3339.text(of: date)
        if settings.json {
            return try StandardOutput.document(report.document(of: session, choice, at: date) + ["at": time])
        }
        try StandardOutput.write(
            ReportTable(report, choice).text(
                PlainText(settings), source: "\(session.sourceName) at \(time)", width: Console.columns))
    }
}
