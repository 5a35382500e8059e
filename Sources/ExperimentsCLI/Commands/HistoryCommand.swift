import ArgumentParser
import ExperimentsCore
import Foundation

/// Fetches several times, and prints what each fetch brought.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Fetch several times, and print how each fetch went and what it changed.",
        discussion: """
            A fetch that fails is a line of the history like any other. The exit status is 1 only where all failed. \
            For every change the moment it happens, without an end: `watch`.
            """)

    @Option(help: ArgumentHelp("How many fetches.", valueName: "number"))
    var fetches = 2

    @Option(help: ArgumentHelp("The time between fetches: 30s, 5m.", valueName: "time"))
    var every: RefreshInterval?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard fetches >= 1 else { throw ValidationError("--fetches is a number from 1 on.") }
    }

    func run() throws {
        let session = try ProjectSession.opened(options.settings)
        let pause = every?.duration ?? session.refreshInterval ?? .seconds(1)
        var last: (any Error)?
        for number in 1...fetches {
            if number > 1 { try Self.pause(pause) }
            do {
                try session.fetch()
                last = nil
            } catch {
                last = error
            }
        }
        let records = session.service.history.records
        if options.json {
            let document: JSONValue = [
                "schema": .number(DocumentSchema.version),
                "source": SourceDocument(session, session.service.snapshot).json,
                "fetches": .array(records.map { .object(FetchDocument($0, listsChanges: true).members) }),
            ]
            try StandardOutput.line(document.prettyText)
        } else {
            try StandardOutput.write(table(records).text(PlainText(options.settings), width: Console.columns))
        }
        if let last, session.service.history.lastSuccess == nil { throw options.json ? ExitCode(1) : last }
    }

    private static func pause(_ duration: Duration) throws {
        try Progress.wait("Waiting for the next fetch") { try await Task.sleep(for: duration) }
    }

    private func table(_ records: [FetchRecord]) -> Table {
        var table = Table([
            .init(title: "TIME", limit: 20), .init(title: "RESULT", limit: 13), .init(title: "TOOK", limit: 8),
            .init(title: "BYTES", limit: 10), .init(title: "VERSION", limit: 20), .init(title: "CHANGED", limit: 200),
        ])
        for record in records {
            let changes = record.failure?.summary ?? record.difference.names.joined(separator: ", ")
            table.append([
                .init(RFC3339.text(of: record.startedAt)),
                .init(record.statusWord, record.failure == nil ? .green : .red),
                .init(DurationText.text(of: record.duration)), .init(record.bytes > 0 ? "\(record.bytes)" : "-"),
                .init(record.version ?? "-"), .init(changes.isEmpty ? "-" : changes),
            ])
        }
        return table
    }
}
