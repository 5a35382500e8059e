import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import ExperimentsGzip
import ExperimentsOperator
import Foundation

struct EventsImportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import exposures and metric events from files",
        discussion: """
            A file is CSV with a header, JSON lines or a JSON array, optionally compressed with gzip; - is standard \
            input. CSV fields may be separated by commas, semicolons, tabs or vertical bars. A row is an exposure \
            (experiment, group, unit, at) or a metric event (event, unit, at, value), with an optional id.

            Columns with other names are mapped with --column, or permanently under `events:` in the project file. \
            Common names such as user_id and timestamp are recognized, in any case, also in the properties of JSON \
            events. value=properties.price names a nested member; value= names none.

            Times are RFC 3339, as databases print them, dates, or seconds, milliseconds, microseconds or nanoseconds \
            since 1970. Times without an offset are UTC, unless the project file or --time-zone sets a time zone.

            A file can be imported again, also after it has grown: rows that were stored before are not counted twice. \
            Invalid rows are listed and skipped; the others are stored.

            Exit codes: 0 all rows were stored; 1 error; 2 rows were skipped.
            """)
    static let examples: KeyValuePairs = [
        "experiments events import events.csv": "Store the events of a file",
        "experiments events import events.csv --dry-run": "Show what would be stored",
        "experiments events import views.csv --column unit=visitor --column group=arm":
            "Read the unit and the group from other columns",
        "psql --csv --file events.sql shop | experiments events import -": "Store the rows of a query",
    ]
    /// The maximum number of rejected rows to report one by one.
    private static let toldProblems = 10
    /// The number of rows from which the warehouse is mentioned.
    private static let manyRows = 20_000_000

    @Argument(help: ArgumentHelp("Files; - for standard input", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("Format of the files (default: detected)", valueName: "form"))
    var format: EventFile.Form?

    @Option(
        help: ArgumentHelp(
            "Map a field to a column, such as unit=user_id (repeatable)", valueName: "field=column"))
    var column: [String] = []

    @Option(
        help: ArgumentHelp(
            "Time zone of times without an offset, such as Europe/Oslo (default: set by the project file, else UTC)",
            valueName: "name"))
    var timeZone: String?

    @Flag(help: "Show what would be stored without storing it") var dryRun = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let project = try ProjectEvents(options.settings)
        var columns = EventColumns(declared: project.columns)
        for text in column { try columns.name(text) }
        var mapping = project.mapping
        if let timeZone { mapping.clock = .zone(try zone(timeZone)) }
        var files = try EventFilesImport(self.files, form: format, columns: columns, mapping: mapping)
        let isTrial = dryRun
        let database = try Progress.wait("Opening events") { try await project.open(isTrial: isTrial) }
        try database.importing { try files.store(in: database) }
        if !dryRun { StandardOutput.noteChange() }
        try Progress.wait("Tidying up") { try await database.maintain() }
        try tell(files, files.warnings(for: project.definitions ?? EventDefinitions()))
        if project.hasWarehouse {
            StandardError.line("note: \(ProjectEvents.wordsOnWarehouse)")
        } else if files.counts.all > Self.manyRows {
            StandardError.line(
                "note: if these rows come from a warehouse, they can be counted there: see `warehouse` in the guide to "
                    + "project files")
        }
        if files.counts[.invalid] + files.counts[.future] > 0 { throw ExitCode(ExitStatus.rowsLeftOut) }
    }

    private func zone(_ name: String) throws -> TimeZone {
        if let zone = TimeZone(identifier: name) { return zone }
        let near = SpellingSuggestion.nearest(to: name, in: TimeZone.knownTimeZoneIdentifiers)
        throw CommandProblem(
            "invalid --time-zone \(Quotation.of(name)): no such time zone",
            advice: near.map { "Did you mean \($0)?" } ?? "Use a name such as Europe/Oslo.")
    }

    private func tell(_ files: EventFilesImport, _ warnings: [EventFileProblem]) throws {
        let problems = files.problems
        let alike = RefusedRows.grouped(problems)
        for rows in alike.prefix(Self.toldProblems) {
            StandardError.report(rows.first, as: "warning")
            if rows.more > 0 { StandardError.line("  and \(CountText.count(rows.more, "more row")) like it") }
        }
        let rest = alike.dropFirst(Self.toldProblems).reduce(0) { $0 + 1 + $1.more }
        if rest > 0 { StandardError.line("warning: \(CountText.count(rest, "more row")) could not be read") }
        for warning in warnings { StandardError.report(warning, as: "warning") }
        let document: Document = [
            "dryRun": dryRun, "outcomes": files.counts.document,
            "problems": problems.prefix(1000).map { ErrorReport($0).json },
            "warnings": warnings.map { ErrorReport($0).json },
        ]
        try options.settings.print(document) { style in
            files.counts.text(style) + (dryRun ? style.shown("dry run: nothing was stored") + "\n" : "")
        }
    }
}

