import ExperimentsCore

extension [Command] {
    static let references: [Command] = [.references]
}

extension Command {
    static let references: Command = Command(
        "references", title: "Show where the app's sources read the key", in: .reading, keys: ["R"],
        twin: .command("experiments-scan --references --key KEY"),
        whyNot: { state in
            if let reason = state.reasonNoKey { return reason }
            return state.project.findsReferences
                ? nil : "there is no project file, beside which sources would be looked for"
        },
        run: { state in state.subjectName.map { [.open(ReferencesPanel(of: $0)), .findReferences($0)] } ?? [] })
}
