import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

/// A table of outcomes, as text. A row that begins with `source` names the columns of those below it.
private struct OutageTable: CustomStringConvertible {
    struct Cell {
        let kind: String
        let column: String
        var outcome: String
    }

    private(set) var cells: [Cell] = []

    init(_ text: String) {
        var columns: [String] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "source" {
                columns = words
            } else {
                cells += zip(columns, words).dropFirst().map { Cell(kind: words[0], column: $0, outcome: $1) }
            }
        }
    }

    /// The same table with other outcomes.
    func replacing(_ outcome: (Cell) async throws -> String) async rethrows -> OutageTable {
        var table = self
        for index in cells.indices { table.cells[index].outcome = try await outcome(cells[index]) }
        return table
    }

    var description: String {
        var (lines, columns): ([String], [String]) = ([], [])
        var rest = cells[...]
        while let kind = rest.first?.kind {
            let row = rest.prefix { $0.kind == kind }
            rest = rest.dropFirst(row.count)
            if row.map(\.column) != columns {
                columns = row.map(\.column)
                lines.append(Self.line("source", columns))
            }
            lines.append(Self.line(kind, row.map(\.outcome)))
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ first: String, _ others: [String]) -> String {
        let padded = ([first] + others.dropLast()).enumerated().map { number, text in
            text.padding(toLength: max(text.count + 1, number == 0 ? 17 : 11), withPad: " ", startingAt: 0)
        }
        return padded.joined() + (others.last ?? "")
    }
}

/// What programs make of a source that is away when they start: `last` if they continue with the last good values and
/// say that these are old, `same` if the source says that they are current, `gone` if its document is valid and has no
/// values, `unknown` if the program does not judge old values, `kept` if it reads its history and fetches nothing.
///
/// Set `EXPERIMENTS_OUTAGES` to the path of a file to have the tables written there.
@Suite("Programs that start while their source is away", .fewAtATime, .timeLimit(.minutes(60)))
struct OutageTests {
    /// For `sources --status`, `matrix` and `serve`.
    private static let byFault = """
        source           removed    directory  empty      truncated  html       object     array      null
        file             last       last       last       last       last       gone       last       last
        variants         last       last       last       last       last       gone       last       last
        template-file    last       last       last       last       last       gone       last       last
        growthbook-file  last       last       last       last       last       last       last       last
        source           refused    500        503        401        304        204        redirect
        emulator         last       last       last       last       last       last       last
        firebase         last       last       last       last       same       last       last
        template         last       last       last       last       last       last       last
        ofrep            last       last       last       last       last       last       last
        active-config    last       last       last       last       last       last       last
        growthbook       last       last       last       last       same       last       last
        etcd             last       last       last       last       last       last       last
        source           empty      truncated  html       object     array      null
        emulator         last       last       last       last       last       last
        firebase         last       last       last       last       last       last
        template         last       last       last       gone       last       last
        ofrep            last       last       last       last       last       last
        active-config    last       last       last       last       last       last
        growthbook       last       last       last       last       last       last
        etcd             last       last       last       last       last       last
        """

    /// For the same programs, and a server that is reached over TLS.
    private static let byTLSFault = """
        source           expired    elsewhere  stranger   cut        plain
        emulator         last       last       last       last       last
        firebase         last       last       last       last       last
        template         last       last       last       last       last
        ofrep            last       last       last       last       last
        active-config    last       last       last       last       last
        growthbook       last       last       last       last       last
        etcd             last       last       last       last       last
        """

    /// For a source that answers with a page in HTML, or whose file is one.
    private static let byProgram = """
        source           list       get        check      stale-check list-at    dashboard  relay
        file             last       last       unknown    last        kept       last       last
        variants         last       last       unknown    last        kept       last       last
        template-file    last       last       unknown    last        kept       last       last
        growthbook-file  last       last       unknown    last        kept       last       last
        emulator         last       last       unknown    last        kept       last       last
        firebase         last       last       unknown    last        kept       last       last
        template         last       last       unknown    last        kept       last       last
        ofrep            last       last       unknown    last        kept       last       last
        active-config    last       last       unknown    last        kept       last       last
        growthbook       last       last       unknown    last        kept       last       last
        etcd             last       last       unknown    last        kept       last       last
        """

    /// For the same programs, with a limit for the wait.
    private static let hanging = """
        source           hang
        emulator         last
        firebase         last
        template         last
        ofrep            last
        active-config    last
        growthbook       last
        etcd             last
        """

    @Test(
        "a server that never answers is waited for no longer than the limit, and is then like any that is away"
    )
    func hangs() async throws {
        try await compare(Self.hanging, limit: ["--timeout", "2s"])
    }

    @Test(
        "a server whose certificate is wrong, or that fails in a handshake, is like any that is away",
        .promise("A server with a wrong certificate replaces no values", "programs started"),
        .enabled(if: CertificateFolder.isPossible, "there is no /usr/bin/openssl here"))
    func certificates() async throws {
        try await compare(Self.byTLSFault, limit: [])
    }