extension EventFile.Form: ExpressibleByArgument {}

/// Rows that were left out for the same reason.
private struct RefusedRows {
    let first: EventFileProblem
    var more = 0

    /// Groups problems of the same file with the same text, in the order of their first rows.
    static func grouped(_ problems: [EventFileProblem]) -> [RefusedRows] {
        var places: [[String?]: Int] = [:]
        var groups: [RefusedRows] = []
        for problem in problems {
            let key = [problem.file, problem.message, problem.advice]
            if let place = places[key] {
                groups[place].more += 1
            } else {
                places[key] = groups.count
                groups.append(RefusedRows(first: problem))
            }
        }
        return groups
    }
}

/// Reads events from files and stores them, some thousand at a time.
struct EventFilesImport {
    /// The number of events in the first transaction, and the maximum. Each transaction stores twice as many as the one
    /// before, because in a large database a transaction touches most pages anyway, and other programs that store
    /// events wait about a second.
    private static let (firstBatch, largestBatch) = (32_000, 128_000)

    /// How far another clock may be ahead of this one, in seconds, before a time counts as wrong. The same limit
    /// applies to events from apps.
    private static let tolerance: TimeInterval = 3600

    private var files: [(name: String, file: EventFile)]
    private(set) var counts = EventCounts()
    /// The number of metric events read, by name.
    private var names: [String: Int] = [:]
    /// The groups in exposures, by experiment.
    private var groups: [String: Set<String>] = [:]
    /// The rows that were left out.
    private(set) var problems: [EventFileProblem] = []

