import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct MatrixCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix", abstract: "Compare values across personas or sources",
        discussion: """
            Prints a column for each persona or source, and a row for each key whose values differ. Texts with the \
            same meaning for a declared key are equal. Overrides are ignored; overridden keys are marked with *. For \
            long values, only the part that differs is printed.

            Each --as NAME or --as FIELD=VALUE adds a column, and so does each name after --sources. --all compares \
            all personas and the configured user.
            """)
    static let examples: KeyValuePairs = [
        "experiments matrix --all": "Compare the values of all personas",
        "experiments matrix --sources staging --sources production": "Compare sources key by key",
    ]

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Persona, or attribute such as country=NO (repeatable)", valueName: "persona|name=value"),
        completion: .personas)
    var personas: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Compare sources instead of personas", valueName: "name"), completion: .sources)
    var sources: [String] = []

    @Flag(help: "Compare all personas") var all = false

    @Option(help: ArgumentHelp("Only keys that match this filter", valueName: "text"), completion: .filters)
    var filter: String?

    @Flag(help: "Include keys that do not differ") var everything = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard [!personas.isEmpty, !sources.isEmpty, all].filter(\.self).count == 1 else {
            throw ValidationError("expected one of --as PERSONA, --sources NAME NAME and --all")
        }
        if sources.count == 1 { throw ValidationError("expected two or more sources after --sources") }
    }

    func run() throws {
        let filter = try Filter(option: filter ?? "")
        let (session, columns) = try sources.isEmpty ? askedColumns() : fetchedColumns()
        tellProblems(of: columns, at: Date())
        guard columns.contains(where: { $0.snapshot != nil }) else {
            throw CommandProblem("nothing to compare: no values could be fetched")
        }
        let matrix = ValueMatrix(
            columns, keys: session.keys, booleanPolicy: session.service.booleanPolicy, at: Date())
        let rows = matrix.rows.filter { (everything || $0.differs) && $0.passes(filter, now: Date()) }
        let printer = MatrixPrinter(
            matrix, rows, overridden: Set(session.overrides.store.overrides.entries.keys))
        try options.settings.print(printer.document, else: printer.text)
    }

    /// Prints the problems of each column to standard error. Values of the same source for several personas come from
    /// one fetch, so their age is printed once.
    private func tellProblems(of columns: [ValueMatrix.Column], at now: Date) {
        var told: Set<String> = []
        for column in columns {
            guard var problem = column.problem else { continue }
            if let date = column.snapshot?.fetchedAt {
                problem = OutageWords.values(from: OutageWords.time(since: date, to: now), because: problem)
            }
            let words = column.isStale && sources.isEmpty ? problem : "\(column.title): \(problem)"
            if told.insert(words).inserted { StandardError.line("note: \(words)") }
        }
    }

    private func askedColumns() throws -> (ProjectSession, [ValueMatrix.Column]) {
        let session = try ProjectSession.opened(options.settings)
        let asked = try askedPersonas(session)
        let service = session.service
        let columns = try options.waits.counting {
            try Progress.wait("Fetching from \(session.sourceName)") {
                try await MatrixColumns.asking(
                    service, as: asked,
                    advice: "Sources of kind \(SourceKeeper.thoseThatTellUsersApart) have per-user values."
                ) { service }
            }
        }
        if let keeper = service.keeper as? any PersonaKeeper {
            let names = try personas.compactMap { text in
                if case .field(let name, _) = try PersonaArgument(text) { name } else { nil }
            }
            try AskedPersona.check(names, for: keeper, keeper.persona, of: session.sourceName)
        }
        return (session, columns)
    }

    private func askedPersonas(
        _ session: ProjectSession
    ) throws -> [(title: String, persona: SourcePersona)] {
        let configured = (session.service.keeper as? any PersonaKeeper)?.persona ?? SourcePersona()
        // Without per-user values, the names of personas do not matter.
        guard all, session.service.keeper is any PersonaKeeper else {
            return try personas.map { text in
                let argument = try PersonaArgument(text)
                return (argument.title, try argument.applied(to: configured, from: session.personas))
            }
        }
        let listing = try session.personas.list()
        for problem in listing.problems { StandardError.line("note: \(problem)") }
        guard !listing.personas.isEmpty else {
            throw CommandProblem("no personas", advice: PersonaLibrary.advice)
        }
        return [(MatrixColumns.configuredTitle, configured)]
            + listing.personas.map { ($0.name, $0.laid(over: configured)) }
    }

    private func fetchedColumns() throws -> (ProjectSession, [ValueMatrix.Column]) {
        var sessions: [ProjectSession] = []
        for name in sources {
            var settings = options.settings
            settings.source = name
            sessions.append(try ProjectSession.opened(settings, sharing: sessions.first?.team))
        }
        let opened = sessions.map { session in (session.sourceName, { @Sendable in session.service }) }
        let columns = try options.waits.counting {
            try Progress.wait("Fetching from \(sources.joined(separator: ", "))") {
                await MatrixColumns.fetching(opened.map { (title: $0.0, open: $0.1) })
            }
        }
        return (sessions[0], columns)
    }
}