    /// Starts the programs that show all sources, and compares the outcomes with a table.
    private func compare(_ table: String, limit: [String]) async throws {
        let expected = OutageTable(table)
        let stage = try await OutageStage(expected.cells.map { ($0.kind, $0.column) }, limit: limit)
        async let statuses = stage.statuses()
        async let columns = stage.columns()
        async let served = stage.served()
        for (program, outcomes) in try await [("sources", statuses), ("matrix", columns), ("serve", served)] {
            let table = await expected.replacing { outcomes["\($0.kind)-\($0.column)"] ?? "nothing" }
            #expect("\(table)" == "\(expected)", "\(program)")
            Promise.count(table.cells.count)
        }
        await stage.stop()
    }

    @Test(
        "each continues with the last good values of each kind of source, whatever is wrong, and says so",
        .promise(
            "Programs that start in an outage have the last values", "programs started while a source is away"
        ))
    func outages() async throws {
        let stage = try await OutageStage(OutageTable(Self.byFault).cells.map { ($0.kind, $0.column) })
        let (byFault, byProgram) = (OutageTable(Self.byFault), OutageTable(Self.byProgram))
        async let statuses = stage.statuses()
        async let columns = stage.columns()
        async let served = stage.served()
        let programs = try await byProgram.replacing { try await stage.outcome(of: $0.column, $0.kind) }
        var tables = [("commands, the dashboard and emulator --upstream, with html", byProgram, programs)]
        for (program, outcomes) in try await [("sources", statuses), ("matrix", columns), ("serve", served)] {
            let table = await byFault.replacing { outcomes["\($0.kind)-\($0.column)"] ?? "nothing" }
            // A matrix asks before it takes the last good values, so that "not modified" answers nothing.
            let expected = await byFault.replacing { cell in
                let asksFirst = program == "matrix" && cell.kind == "growthbook" && cell.column == "304"
                return asksFirst ? "last" : cell.outcome
            }
            tables.append((program, expected, table))
        }
        for (program, expected, table) in tables {
            #expect("\(table)" == "\(expected)", "\(program)")
            Promise.count(table.cells.count)
        }
        if let path = ProcessInfo.processInfo.environment["EXPERIMENTS_OUTAGES"] {
            let text = tables.map { "\($0.0)\n\n\($0.2)\n" }.joined(separator: "\n")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        await stage.stop()
    }
}

/// A project with sources of all kinds, from each of which was fetched once, and which are away now.
private struct OutageStage {
    private let workplace: Workplace
    private let server: HTTPServer
    private let sources: [OutageSource]
    /// What lies before the servers that are reached over TLS.
    private let secure: SecureOutages?
    /// Arguments that limit the waits.
    private let limit: [String]

