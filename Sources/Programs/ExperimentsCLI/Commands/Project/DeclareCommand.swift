import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport

struct DeclareCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare", abstract: "Add keys to the project file",
        discussion: """
            Adds each key with the type, default and group that its value in the source suggests, unless options set \
            them. Comments, order and indentation of the file do not change. Asks before it adds several keys.
            """)
    static let examples: KeyValuePairs = [
        "experiments declare late_fee": "Add a key that the source has",
        "experiments declare --all-undeclared --dry-run": "Show what adding all undeclared keys would change",
    ]

    @Argument(help: "Names of the keys") var keys: [String] = []

    @Flag(help: "Add all undeclared keys of the source") var allUndeclared = false

    @Option(help: "Type of the keys (default: detected)") var type: ValueKind?

    @Option(name: .customLong("default"), help: ArgumentHelp("Default value", valueName: "value"))
    var defaultText: String?

    @Option(help: ArgumentHelp("Group of the keys", valueName: "name")) var group: String?

    @Flag(help: "Print the changes as a diff without writing them") var dryRun = false

    @Flag(help: "Don't ask") var yes = false

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if keys.isEmpty, !allUndeclared { throw ValidationError("expected key names or --all-undeclared") }
        if !keys.isEmpty, allUndeclared {
            throw ValidationError("key names and --all-undeclared cannot be combined")
        }
        if defaultText != nil, keys.count != 1 { throw ValidationError("--default requires exactly one key") }
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
            // The options are complete, so the source is not needed.
            let drafts = DeclarationDraft(declared: declared, snapshot: .empty).keys(keys)
            return drafts.map { CatalogKey(name: $0.name, group: $0.group, schema: ValueSchema(kind: type)) }
        }
        let session = try ProjectSession.opened(settings, fetching: true)
        let report = try session.fetchedReport()
        let undeclared = report.rows.filter { !$0.isDeclared }.map(\.name)
        let names = allUndeclared ? undeclared.filter(Project.canDeclare) : keys
        if allUndeclared, names.count < undeclared.count {
            let others = undeclared.filter { !Project.canDeclare($0) }.prefix(3).map { Quotation.of($0) }
            StandardError.line(
                "note: skipped \(CountText.count(undeclared.count - names.count, "name")) that cannot name a key: "
                    + "\(others.joined(separator: ", "))")
        }
        // The editor reports declared keys with its own message.
        for name in names where !known.contains(name) {
            guard report.snapshot.entries[name] == nil, report.overrides[name] == nil else { continue }
            throw CommandProblem.unknownKey(
                name, among: undeclared, advice: "Use --type to add a key that the source does not have.")
        }
        return DeclarationDraft(declared: declared, snapshot: report.snapshot, overrides: report.overrides)
            .keys(names)
    }

    /// Returns the key with the values of the options.
    private func completed(_ key: CatalogKey) throws -> CatalogKey {
        var schema = key.schema
        if let type, type != schema.kind { schema = ValueSchema(kind: type) }
        if let defaultText { schema.defaultText = defaultText }
        if let text = schema.defaultText {
            do throws(IncorrectValue) {
                try schema.check(text)
            } catch {
                throw CommandProblem(
                    "invalid --default: \(error)", advice: "Use a value of type \(schema.kind.rawValue).")
            }
        }
        return CatalogKey(name: key.name, group: group ?? key.group, schema: schema)
    }
}

extension ValueKind: ExpressibleByArgument {}

struct DropCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Remove keys from the project file",
        discussion: """
            Removes the entries of the keys with the comments inside them. Comments above them and the overrides of \
            the keys stay. Asks before it removes several keys.
            """)
    static let examples: KeyValuePairs = [
        "experiments drop late_fee": "Remove a key from the project file",
        "experiments drop --all-missing": "Remove all missing keys after a question",
    ]

    @Argument(help: "Names of the keys") var keys: [String] = []

    @Flag(help: "Remove all missing keys")
    var allMissing = false

    @Flag(help: "Print the changes as a diff without writing them") var dryRun = false

    @Flag(help: "Don't ask") var yes = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if keys.isEmpty, !allMissing { throw ValidationError("expected key names or --all-missing") }
        if !keys.isEmpty, allMissing {
            throw ValidationError("key names and --all-missing cannot be combined")
        }
    }

    func run() throws {
        let settings = options.settings
        guard let located = try LocatedProject(settings) else { throw CommandProblem.noProject }
        var names = keys
        if allMissing {
            let report = try ProjectSession.opened(settings, fetching: true).fetchedReport()
            names = report.rows.filter { $0.isDeclared && $0.status == .missing }.map(\.name)
        }
        try KeyEditing(located, settings, isDryRun: dryRun, isSure: yes).make(.drop(names))
    }
}
