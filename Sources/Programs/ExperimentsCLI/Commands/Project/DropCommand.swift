import ArgumentParser
import ExperimentsCore
import ExperimentsProject

struct DropCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Declare keys no longer in the project file, which stays as it is otherwise.",
        discussion: """
            Removes the entries of the keys, with the comments inside them; comments above them stay. Overrides of the \
            keys stay, too. Asks before it drops several.
            """)
    static let examples = [
        CommandExample("experiments drop late_fee", "Remove a key from the project file"),
        CommandExample(
            "experiments drop --all-missing", "Remove those that the source has no value for, after a question"),
    ]

    @Argument(help: "The names of the keys.") var keys: [String] = []

    @Flag(help: "All keys that are missing: those that the source, asked as configured, has no value for.")
    var allMissing = false

    @Flag(help: "Print what would be changed as a diff, and change nothing.") var dryRun = false

    @Flag(help: "Do not ask.") var yes = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if keys.isEmpty, !allMissing { throw ValidationError("Name the keys to drop, or use --all-missing.") }
        if !keys.isEmpty, allMissing { throw ValidationError("Name the keys to drop, or use --all-missing, not both.") }
    }

    func run() throws {
        let settings = options.settings
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        var names = keys
        if allMissing {
            let report = try ProjectSession.opened(settings).fetchedReport()
            names = report.rows.filter { $0.isDeclared && $0.status == .missing }.map(\.name)
        }
        try KeyEditing(located, settings, isDryRun: dryRun, isSure: yes).make(.drop(names))
    }
}
