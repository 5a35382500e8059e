import ArgumentParser
import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

struct ResultsRestartCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Forget earlier looks at an experiment",
        discussion: """
            Asks first. Values that a look rules out stay ruled out, so correcting wrong or incomplete data does not \
            change a verdict. This command forgets the looks; users and events stay. The next results use the current \
            data only.

            Use it only after a correction. Restarting because you do not like a verdict makes false verdicts more \
            likely. The log records who did it.
            """)
    static let examples: KeyValuePairs = [
        "experiments results restart paywall": "Restart after correcting an import",
        "experiments results restart paywall --yes": "Restart without a question",
    ]

    @Argument(help: ArgumentHelp("Experiment", valueName: "name"), completion: .experiments) var name: String

    @Flag(help: "Don't ask") var yes = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let name = try declaredName()
        let style = PlainText(options.settings)
        let project = try ProjectEvents(options.settings)
        let database = FileStatus(of: project.path) == nil ? nil : try project.openAsIs()
        let count = try database.map { store in
            try Progress.wait("Reading looks") { try await store.looks(at: name).count }
        }
        guard let database, let count, count > 0 else {
            return try StandardOutput.line(style.shown("no earlier looks at \(name); nothing was changed"))
        }
        let looks = CountText.count(count, "look")
        try Question(
            text: "Forget \(looks) at \(name) and what they ruled out",
            reason: "restart asks before it forgets anything",
            advice: "Use --yes to forget them without a question."
        ).ask(unless: yes)
        let author = Environment.author
        try Progress.wait("Forgetting looks") {
            _ = try await database.forgetLooks(at: name, by: author, with: "experiments results restart")
        }
        StandardOutput.noteChange()
        try StandardOutput.line(
            style.shown("forgot \(looks) at \(name); the next results use the current data only"))
    }

    /// Returns the name of the experiment as the project declares it.
    private func declaredName() throws -> String {
        let declared = try LocatedProject(options.settings)?.project.experiments.map(\.name) ?? []
        guard let match = SpellingSuggestion.match(name, in: declared) else {
            throw CommandProblem.unknownExperiment(name, among: declared)
        }
        return match
    }
}

extension CommandProblem {
    /// Creates the error for an unknown experiment.
    static func unknownExperiment(_ name: String, among names: [String]) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \($0)?" }
        let all =
            names.isEmpty
            ? "The project declares no experiments."
            : "Available experiments: \(names.joined(separator: ", "))"
        let command = name == "power" ? "Use `experiments power` to plan an experiment." : nil
        return CommandProblem("no experiment \(Quotation.of(name))", advice: near ?? command ?? all)
    }
}
