import ArgumentParser
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation

struct ExperimentsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiments", abstract: "List experiments, groups and keys",
        discussion: """
            Lists the experiments of the project file first, with their verdicts, then other experiments of the \
            source, then keys that accept baselines. `counted` is yes if the effective value assigns the user to a \
            group, and no for baselines, overrides and defaults.
            """)
    static let examples: KeyValuePairs = ["experiments experiments": "List the experiments"]

    @Option(
        help: ArgumentHelp("Only experiments that match this filter", valueName: "text"), completion: .filters
    )
    var filter = ""

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let filter = try Filter(option: filter)
        let session = try ProjectSession.opened(persona.settings(options), fetching: true)
        let report = try session.fetchedReport()
        let rows = listed(session, filter)
        let standings = rows.contains { $0.declared != nil } ? standings(session) : [:]
        let documents = rows.map { row, declared -> Document in
            let standing = declared.flatMap { standings[$0.name] }
            return Self.document(of: row, declared) + [
                "state": standing?.state.rawValue, "verdict": standing?.verdict.word.rawValue,
            ]
        }
        let hasGroups = rows.contains { $0.declared?.groups.isEmpty == false }
        let table = Table(
            [
                .init(title: "EXPERIMENT", limit: 40), .init(title: "GROUP", limit: 30),
                .init(title: "KEY", limit: 60),
                .init(title: "VALUE", limit: 40), .init(title: "COUNTED", limit: 7),
            ] + (standings.isEmpty ? [] : [.init(title: "VERDICT", limit: 26)])
                + (hasGroups ? [.init(title: "GROUPS", limit: 60)] : []), of: rows
        ) { row, declared in
            let name = declared?.name ?? row.experiment
            let cells: [Table.Cell] = [
                .init(name ?? "-", name == nil ? .dim : .bold), .init(Self.group(row, declared)),
                .init(row.key ?? "-"), .init(row.value ?? "-"), .init(row.isTracked ? "yes" : "no"),
            ]
            return cells + (standings.isEmpty ? [] : [Self.verdict(declared.flatMap { standings[$0.name] })])
                + (hasGroups ? [.init(declared?.groups.joined(separator: ", ") ?? "")] : [])
        }
        try options.settings.print(
            ["source": session.document(of: report.snapshot), "experiments": documents], else: table,
            ifEmpty: "no experiments")
    }

    /// Returns the results of each declared experiment, by its name. This does not count as a look at them, so it rules
    /// out nothing.
    private func standings(_ session: ProjectSession) -> [String: ExperimentStanding] {
        guard let results = session.results else { return [:] }
        let known = SplitMemory().known(
            of: session.service, session.currentSource, keys: session.keys, subjects: results.subjects)
        let now = Date()
        do {
            if let warehouse = session.warehouse { try session.events?.consent?.ask(running: warehouse) }
            let all = try Progress.wait(
                session.warehouse == nil ? "Reading events" : "Waiting for the warehouse"
            ) {
                try await results.standings(at: now, known, keepingLooks: false)
            }
            return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        } catch {
            StandardError.line("note: \(ErrorReport.headline(of: error)); verdicts are not shown")
            return [:]
        }
    }

    private static func verdict(_ standing: ExperimentStanding?) -> Table.Cell {
        standing.map { .init($0.headline.shortText, $0.ink) } ?? .init("-", .dim)
    }

    /// Returns the experiments in the order of the dashboard.
    private func listed(_ session: ProjectSession, _ filter: Filter) -> [Listed] {
        let experiments = (session.declared?.experiments ?? []).map {
            DeclaredExperiment(name: $0.name, key: $0.key, flag: $0.flag, groups: $0.groups)
        }
        let (content, known) = (session.content, session.content.experiments)
        let found = known.rows(of: experiments)
        let all =
            zip(found.declared, experiments).map { Listed(row: $0.row, declared: $1) }
            + found.others.map { Listed(row: $0, declared: nil) }
        guard !filter.isEmpty else { return all }
        return all.filter { row, declared in
            filter.passes(known.subject(of: row, with: [declared?.name].compactMap(\.self)), now: content.now)
        }
    }

    private typealias Listed = (row: ExperimentRow, declared: DeclaredExperiment?)

    /// Returns the group of this installation.
    private static func group(_ row: ExperimentRow, _ declared: DeclaredExperiment?) -> String {
        declared.flatMap { row.ownGroup(among: $0.groups) } ?? row.group
    }

    private static func document(of row: ExperimentRow, _ declared: DeclaredExperiment?) -> Document {
        [
            "experiment": (declared?.name ?? row.experiment).orNull, "declared": declared != nil,
            "group": group(row, declared), "groups": declared?.groups, "key": row.key.orNull,
            "value": row.value.orNull, "tracked": row.isTracked, "counted": row.isTracked,
            "startedAt": row.startedAt,
        ]
    }
}
