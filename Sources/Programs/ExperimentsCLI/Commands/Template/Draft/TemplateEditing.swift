import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// A command that makes edits of the draft, all of them or none.
protocol TemplateEditCommand: ExemplifiedCommand {
    var global: GlobalOptions { get }
    var edits: [TemplateEdit] { get }
}

extension TemplateEditCommand {
    func run() throws { try TemplateEditing(global, TemplateWorkspace.opened(global.settings).workspace).make(edits) }
}

/// Changes a draft for a command, and prints the result.
struct TemplateEditing {
    private let options: GlobalOptions
    private let workspace: TemplateWorkspace

    init(_ options: GlobalOptions, _ workspace: TemplateWorkspace) {
        (self.options, self.workspace) = (options, workspace)
    }

    /// Applies edits, all or none. If there are several, their number is printed first.
    func make(_ edits: [TemplateEdit]) throws {
        if edits.count > 1 { StandardError.line("making \(edits.count) edits of the draft") }
        let workspace = workspace
        let before = try Progress.wait("Reading \(workspace.origin.title)") { try await workspace.draft() }
        try tellConsequences(of: edits, before.template)
        let draft = try Progress.wait("Editing the draft") { try await workspace.change(.make(edits)) }
        let isSame = (draft?.template ?? before.template) == before.template
        try DraftPrinter(options).printChange(
            isSame ? [TemplateWords.nothingToChange] : edits.map(\.description), draft, in: workspace)
    }

    /// Prints the further changes that follow from the removal of a condition.
    private func tellConsequences(of edits: [TemplateEdit], _ template: RemoteConfigTemplate) throws {
        for case .removeCondition(let name) in edits {
            let count = template.parameters.filter { $0.value(when: name) != nil }.count
            if count > 0 {
                StandardError.line("removing the condition and its values of \(TemplateWords.parameters(count))")
            }
        }
    }
}

extension ValueKind {
    /// The template's type for values of the kind.
    var templateType: TemplateParameter.ValueType {
        switch self {
        case .bool: .boolean
        case .int, .double: .number
        case .json: .json
        default: .string
        }
    }
}
