import ExperimentsCore
import ExperimentsProject

/// The question whether a project may send a variable of the environment to an address that it names itself: whoever
/// clones a project runs its file. It is asked once for each project, host and variable, where somebody can answer.
/// Scripts are not asked; what their environment holds was put there for them.
struct EnvironmentConsent {
    private let projectPath: String
    private let isRemembered: Bool
    private let store: ConsentStore

    /// - Parameter projectPath: the project file's absolute path.
    init(_ projectPath: String, _ settings: Settings) {
        self.projectPath = projectPath
        isRemembered = !settings.noState
        store = ConsentStore(path: Environment.stateFolder + "/consents.json")
    }

    /// Asks what has not been answered yet.
    ///
    /// - Throws: `CommandProblem` after a no.
    func ask(for source: ProjectSource) throws {
        for consent in open(for: source) {
            try Question(
                text: "\(projectPath) sends the variable \(consent.variable) to \(consent.host). Allow it",
                reason: "the project sends \(consent.variable) to \(consent.host)",
                advice: "Ask whoever wrote the project file.", refusal: "nothing was sent"
            ).ask()
            if isRemembered { try store.add(consent) }
        }
    }

    /// Refuses where nobody can be asked any more, because the dashboard has the terminal.
    func check(_ source: ProjectSource) throws(CommandProblem) {
        guard let consent = open(for: source).first else { return }
        throw CommandProblem(
            "\(source.name) would send the variable \(consent.variable) to \(consent.host), which nobody allowed yet",
            advice: "`experiments list --source \(source.name)` asks.")
    }

    private func open(for source: ProjectSource) -> [Consent] {
        guard Console.isInteractive, let sending = source.sending else { return [] }
        let known = store.consents
        return sending.hosts.flatMap { host in
            sending.variables.map { Consent(project: projectPath, host: host, variable: $0) }
        }.filter { !known.contains($0) }
    }
}
