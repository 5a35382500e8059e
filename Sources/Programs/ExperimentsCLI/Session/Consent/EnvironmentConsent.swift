import ExperimentsCore
import ExperimentsProject

/// The question whether a project may send an environment variable to an address in its own file, because a cloned
/// project may not be trusted. It is asked once for each project, host and variable, on a terminal. Scripts are not
/// asked, because their environment was prepared for them.
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

    /// Asks the questions that have not been answered yet.
    ///
    /// - Throws: `CommandProblem` after a no.
    func ask(for source: ProjectSource) throws { try ask(for: source.sending) }

    /// Asks the questions about something that sends variables, unless they have been answered.
    ///
    /// - Throws: `CommandProblem` after a no.
    func ask(for sending: ProjectSource.Sending?) throws {
        for consent in open(for: sending) {
            try Question(
                text: "\(projectPath) sends the variable \(consent.variable) to \(consent.host). Allow it",
                reason: "the project sends \(consent.variable) to \(consent.host)",
                advice: "Ask whoever wrote the project file.", refusal: "nothing was sent"
            ).ask()
            if isRemembered { try store.add(consent) }
        }
    }

    /// The text for "the values of the source" in place of the variable of a consent. No variable can have this name.
    private static let values = "(values)"

    /// Asks whether values may be sent to a web hook of the project file.
    ///
    /// - Throws: `CommandProblem` after a no.
    func ask(telling host: String) throws {
        let consent = Consent(project: projectPath, host: host, variable: Self.values)
        guard Console.isInteractive, !store.consents.contains(consent) else { return }
        try Question(
            text: "\(projectPath) sends changed values to \(host). Allow it",
            reason: "the project sends changed values to \(host)", advice: "Ask whoever wrote the project file.",
            refusal: "nothing was sent"
        ).ask()
        if isRemembered { try store.add(consent) }
    }

    /// Refuses if it is no longer possible to ask, because the dashboard uses the terminal.
    func check(_ source: ProjectSource) throws(CommandProblem) {
        guard let consent = open(for: source.sending).first else { return }
        throw CommandProblem(
            "\(source.name) would send the variable \(consent.variable) to \(consent.host), which is not allowed yet",
            advice: "Use `experiments list --source \(source.name)` to allow it.")
    }

    private func open(for sending: ProjectSource.Sending?) -> [Consent] {
        guard Console.isInteractive, let sending else { return [] }
        let known = store.consents
        return sending.hosts.flatMap { host in
            sending.variables.map { Consent(project: projectPath, host: host, variable: $0) }
        }.filter { !known.contains($0) }
    }
}
