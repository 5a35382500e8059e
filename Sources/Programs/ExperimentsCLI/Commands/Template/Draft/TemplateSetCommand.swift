import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

struct TemplateSetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a value in the draft",
        discussion: """
            Apps do not get the value yet: edits are collected in a draft, which `template draft` shows and `template \
            publish` publishes. A parameter that does not exist is added, with the type of the project's key if it is \
            declared. Put a value that begins with a dash last, after `--`.
            """)
    static let examples: KeyValuePairs = [
        "experiments template set paywall_type b": "Set a default value in the draft",
        "experiments template set paywall_type b --condition norway": "Set the value of a condition",
    ]

    @Argument(help: ArgumentHelp("Key of the parameter", valueName: "key"), completion: .keys) var key: String
    @Argument(
        help: ArgumentHelp("Value (omit it to change other attributes only)", valueName: "value"))
    var value: String?

    @Flag(help: "Use the in-app default instead of a value") var inAppDefault = false

    @Option(
        help: ArgumentHelp("Condition of the value (default: the default value)", valueName: "name")
    )
    var condition: String?

    @Option(help: ArgumentHelp("Group of the parameter; an empty text removes it", valueName: "name"))
    var group: String?

    @Option(help: ArgumentHelp("Description; an empty text removes it", valueName: "text")) var description:
        String?

    @Option(help: "Type of the parameter") var type: TemplateParameter.ValueType?

    @Option(help: ArgumentHelp("New key", valueName: "key")) var rename: String?

    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if inAppDefault, value != nil {
            throw ValidationError("--in-app-default cannot be combined with a value")
        }
        let isSilent =
            value == nil && !inAppDefault && group == nil && description == nil && type == nil
            && rename == nil
        if isSilent { throw ValidationError("expected a value or an option") }
        if condition != nil, value == nil, !inAppDefault {
            throw ValidationError("--condition requires a value")
        }
    }

    func run() throws {
        let (workspace, located) = try TemplateWorkspace.opened(global.settings)
        let draft = try workspace.read(global)
        let declared = located.project.keys.first { $0.name == key }
        warn(declared)
        let names = Set(draft.template.parameters.map(\.key) + located.project.keys.map(\.name)).sorted()
        if !names.contains(key), let near = SpellingSuggestion.nearest(to: key, in: names) {
            StandardError.line("note: \(key) is a new parameter; did you mean \(near)?")
        }
        try workspace.make(edits(on: draft.template, declared), ending: ending.studies, global)
    }

    private func edits(
        on template: RemoteConfigTemplate, _ declared: CatalogKey?
    ) throws(CommandProblem) -> [TemplateEdit] {
        let new = inAppDefault ? TemplateValue.inAppDefault : value.map(TemplateValue.text)
        let group = group.flatMap { $0.isEmpty ? nil : $0 }
        var edits: [TemplateEdit] = []
        if template.parameter(key) == nil, condition == nil, let new {
            let type = type ?? declared?.schema.kind.templateType ?? .string
            edits.append(.addParameter(key: key, new, type: type, group: group))
        } else {
            // Set the type first, so that the value is checked against it.
            if let type { edits.append(.setType(key: key, type)) }
            if let new { edits.append(.setValue(key: key, condition: condition, new)) }
            if self.group != nil { edits.append(.moveParameter(key: key, group: group)) }
        }
        if let description {
            edits.append(.describeParameter(key: key, description.isEmpty ? nil : description))
        }
        if let rename { edits.append(.renameParameter(key: key, to: rename)) }
        return edits
    }

    /// Warns if the value is not valid for the project's own key. Another app may accept it.
    private func warn(_ declared: CatalogKey?) {
        guard let declared, let value else { return }
        do throws(IncorrectValue) {
            try declared.check(value)
        } catch {
            StandardError.line(
                "warning: the value is not valid for the project's key \(key): \(error.reason)")
        }
    }
}

/// Types of parameters are in lower case on the command line.
extension TemplateParameter.ValueType: ExpressibleByArgument {
    public init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument.uppercased())
    }

    public static var allValueStrings: [String] { ["string", "boolean", "number", "json"] }

    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct TemplateUnsetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove a parameter or value from the draft")
    static let examples: KeyValuePairs = [
        "experiments template unset paywall_type --condition norway": "Remove the value of a condition"
    ]

    @Argument(help: ArgumentHelp("Key of the parameter", valueName: "key"), completion: .keys) var key: String

    @Option(help: ArgumentHelp("Remove only the value of this condition", valueName: "name")) var condition:
        String?

    @Flag(name: .customLong("default"), help: "Remove only the default value") var defaultOnly = false

    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if defaultOnly, condition != nil {
            throw ValidationError("--default and --condition cannot be combined")
        }
    }

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let isPart = defaultOnly || condition != nil
        try workspace.make(
            [isPart ? .removeValue(key: key, condition: condition) : .removeParameter(key: key)],
            ending: ending.studies, global)
    }
}

/// A command that makes edits of the draft, all of them or none.
protocol TemplateEditCommand: ExemplifiedCommand {
    var global: GlobalOptions { get }
    var edits: [TemplateEdit] { get }
    /// The experiments and rollouts that the edits may end.
    var ending: EndingOptions { get }
}

extension TemplateEditCommand {
    func run() throws {
        try TemplateWorkspace.opened(global.settings).workspace.make(edits, ending: ending.studies, global)
    }
}

extension TemplateOrigin {
    /// Reads the published template.
    func read(_ options: GlobalOptions) throws -> PublishedTemplate {
        try Progress.wait("Reading \(title)", within: options.waits) { try await published() }
    }
}

extension TemplateWorkspace {
    /// Reads the draft, or the published template if there is no draft.
    func read(_ options: GlobalOptions) throws -> TemplateDraft {
        try Progress.wait("Reading \(origin.title)", within: options.waits) { try await draft() }
    }

    /// Changes the draft.
    func edit(_ change: Change, _ options: GlobalOptions) throws -> TemplateDraft? {
        try Progress.wait("Editing the draft", within: options.waits) { try await self.change(change) }
    }

    /// Applies all edits of a command to the draft as one step, or none, and prints the result. If there are several,
    /// prints their number first.
    ///
    /// - Parameter ending: the experiments and rollouts that the edits may end.
    func make(_ edits: [TemplateEdit], ending: [StudyReference] = [], _ options: GlobalOptions) throws {
        let edits = ending.map(TemplateEdit.allowEnding) + edits
        if edits.count > 1 { StandardError.line("making \(edits.count) edits of the draft") }
        let before = try read(options)
        try tellConsequences(of: edits, before.template)
        let draft = try edit(.make(edits), options)
        let after = draft?.template ?? before.template
        for sentence in TemplateEffects.sentences(from: before.template, to: after) {
            StandardError.line("note: \(VisibleText.of(sentence))")
        }
        let isSame = after == before.template
        try printChange(isSame ? [TemplateWords.nothingToChange] : edits.map(\.description), draft, options)
    }

    /// Prints the further changes caused by the removal of a condition.
    private func tellConsequences(of edits: [TemplateEdit], _ template: RemoteConfigTemplate) throws {
        for case .removeCondition(let name) in edits {
            let count = template.parameters.filter { $0.value(when: name) != nil }.count
            if count > 0 {
                StandardError.line(
                    "removing the condition and its values of \(TemplateWords.parameters(count))")
            }
        }
    }
}

extension ValueKind {
    /// The template's type for values of this kind.
    var templateType: TemplateParameter.ValueType {
        switch self {
        case .bool: .boolean
        case .int, .double: .number
        case .json: .json
        default: .string
        }
    }
}
