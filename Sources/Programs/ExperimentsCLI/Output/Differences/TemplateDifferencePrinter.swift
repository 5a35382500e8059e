import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// Prints what differs between two templates.
struct TemplateDifferencePrinter {
    private let isJSON: Bool
    private let style: PlainText

    init(_ settings: Settings) {
        isJSON = settings.json
        style = PlainText(settings)
    }

    func print(_ difference: TemplateDifference) throws(CommandProblem) {
        if isJSON { return try StandardOutput.document(["changes": difference.json]) }
        try StandardOutput.write(text(difference))
    }

    /// A line for each change and each thing that differs.
    func text(_ difference: TemplateDifference) -> StyledText {
        guard !difference.isEmpty else { return "no difference\n" }
        return difference.changes.map { change in
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