    init(_ cells: [(kind: String, fault: String)], limit: [String] = []) async throws {
        self.limit = limit
        sources = try cells.map { OutageSource(kind: $0, fault: try #require(OutageFault(rawValue: $1))) }
        workplace = try Workplace()
        let responder = OutageServer()
        server = HTTPServer(responder)
        let url = try await server.start().absoluteString
        let closing = HTTPServer(responder)
        let closingURL = try await closing.start().absoluteString
        secure = try await SecureOutages(sources.map(\.fault), responder, in: workplace)
        let lines = sources.map { [secure] source in
            source.line(at: secure?.url(of: source.fault) ?? (source.fault == .refused ? closingURL : url))
        }
        try workplace.folder.write(
            "refresh: off\nsources:\n\(lines.joined())keys:\n  - {name: days, type: int, default: 14}\n"
                + "  - {name: Shop.days, type: int, default: 14}\n", to: "experiments.yaml")
        for source in sources {
            if let document = source.document { try workplace.folder.write(document, to: source.path) }
        }
        let fetched = try await workplace.run("sources", "--status")
        try #require(fetched.status == 0, "\(fetched)")
        // Only some commands keep the history that `list --at` reads.
        for source in sources where source.fault == .html {
            _ = try await workplace.run("check", "--source", source.name)
        }
        responder.fail()
        try await secure?.fail()
        await closing.stop()
        for source in sources where source.document != nil { try source.spoil(in: workplace.folder) }
    }

    func stop() async {
        await server.stop()
        await secure?.stop()
    }

    /// The outcomes of all sources in `sources --status`.
    func statuses() async throws -> [String: String] {
        let document = try await workplace.run(Workplace.program, ["sources", "--status", "--json"] + limit)
            .json()
        return outcomes(document.object?["sources"]?.array, name: "name") { source in
            // One of the two keys is missing at every source.
            (source["missing"] == 1, source["stale"] == true)
        }
    }

    /// The outcomes of all sources in `matrix`.
    func columns() async throws -> [String: String] {
        let matrix = try await workplace.run(
            Workplace.program,
            ["matrix", "--everything", "--json"] + limit + ["--sources"] + sources.map(\.name)
        ).json().object
        let keys = matrix?["keys"]?.array?.compactMap { $0.object?["values"]?.array } ?? []
        let columns = matrix?["columns"]?.array ?? []
        return outcomes(columns, name: "title") { column in
            let place = columns.firstIndex { $0.object?["title"] == column["title"] } ?? 0
            return (keys.contains { $0[place].object?["value"] == "7" }, column["stale"] == true)
        }
    }

    private func outcomes(
        _ documents: [JSONValue]?, name: String, _ facts: (JSONObject) -> (holdsSeven: Bool, isStale: Bool)
    ) -> [String: String] {
        var outcomes: [String: String] = [:]
        for document in documents?.compactMap(\.object) ?? [] {
            outcomes[document[name]?.string ?? ""] = Self.outcome(facts(document))
        }
        return outcomes
    }

    private static func outcome(_ facts: (holdsSeven: Bool, isStale: Bool)) -> String {
        switch facts {
        case (true, true): "last"
        case (true, false): "same"
        case (false, false): "gone"
        case (false, true): "wrong"
        }
    }

    /// The outcomes of all sources in one `serve`, asked for the user for whom each source is configured.
    func served() async throws -> [String: String] {
        let others = sources.dropFirst().flatMap { ["--also", $0.name] }
        let server = try workplace.start(
            ["serve", "--port", "0", "--json", "--quiet", "--source", sources[0].name] + others + limit)
        let url = try await Self.address(of: server)
        var outcomes: [String: String] = [:]
        for source in sources {
            let request = TransportRequest(
                .post, try #require(URL(string: "\(url)/\(source.name)/ofrep/v1/evaluate/flags")),
                headers: ["content-type": "application/json"], body: Array(#"{"context": {}}"#.utf8))
            let response = try await SystemTransport().send(request)
            let body = String(decoding: response.body, as: UTF8.self)
            let isStale = response.headers["x-experiments-stale-since"] != nil
            let facts = (body.contains(#""value":7"#), isStale)
            outcomes[source.name] = response.status == 200 ? Self.outcome(facts) : body
        }
        server.send(SIGTERM)
        _ = try await server.finished()
        return outcomes
    }

    /// The outcome of a program for the source of a kind that is a page in HTML now.
    func outcome(of program: String, _ kind: String) async throws -> String {
        let name = OutageSource(kind: kind, fault: .html).name
        func run(_ arguments: String...) async throws -> Finished {
            try await workplace.run(Workplace.program, arguments + ["--source", name])
        }
        switch program {
        case "list", "stale-check":
            let words = program == "list" ? ["list"] : ["check", "--allow-stale", "1h"]
            let report = try await workplace.run(Workplace.program, words + ["--json", "--source", name])
            let source = try report.json().object?["source"]?.object
            return Self.outcome((report.output.contains(#""value": "7""#), source?["stale"] == true))
        case "get":
            let get = try await run("get", kind == "active-config" ? "Shop.days" : "days")
            return Self.outcome((get.output == "7\n", get.errors.contains("fetch failed: ")))
        case "check":
            let check = try await run("check")
            return check.status == 1 ? "unknown" : "\(check)"
        case "list-at":
            let list = try await run("list", "--at", RFC3339.text(of: Date()))
            return list.status == 0 && list.holdsSeven ? "kept" : "\(list)"
        case "dashboard":
            let screen = try await run("render", "--size", "160x20")
            // Values that are less than a minute old are not called old.
            return Self.outcome((screen.holdsSeven, screen.output.contains("fetch failed: ")))
        default: return try await relayed(name)
        }
    }

    /// The outcome of an app whose emulator relays a source.
    private func relayed(_ name: String) async throws -> String {
        let relay = try workplace.start(
            "emulator", "--upstream", name, "--project", "p", "--port", "0", "--json")
        let url = try await Self.address(of: relay)
        let app = try Workplace()
        try app.folder.write(
            """
            source: {kind: emulator, url: "\(url)", project: p, realtime: false}
            keys:
              - {name: days, type: int, default: 14}
              - {name: Shop.days, type: int, default: 14}

            """, to: "experiments.yaml")
        let list = try await app.run("list")
        try await relay.waitForOutput(#""event":"upstream""#)
        relay.send(SIGTERM)
        _ = try await relay.finished()
        return Self.outcome(
            (list.status == 0 && list.holdsSeven, relay.output.contains(#""status":"failed""#)))
    }

    private static func address(of server: RunningProgram) async throws -> String {
        try await server.waitForOutput(#""event":"listening""#)
        let documents = server.output.split(separator: "\n").compactMap {
            try? JSONValue(parsing: String($0)).object
        }
        return try #require(documents.first { $0["event"] == "listening" }?["url"]?.string)
    }
}

extension Finished {
    /// Whether a line for a key has the value that was fetched before.
    fileprivate var holdsSeven: Bool {
        lines.contains { line in
            let words = line.split(separator: " ")
            return words.contains("7") && words.contains { $0 == "days" || $0 == "Shop.days" }
        }
    }
}
