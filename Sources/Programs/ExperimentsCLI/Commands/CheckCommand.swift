import ArgumentParser
import ExperimentsCore
import Foundation

/// Judges whether the source holds what the keys promise.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether every key has a correct value; exit with 2 if not.",
        discussion: """
            Prints each key that is missing or incorrect, with the reason. Where nothing could be fetched, so that \
            nobody knows, it says so and exits with 1.
            """)

    @Flag(help: "Names that the source holds and the project does not declare count, too.")
    var strict = false

    @Flag(help: "Judge only what the source holds.")
    var ignoreOverrides = false

    @OptionGroup var asking: AskingOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let session = try ProjectSession.opened(asking.settings(options))
        defer { session.keepFetch(by: "check") }
        let report = try judgedReport(of: session)
        let isUnknown = report.counts[.unknown] > 0
        let broken = report.brokenRows + (strict ? report.rows.filter { $0.status == .undeclared } : [])
        if options.settings.json {
            try StandardOutput.document(
                ReportDocument(report, of: session, verdict: isUnknown ? nil : broken.isEmpty).json)
        } else {
            let unknown = report.rows.filter { $0.status == .unknown }
            try StandardOutput.write(text(broken + unknown, report, session))
        }
        guard !isUnknown else { throw ExitCode(ExitStatus.failure) }
        guard broken.isEmpty else { throw ExitCode(ExitStatus.contractBroken) }
    }

    private func judgedReport(of session: ProjectSession) throws -> Report {
        do {
            guard ignoreOverrides else { return try session.fetchedReport() }
            try session.fetch()
        } catch let failure as FetchFailure {
            StandardError.line("unknown: nothing could be fetched from \(session.sourceWords), so no key was judged")
            throw failure
        }
        return Report(keys: session.keys, snapshot: session.service.snapshot, overrides: .empty, at: Date())
    }

    private func text(_ broken: [ReportRow], _ report: Report, _ session: ProjectSession) -> StyledText {
        let style = PlainText(options.settings)
        var table = Table([
            .init(title: "KEY", limit: 60), .init(title: "STATUS", limit: 10), .init(title: "REASON", limit: 200),
        ])
        for row in broken {
            table.append([.init(row.name), .init(row.status.rawValue, Ink(row.status)), .init(Self.reason(for: row))])
        }
        let verdict =
            report.counts[.unknown] > 0
            ? style.shown("unknown", ink: .yellow)
            : broken.isEmpty ? style.shown("passed", ink: .green) : style.shown("failed", ink: .red)
        let summary = ReportSummary(report, source: session.sourceWords).text
        return (broken.isEmpty ? "" : table.text(style, width: Console.columns) + "\n")
            + "\(verdict)  \(style.shown(summary))\n"
    }

    private static func reason(for row: ReportRow) -> String {
        switch row.status {
        case .missing: "the source has no value"
        case .unknown: "nothing was fetched, so nobody knows"
        case .undeclared: "the source has it, and the project does not declare it"
        default: row.problem?.description ?? ""
        }
    }
}
