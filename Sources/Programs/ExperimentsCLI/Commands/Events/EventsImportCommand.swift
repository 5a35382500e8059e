import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import Foundation

/// Stores the events of files.
struct EventsImportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Store exposures and events of metrics from files.",
        discussion: """
            A file is CSV with a header, or JSON lines. A row is an exposure (experiment, group, unit, at) or an event \
            of a metric (event, unit, at, value), and may have an id. Columns of other names are named with --column, \
            or for good under 'events:' of the project file; names that others use, such as user_id and timestamp, are \
            known. Times are those of RFC 3339, days, or \
            seconds or milliseconds since 1970.

            A file may be read again, also when it has grown: what was stored before counts once. Rows that cannot be \
            understood are told and left out, and the others are stored.

            Exit status: 0 all rows were stored; 1 an error; 2 rows were left out.
            """)
    static let examples = [
        CommandExample("experiments events import events.csv", "Store the events of a file"),
        CommandExample(
            "experiments events import views.csv --column unit=visitor --column group=arm",
            "Take the unit and the group from columns of other names"),
    ]
    /// The number of rejected rows that are reported one by one.
    private static let toldProblems = 10
    /// The number of events that the first transaction stores, and the largest number. Each transaction stores twice as
    /// many as the one before: in a large database a transaction touches most pages anyway, and other programs that
    /// store events wait about a second.
    private static let (firstBatch, largestBatch) = (32_000, 128_000)

    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file()) var files: [String]

    @Option(help: ArgumentHelp("How the files are written: csv or jsonl. Default: as they look.", valueName: "form"))
    var format: EventFile.Form?

    @Option(
        help: ArgumentHelp(
            "Which column holds what, such as unit=user_id; may be given several times.", valueName: "field=column"))
    var column: [String] = []

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let project = try ProjectEvents(options.settings)
        var columns = EventColumns(declared: project.columns)
        for text in column { try columns.name(text) }
        let sources = try files.map { path in (path, try FileBytes.read(path)) }
        // Headers are looked at before anything is stored.
        let readers = try sources.map { path, bytes in (path, try reader(of: bytes, path, columns)) }
        let database = try Progress.wait("Opening events") { try await project.open() }
        var counts = EventCounts()
        var problems: [EventFileProblem] = []
        // What is stored while the next events are read.
        var storing: (path: String, counts: Promise<EventCounts>)?
        func finishStoring() throws {
            guard let (path, stored) = storing else { return }
            storing = nil
            counts += try Progress.wait("Storing events of \(path)", for: stored)
        }
        for (path, reader) in readers {
            var reader = reader
            var isAtEnd = false
            var size = Self.firstBatch
            while !isAtEnd {
                var events: [TrackedEvent] = []
                events.reserveCapacity(size)
                while events.count < size, !isAtEnd {
                    do throws(EventFileProblem) {
                        if let event = try reader.next() { events.append(event) } else { isAtEnd = true }
                    } catch {
                        var problem = error
                        problem.file = path
                        problems.append(problem)
                    }
                }
                size = min(size * 2, Self.largestBatch)
                let batch = database.batch(of: events)
                try finishStoring()
                storing = (path, Promise { try await database.store(batch) })
            }
        }
        try finishStoring()
        try Progress.wait("Tidying up") { try await database.maintain() }
        counts.add(.invalid, problems.count)
        try tell(counts, problems)
        if counts[.invalid] + counts[.future] > 0 { throw ExitCode(ExitStatus.rowsLeftOut) }
    }

    private func reader(of bytes: [UInt8], _ path: String, _ columns: EventColumns) throws -> EventFile {
        do throws(EventFileProblem) {
            return try EventFile(bytes, form: format, columns: columns)
        } catch {
            var problem = error
            problem.file = path
            throw problem
        }
    }

    private func tell(_ counts: EventCounts, _ problems: [EventFileProblem]) throws {
        for problem in problems.prefix(Self.toldProblems) { StandardError.report(problem, as: "warning") }
        if problems.count > Self.toldProblems {
            StandardError.line("warning: \(problems.count - Self.toldProblems) more rows cannot be understood")
        }
        if options.json {
            var members = JSONObject()
            members["schema"] = .number(DocumentSchema.version)
            members["outcomes"] = EventSummaryDocument.json(counts)
            members["problems"] = .array(problems.prefix(1000).map { .object(ErrorReport($0).json) })
            return try StandardOutput.document(.object(members))
        }
        try EventSummaryPrinter(options.settings).print(counts)
    }
}

extension EventFile.Form: ExpressibleByArgument {}
