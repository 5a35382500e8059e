import ExperimentsCore
import FirebaseTemplates

/// An edit that came too late, for people.
struct ConflictText {
    private let conflict: TemplatePublisher.Conflict

    init(_ conflict: TemplatePublisher.Conflict) {
        self.conflict = conflict
    }

    /// What happened.
    var headline: String {
        let current = conflict.current.template.versionNumber.map { "version \($0)" } ?? "another version"
        let author = conflict.current.template.version?.author.map { " by \($0)" } ?? ""
        let base = conflict.base.map { "version \($0)" } ?? "an older version"
        return "the file was made from \(base), and \(current)\(author) is published now; nothing was published"
    }

    /// What happened, the edit, and what others changed.
    var text: String {
        var lines = ["error: \(VisibleText.of(headline))", "Your edit:"]
        lines += Self.lines(conflict.edit)
        if let others = conflict.others {
            lines.append("What others published since:")
            lines += Self.lines(others)
        }
        if !conflict.overlap.isEmpty {
            lines.append("Both changed: " + conflict.overlap.map(\.description).joined(separator: ", "))
        }
        lines.append("Get the template again, make the edit there, and publish that. --force overwrites what is there.")
        return lines.joined(separator: "\n")
    }

    private static func lines(_ difference: TemplateDifference) -> [String] {
        difference.isEmpty ? ["    nothing"] : difference.changes.flatMap(\.lines).map { "    " + VisibleText.of($0) }
    }
}
