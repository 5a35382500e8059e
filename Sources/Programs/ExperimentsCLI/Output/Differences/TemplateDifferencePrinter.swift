import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

extension TemplateDifference {
    func print(_ settings: Settings) throws(CommandProblem) {
        if settings.json { return try StandardOutput.document(["changes": json]) }
        try StandardOutput.write(text(PlainText(settings)))
    }

    /// A line for each change and each thing that differs.
    private func text(_ style: PlainText) -> StyledText {
        guard !isEmpty else { return "no differences\n" }
        return changes.map { change in
            let ink: Ink =
                switch change.kind {
                case .added: .green
                case .removed: .red
                case .changed: .yellow
                }
            let lines = change.lines.prefix(1) + change.detailLines
            return lines.enumerated().map { index, line in
                style.shown(line, ink: index == 0 ? ink : .plain) + "\n"
            }.joined()
        }.joined()
    }
}
