import ArgumentParser
import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import Foundation

struct SourcesCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "List sources and their state",
        discussion: """
            With --status, fetches every source and shows the number of missing, incorrect and overridden keys. If a \
            source cannot be fetched, shows its last known values and the reason, and exits with 1.
            """)
    static let examples: KeyValuePairs = [
        "experiments sources --status": "Show missing and incorrect keys in each source",
        "experiments sources --status --source staging --json": "Check one source and print JSON",
    ]

    @Flag(help: "Fetch each source and show its state")
    var status = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let wanted = try settings.source.map { [try located.source(named: $0)] } ?? located.project.sources
        var standings = wanted.map {
            SourceStanding(
                name: $0.name, title: located.title(of: $0), environment: $0.environment, kind: $0.kind.name)
        }
        if status { try ask(&standings, settings) }
        try settings.print(["sources": standings.map(document)], else: table(standings))
        if standings.contains(where: { $0.problem != nil }) { throw ExitCode(ExitStatus.failure) }
    }

    private func ask(_ standings: inout [SourceStanding], _ settings: Settings) throws {
        // A source that cannot be opened does not prevent the others from being asked. If consent is needed, the first
        // one asks for it; the others, in the background, only check whether it was given.
        var opened: ProjectSession?
        for index in standings.indices where opened == nil {
            var settings = settings
            settings.source = standings[index].name
            do {
                opened = try ProjectSession.opened(settings)
            } catch {
                standings[index].take(SourceAnswer(content: nil, problem: ErrorReport.headline(of: error)))
            }
        }
        guard let session = opened else { return }
        let survey = SourceSurvey(
            keys: session.keys,
            open: { $0 == session.currentSource ? session.service : try session.openSource?($0) })
        let answers = Mutex<[String: [SourceAnswer]]>([:])
        let names = standings.map(\.name)
        let words = names.count == 1 ? "Fetching from \(names[0])" : "Fetching from \(names.count) sources"
        try options.waits.counting {
            try Progress.wait(words) {
                await survey.ask(names) { name, answer in
                    answers.withLock { $0[name, default: []].append(answer) }
                }
            }
        }
        answers.withLock { answers in
            for index in standings.indices {
                for answer in answers[standings[index].name] ?? [] { standings[index].take(answer) }
            }
        }
    }

    private func table(_ standings: [SourceStanding]) -> Table {
        let now = Date()
        var columns: [Table.Column] = [
            .init(title: "SOURCE", limit: 40), .init(title: "ENVIRONMENT", limit: 20),
            .init(title: "KIND", limit: 20),
        ]
        if status {
            columns += [
                .init(title: "STATE", limit: 12), .init(title: "MISSING", limit: 9),
                .init(title: "INCORRECT", limit: 9),
                .init(title: "OVERRIDES", limit: 9), .init(title: "KEYS", limit: 9),
                .init(title: "FETCHED", limit: 12),
                .init(title: "WHY", limit: 200),
            ]
        }
        var table = Table(columns)
        for standing in standings {
            var cells: [Table.Cell] = [
                .init(standing.title), .init(standing.environment ?? "-"), .init(standing.kind ?? "-", .dim),
            ]
            if status {
                let (content, ink) = (standing.content, standing.problem == nil ? Ink.green : .red)
                func number(_ count: Int?, _ ink: Ink) -> Table.Cell {
                    .init(count.map(String.init) ?? "-", count ?? 0 > 0 ? ink : .dim)
                }
                let age = content?.fetchedAt.map { Int(now.timeIntervalSince($0)) }
                cells += [
                    .init(standing.word, ink), number(content?.missing, Ink(.missing)),
                    number(content?.incorrect, Ink(.incorrect)),
                    number(content?.overrides, Ink(.override)), number(content?.keys, .plain),
                    .init(Self.words(age: age), .dim), .init(standing.problem ?? "", .red),
                ]
            }
            table.append(cells)
        }
        return table
    }

    private static func words(age: Int?) -> String {
        guard let age else { return "never" }
        return age < 1 ? "now" : "\(DurationText.text(of: .seconds(age))) ago"
    }

    private func document(_ standing: SourceStanding) -> Document {
        let source: Document = [
            "name": standing.name, "title": standing.title, "environment": standing.environment.orNull,
            "kind": standing.kind.orNull,
        ]
        guard status else { return source }
        let content = standing.content
        return source + [
            "state": standing.problem == nil ? standing.word : "failing", "problem": standing.problem,
            "live": standing.liveStatus.word, "fetchedAt": content.map(\.fetchedAt.orNull),
            "stale": content?.fetchedAt == nil || standing.problem == nil ? nil : true, "keys": content?.keys,
            "missing": content?.missing, "incorrect": content?.incorrect, "overrides": content?.overrides,
        ]
    }
}