    /// Opens files, and detects their formats.
    ///
    /// - Parameters:
    ///   - paths: the files, which may be compressed with gzip; `-` for standard input.
    ///   - form: their format; nil to detect it.
    /// - Throws: `FileProblem` or `EventFileProblem`. In that case, nothing may be stored.
    init(_ paths: [String], form: EventFile.Form?, columns: EventColumns, mapping: EventMapping) throws {
        let latest = Date() + Self.tolerance
        files = try paths.map { path in
            let name = path == "-" ? "standard input" : path
            do {
                let bytes = try Self.read(path)
                return (
                    name, try EventFile(bytes, form: form, columns: columns, mapping: mapping, latest: latest)
                )
            } catch let problem as EventFileProblem {
                throw problem.in(name)
            }
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let isStream = path == "-" || FileStatus(of: path)?.isStream == true
        let bytes = try isStream ? FileBytes.readToEnd(path) : FileBytes.read(path)
        guard Gzip.isGzip(bytes) else { return bytes }
        do throws(Gzip.Problem) {
            return try Gzip.content(of: bytes, limit: FileBytes.usualLimit)
        } catch {
            switch error {
            case .invalid:
                throw EventFileProblem(
                    "invalid gzip file: it is damaged or truncated",
                    advice: "check it with `gunzip --test`, and copy the file again")
            case .tooLarge:
                throw EventFileProblem(
                    "the uncompressed file is larger than a gigabyte", advice: "import it in parts")
            }
        }
    }

    /// Stores each file as a whole. If one cannot be stored, nothing of it stays.
    mutating func store(in database: EventDatabase) throws {
        for index in files.indices {
            let name = files[index].name
            let source = try Progress.wait("Opening events") { try await database.beginImport(of: name) }
            do {
                try store(index, as: source, in: database)
                try Progress.wait("Counting \(name)") { try await database.finishImport(source) }
            } catch {
                // If this fails, too, the next program that opens the events does it.
                try? Progress.wait("Undoing the import of \(name)") {
                    try await database.abandonImport(source)
                }
                throw error
            }
        }
        for problem in problems { counts.add(problem.outcome) }
    }

    private mutating func store(_ index: Int, as source: Int, in database: EventDatabase) throws {
        // The batch that is stored while the next events are read.
        var storing: Promise<EventCounts>?
        let name = files[index].name
        func finishStoring() throws {
            guard let stored = storing else { return }
            storing = nil
            counts += try Progress.wait("Storing events of \(name)", for: stored)
        }
        var size = Self.firstBatch
        var isAtEnd = false
        while !isAtEnd {
            let events = read(size, from: index, &isAtEnd)
            size = min(size * 2, Self.largestBatch)
            let batch = database.batch(of: events)
            try finishStoring()
            storing = Promise { try await database.store(batch, of: source) }
        }
        try finishStoring()
    }

    private mutating func read(_ count: Int, from index: Int, _ isAtEnd: inout Bool) -> [TrackedEvent] {
        var events: [TrackedEvent] = []
        events.reserveCapacity(count)
        while events.count < count, !isAtEnd {
            do throws(EventFileProblem) {
                if let event = try files[index].file.next() {
                    switch event {
                    case .metric(let event): names[event.name, default: 0] += 1
                    case .exposure(let event): groups[event.experiment, default: []].insert(event.group)
                    }
                    events.append(event)
                } else {
                    isAtEnd = true
                }
            } catch {
                problems.append(error.in(files[index].name))
            }
        }
        return events
    }

    /// Returns warnings about possible mistakes in the stored events.
    ///
    /// - Parameter definitions: the experiments and metrics for which events are counted.
    func warnings(for definitions: EventDefinitions) -> [EventFileProblem] {
        var warnings = files.flatMap { name, file in file.remarks.map { $0.in(name) } }
        let doubts = counts.doubts
        // Some users have events before they enter the experiment, but a wrong time zone moves most events there.
        if doubts.justBefore > 0, doubts.justBefore * 10 >= counts[.counted] {
            let hasZones = files.allSatisfy { $0.file.timesWithoutOffset == 0 }
            let isOne = doubts.justBefore == 1
            warnings.append(
                EventFileProblem(
                    "\(doubts.justBefore) \(isOne ? "event is" : "events are") less than a day older than the first "
                        + "exposure of \(isOne ? "its" : "their") user, and \(isOne ? "is" : "are") not counted as results",
                    advice: hasZones
                        ? "compare the clocks and time zones of the systems that wrote the times"
                        : "times without an offset are read as UTC, unless --time-zone or the project file sets a time zone"
                ))
        }
        let declared = definitions.experiments.flatMap { [$0.name, $0.key, $0.flag].compactMap(\.self) }
        for name in Set(groups.keys).subtracting(declared).sorted().prefix(3) {
            guard let near = SpellingSuggestion.nearest(to: name, in: declared) else { continue }
            warnings.append(
                EventFileProblem(
                    "the project declares no experiment \(Quotation.of(name))",
                    advice: "did you mean \(Quotation.of(near))?"))
        }
        warnings += undeclaredGroups(in: definitions)
        let counted = Set(definitions.metrics.flatMap { [$0.event, $0.denominatorEvent].compactMap(\.self) })
        if !names.isEmpty, !counted.isEmpty, counted.isDisjoint(with: names.keys) {
            let read = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map {
                Quotation.of($0.key)
            }
            let (first, event) = (
                YAMLText.scalar(names.max { $0.value < $1.value }?.key ?? ""), counted.sorted()[0]
            )
            warnings.append(
                EventFileProblem(
                    "no metric uses the events of these files: \(read.joined(separator: ", "))"
                        + (names.count > 3 ? " …" : ""),
                    advice: "if the project uses another name, map it in the project file, for example "
                        + "`events: {names: {\(first): \(YAMLText.scalar(event))}}`"))
        }
        if doubts.withoutValue > 0 {
            warnings.append(
                EventFileProblem(
                    doubts.withoutValue == 1
                        ? "1 event has no value, but a metric needs it"
                        : "\(doubts.withoutValue) events have no value, but a metric needs their values",
                    advice: "use --column value=NAME to name the column of the values"))
        }
        return warnings
    }

    /// Returns warnings about groups that their experiment does not declare.
    private func undeclaredGroups(in definitions: EventDefinitions) -> [EventFileProblem] {
        definitions.experiments.flatMap { experiment -> [EventFileProblem] in
            let named = [experiment.name, experiment.key, experiment.flag].compactMap(\.self).compactMap {
                groups[$0]
            }
            let strangers = Set(named.joined()).subtracting(experiment.groups).sorted()
            guard !experiment.groups.isEmpty else { return [] }
            return strangers.prefix(3).map { group -> EventFileProblem in
                let meant =
                    SpellingSuggestion.nearest(to: group, in: experiment.groups) ?? experiment.groups[0]
                let mapping = [experiment.name, group, meant].map { YAMLText.scalar($0) }
                return EventFileProblem(
                    "\"\(experiment.name)\" declares no group \(Quotation.of(group)), so its users are not counted",
                    advice:
                        "if it is \(Quotation.of(meant)), undo the import with `experiments events undo`, add "
                        + "`events: {groups: {\(mapping[0]): {\(mapping[1]): \(mapping[2])}}}` to the project file, and "
                        + "import the file again")
            }
        }
    }
}

extension EventFileProblem {
    /// Returns the problem of a row or a whole file, with the file's name.
    fileprivate func `in`(_ name: String) -> EventFileProblem {
        var problem = self
        problem.file = name
        return problem
    }
}
