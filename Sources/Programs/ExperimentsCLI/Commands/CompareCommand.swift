import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

struct CompareCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare the values of two sources",
        discussion: """
            Fetches both sources; exits with 2 if values differ. Texts with the same meaning for a declared key, such \
            as 1 and 1.0 for a number, are equal. Overrides are ignored. With --source, name only the other source.
            """)
    static let examples: KeyValuePairs = [
        "experiments compare staging production": "List values that differ; exit with 2 if any",
        "experiments compare staging production --format diff": "Print the differences like diff",
    ]

    @Argument(
        help: ArgumentHelp("Names of two sources", valueName: "source"),
        completion: .sources)
    var sources: [String]

    @OptionGroup var difference: DifferenceOptions

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws { try difference.check(options) }

    func run() throws {
        let names = (options.source.map { [$0] } ?? []) + sources
        guard names.count == 2 else {
            throw CommandProblem(
                "expected two sources to compare, found \(names.count)",
                advice: "For example: `experiments compare staging production`")
        }
        let located = try LocatedProject(options.settings)
        let sources =
            try located.map { located in try names.map { try located.source(named: $0).name } } ?? names
        guard sources[0] != sources[1] else {
            throw CommandProblem(
                "cannot compare source \(Quotation.of(names[0])) with itself",
                advice: located?.project.sources.count == 1
                    ? "Add another source to the project file."
                    : "Use `experiments sources` to list the sources.")
        }
        var sessions: [ProjectSession] = []
        for name in names {
            var settings = try persona.settings(options)
            settings.source = name
            sessions.append(
                try ProjectSession.opened(settings, fetching: true, sharing: sessions.first?.team))
        }
        for session in sessions { try session.fetch() }
        let comparison = SourceComparison(
            sessions[0].service.snapshot, sessions[1].service.snapshot, keys: sessions[0].keys)
        try options.settings.print(comparison.document(sessions[0], sessions[1])) {
            text(comparison, left: sessions[0], right: sessions[1], $0)
        }
        guard comparison.rows.isEmpty else { throw ExitCode(ExitStatus.different) }
    }

    private func text(
        _ comparison: SourceComparison, left: ProjectSession, right: ProjectSession, _ style: PlainText
    ) -> StyledText {
        let count = comparison.rows.count
        let verdict = count == 0 ? "identical" : "\(count) different"
        func text(_ entry: Snapshot.Entry?) -> String? { entry.map { $0.text ?? Snapshot.Entry.appDefault } }
        let keys = comparison.rows.map {
            DifferingKey(name: $0.name, old: text($0.left), new: text($0.right))
        }
        return DifferencesPrinter(settings: options.settings, sides: [left.sourceName, right.sourceName])
            .text(
                keys, as: difference.format,
                verdict: style.shown(verdict, ink: count == 0 ? .green : .yellow)
                    + (count == 0
                        ? " (\(CountText.count(comparison.sameCount, "key")))\n"
                        : ", \(comparison.sameCount) identical\n"))
    }
}
