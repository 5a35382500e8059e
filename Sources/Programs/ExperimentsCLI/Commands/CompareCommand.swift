import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct CompareCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Print the keys whose values differ between two sources; exit with 2 if any.",
        discussion: """
            Both sources are fetched. Texts that mean the same value of a declared key, such as 1 and 1.0 of a number, \
            are alike. Overrides are ignored. With --source, name only the other source.
            """)
    static let examples = [
        CommandExample("experiments compare staging production", "See which values differ; exit with 2 if any"),
        CommandExample("experiments compare staging production --format diff", "Show the differences line by line"),
    ]

    @Argument(
        help: ArgumentHelp("The sources, by their names in the project file.", valueName: "source"),
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
                "compare needs two sources, and \(names.count == 1 ? "one was" : "\(names.count) were") named",
                advice: "Write for example: experiments compare staging production")
        }
        guard names[0] != names[1] else {
            throw CommandProblem(
                "\(Quotation.of(names[0])) is compared with itself",
                advice: "Name two sources of the project; `experiments sources` lists them.")
        }
        let sessions = try names.map { name in
            var settings = try persona.settings(options)
            settings.source = name
            return try ProjectSession.opened(settings)
        }
        for session in sessions { try session.fetch() }
        let comparison = SourceComparison(
            sessions[0].service.snapshot, sessions[1].service.snapshot, keys: sessions[0].keys)
        if options.settings.json {
            try StandardOutput.document(comparison.document(sessions[0], sessions[1]))
        } else {
            try StandardOutput.write(text(comparison, left: sessions[0], right: sessions[1]))
        }
        guard comparison.rows.isEmpty else { throw ExitCode(ExitStatus.different) }
    }

    private func text(
        _ comparison: SourceComparison, left: ProjectSession, right: ProjectSession
    ) -> StyledText {
        let style = PlainText(options.settings)
        let count = comparison.rows.count
        let verdict = count == 0 ? "the same" : CountText.count(count, "key differs", "keys differ")
        func text(_ entry: Snapshot.Entry?) -> String? { entry.map { $0.text ?? Snapshot.Entry.appDefault } }
        let keys = comparison.rows.map { DifferingKey(name: $0.name, old: text($0.left), new: text($0.right)) }
        return DifferencesPrinter(settings: options.settings, sides: [left.sourceName, right.sourceName]).text(
            keys, as: difference.format,
            verdict: style.shown(verdict, ink: count == 0 ? .green : .yellow) + ", \(comparison.sameCount) alike\n")
    }
}
