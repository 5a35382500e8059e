import ExperimentsCore
import ExperimentsOperator

/// Prints profiles, and what they change.
struct ProfilePrinter {
    private let settings: Settings
    private var style: PlainText { PlainText(settings) }

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Prints words for people, or with `--json` a document of members.
    func print(_ words: String, _ members: Document) throws {
        guard settings.json else { return try StandardOutput.line(style.shown(words)) }
        try StandardOutput.document(members)
    }

    func print(_ difference: OverrideSetDifference, of name: String, _ verdict: String) throws {
        if settings.json {
            return try StandardOutput.document(["profile": name, "changes": difference.document])
        }
        guard !difference.isEmpty else { return try StandardOutput.line(style.shown(verdict)) }
        var table = Table(["KEY": 60, "CHANGE": 12, "BEFORE": 40, "AFTER": 40])
        for change in difference.changes {
            table.append([
                .init(change.name), .init(change.word, .cyan), Self.cell(change.before), Self.cell(change.after),
            ])
        }
        try table.print(style)
    }

    private static func cell(_ override: Override?) -> Table.Cell {
        guard let override else { return .init("-", .dim) }
        return .init((override.value.isEmpty ? "\"\"" : override.value) + (override.isEnabled ? "" : " (off)"))
    }
}
