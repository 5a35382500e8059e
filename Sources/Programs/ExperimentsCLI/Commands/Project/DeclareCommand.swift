import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport

struct DeclareCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare", abstract: "Declare keys in the project file, which stays as it is otherwise.",
        discussion: """
            Adds each key with the type, default and group that what the source holds suggests, unless they are given \
            here. Comments, order and indentation of the file stay. Asks before it declares several.
            """)
    static let examples = [
        CommandExample("experiments declare late_fee", "Declare a key that the source holds"),
        CommandExample("experiments declare --all-undeclared --dry-run", "See what declaring all of them writes"),
    ]

    @Argument(help: "The names of the keys.") var keys: [String] = []

    @Flag(help: "All names that the source holds and the project does not declare.") var allUndeclared = false

    @Option(help: "The type, for a key that the source does not hold, or holds as another.") var type: ValueKind?

    @Option(name: .customLong("default"), help: ArgumentHelp("The default.", valueName: "value"))
    var defaultText: String?

    @Option(help: ArgumentHelp("The group.", valueName: "name")) var group: String?

    @Flag(help: "Print what would be changed as a diff, and change nothing.") var dryRun = false

    @Flag(help: "Do not ask.") var yes = false

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if keys.isEmpty, !allUndeclared { throw ValidationError("Name the keys to declare, or use --all-undeclared.") }
        if !keys.isEmpty, allUndeclared {
            throw ValidationError("Name the keys to declare, or use --all-undeclared, not both.")
        }
        if defaultText != nil, keys.count != 1 { throw ValidationError("--default is for one key at a time.") }
    }

    func run() throws {
        let settings = try persona.settings(options)
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        let editing = KeyEditing(located, settings, isDryRun: dryRun, isSure: yes)
        try editing.make(.declare(try drafts(located, settings).map { try completed($0) }))
    }

    private func drafts(_ located: LocatedProject, _ settings: Settings) throws -> [CatalogKey] {
        let declared = located.project.keys
        let known = Set(declared.map(\.name))
        if let type, !allUndeclared {
            // All is said; the source need not be there.
            let drafts = DeclarationDraft(declared: declared, snapshot: .empty).keys(keys)
            return drafts.map { CatalogKey(name: $0.name, group: $0.group, schema: ValueSchema(kind: type)) }
        }
        let session = try ProjectSession.opened(settings)
        let report = try session.fetchedReport()
        let undeclared = report.rows.filter { !$0.isDeclared }.map(\.name)
        let names = allUndeclared ? undeclared.filter(CatalogueDraft.canDeclare) : keys
        if allUndeclared, names.count < undeclared.count {
            let others = undeclared.filter { !CatalogueDraft.canDeclare($0) }.prefix(3).map { Quotation.of($0) }
            StandardError.line(
                "note: left out \(CountText.count(undeclared.count - names.count, "name")) that no key can have: "
                    + "\(others.joined(separator: ", "))")
        }
        // What is declared already is refused by the editor, with its words.
        for name in names where !known.contains(name) {
            guard report.snapshot.entries[name] == nil, report.overrides[name] == nil else { continue }
            throw CommandProblem.unknownKey(
                name, among: undeclared, advice: "--type TYPE declares a key that the source does not hold.")
        }
        return DeclarationDraft(declared: declared, snapshot: report.snapshot, overrides: report.overrides).keys(names)
    }

    /// The key with what was said of it here.
    private func completed(_ key: CatalogKey) throws -> CatalogKey {
        var schema = key.schema
        if let type, type != schema.kind { schema = ValueSchema(kind: type) }
        if let defaultText { schema.defaultText = defaultText }
        if let text = schema.defaultText {
            do throws(IncorrectValue) {
                try schema.check(text)
            } catch {
                throw CommandProblem("--default: \(error)", advice: "Give a default of type \(schema.kind.rawValue).")
            }
        }
        return CatalogKey(name: key.name, group: group ?? key.group, schema: schema)
    }
}

extension ValueKind: ExpressibleByArgument {}

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
