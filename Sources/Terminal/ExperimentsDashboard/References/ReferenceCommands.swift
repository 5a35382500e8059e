import ExperimentsCore
import ExperimentsOperator
import Foundation

extension Feature {
    static let references = Feature(commands: [.references])
}

extension Command {
    static let references: Command = Command(
        "references", title: "Show where the app's sources read the key", in: .reading, keys: ["R"],
        twin: .command("experiments-scan --references --key KEY"), whyNot: \.reasonNoReferences,
        run: { $0.openReferences() })
}

// Where sources are about a key.
extension DashboardState {
    fileprivate var reasonNoReferences: String? {
        reasonNoKey
            ?? (project.findsReferences ? nil : "there is no project file, beside which sources would be looked for")
    }

    mutating func openReferences() -> [Effect] {
        guard let name = subjectName else { return [] }
        panels.push(ReferencesPanel(of: name))
        return [.findReferences(name)]
    }

    /// Takes what was found, if it is still to be seen.
    mutating func adopt(_ result: Result<KeyReferences, KeyReferencesFailure>, of name: String) {
        withPanels { panels, state in
            panels.change(ReferencesPanel.self) { panel in
                if panel.name == name { panel.take(result, state) }
                return true
            }
        }
    }

    /// The operator came back from the editor in which a place was opened.
    mutating func placeClosed(_ place: FilePlace, _ failure: EditorFailure?) {
        if let failure { say("\((place.path as NSString).lastPathComponent): \(failure.reason)", .error, seconds: 8) }
    }
}
