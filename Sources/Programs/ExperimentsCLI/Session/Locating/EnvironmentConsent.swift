import ExperimentsCore
import ExperimentsLocks
import ExperimentsProject

/// The consent that a project may send a variable to a host.
struct Consent: Hashable {
    /// The absolute path of the project file.
    let project: String
    /// The name or address of the host.
    let host: String
    /// The name of the variable.
    let variable: String
}

/// The question whether a project may send an environment variable to an address in its own file, because a cloned
/// project may not be trusted. It is asked once for each project, host and variable, on a terminal.
struct EnvironmentConsent {
    private let projectPath: String
    private let isRemembered: Bool
    private let sending: SendingConsent

    /// - Parameter projectPath: the absolute path of the project file.
    init(_ projectPath: String, _ settings: Settings) {
        self.projectPath = projectPath
        isRemembered = !settings.noState
        sending = settings.sending
    }

    /// Asks the questions that have not been answered yet.
    ///
    /// - Throws: `CommandProblem` after a refusal.
    func ask(for source: ProjectSource) throws { try ask(for: source.sending) }

    /// Asks the questions about something that sends variables, unless they have been answered.
    ///
    /// - Throws: `CommandProblem` after a refusal.
    func ask(for sending: ProjectSource.Sending?) throws { try ask(consents(for: sending)) }

    /// The text that stands for the values of the source, in place of a variable. No variable can have this name.
    private static let values = "(values)"

    /// Asks whether values may be sent to a web hook in the project file.
    ///
    /// - Throws: `CommandProblem` after a refusal.
    func ask(telling host: String) throws {
        try ask([Consent(project: projectPath, host: host, variable: Self.values)])
    }

    private func ask(_ consents: [Consent]) throws {
        for consent in open(consents) {
            let (what, short) =
                consent.variable == Self.values
                ? ("changed values", "changed values")
                : ("the variable \(consent.variable)", consent.variable)
            try Question(
                text: "\(projectPath) sends \(what) to \(consent.host). Allow it",
                reason: "the project sends \(short) to \(consent.host)",
                advice: "Use --yes to allow it, or run the command once on a terminal.",
                refusal: "nothing was sent"
            ).ask()
            if isRemembered { try add(consent) }
        }
    }

    /// Throws an error if consent is missing and it is no longer possible to ask, because the dashboard uses the
    /// terminal.
    func check(_ source: ProjectSource) throws(CommandProblem) {
        guard let consent = open(consents(for: source.sending)).first else { return }
        let command = "`experiments list --source \(source.name)`"
        throw CommandProblem(
            "\(source.name) would send the variable \(consent.variable) to \(consent.host), which is not allowed yet",
            advice: sending == .none
                ? "Use --yes to allow it, or \(command) on a terminal." : "Use \(command) to allow it.")
    }

    private func consents(for sent: ProjectSource.Sending?) -> [Consent] {
        guard let sent else { return [] }
        return sent.hosts.flatMap { host in
            sent.variables.map { Consent(project: projectPath, host: host, variable: $0) }
        }
    }

    /// Returns those for which a question is still open.
    private func open(_ needed: [Consent]) -> [Consent] {
        guard !needed.isEmpty, sending != .all, sending == .none || Console.isInteractive else { return [] }
        let known = known
        return needed.filter { !known.contains($0) }
    }
}

/// The question whether a project may run the program of its warehouse, which is remembered like that about the
/// dashboard's own commands.
extension EnvironmentConsent {
    /// The declarations that were allowed, but are not remembered.
    private static let allowedNow = Mutex<Set<String>>([])

    /// Asks whether the program of a warehouse may be run. It is asked again after a change of the declaration.
    ///
    /// - Throws: `CommandProblem` after a refusal.
    func ask(running warehouse: ProjectWarehouse) throws {
        guard !allows(warehouse) else { return }
        if Console.isInteractive {
            StandardError.line("\(projectPath) runs a program on this machine to count events:")
            StandardError.line("  \(warehouse.commandText)")
        }
        try Question(
            text: "Allow it until the declaration of the warehouse changes",
            reason: "the project runs a program to count events in its warehouse",
            advice: "Use `experiments results` on a terminal to allow it.", refusal: "the program was not run"
        ).ask()
        let digest = warehouse.digest(in: projectPath)
        Self.allowedNow.withLock { _ = $0.insert(digest) }
        if isRemembered { try AllowedCommands().add(digest) }
    }

    /// Whether the program of a warehouse may be run without a question. Scripts may, as they may send variables.
    func allows(_ warehouse: ProjectWarehouse) -> Bool {
        guard sending != .all, sending == .none || Console.isInteractive else { return true }
        let digest = warehouse.digest(in: projectPath)
        return Self.allowedNow.withLock { $0.contains(digest) } || AllowedCommands().digests.contains(digest)
    }
}

/// Remembers consents in a file: `{"version": 1, "consents": [{"project", "host", "variable"}]}`.
extension EnvironmentConsent {
    private static let path = Environment.stateFolder + "/consents.json"
    private static let sizeLimit = 1 << 20

    /// The given consents; empty if the file cannot be read, so that the question is asked again.
    private var known: Set<Consent> {
        guard let bytes = try? FileBytes.read(Self.path, limit: Self.sizeLimit),
            let items = try? JSONValue(parsing: bytes).object?["consents"]?.array
        else { return [] }
        return Set(
            items.compactMap { item in
                guard let item = item.object, let project = item["project"]?.string,
                    let host = item["host"]?.string,
                    let variable = item["variable"]?.string
                else { return nil }
                return Consent(project: project, host: host, variable: variable)
            })
    }

    /// Adds a consent.
    private func add(_ consent: Consent) throws(FileProblem) {
        let all = known.union([consent]).sorted {
            ($0.project, $0.host, $0.variable) < ($1.project, $1.host, $1.variable)
        }
        let items = all.map { consent -> JSONValue in
            [
                "project": .string(consent.project), "host": .string(consent.host),
                "variable": .string(consent.variable),
            ]
        }
        let document: JSONValue = ["version": 1, "consents": .array(items)]
        try AtomicFile.write(document.prettyBytes, to: Self.path)
    }
}
