import ExperimentsCore

extension TemplatePublisher {
    /// What became of an edit that was made on an older version.
    public struct Conflict: Error, Sendable, Hashable {
        /// The version that the edit was made on, if it is known.
        public let base: Int64?
        /// What is published now.
        public let current: PublishedTemplate
        /// The edit, to be made again on what is published now.
        public let edit: TemplateDifference
        /// What others changed since; nil where the version that the edit was made on is not known any more.
        public let others: TemplateDifference?

        /// What both changed.
        public var overlap: [TemplateChange.Subject] { others.map(edit.overlap) ?? [] }
    }
}

extension TemplatePublisher.Conflict: OperatorError {
    /// What happened.
    package var message: String {
        let now = current.template.versionNumber.map { "version \($0)" } ?? "another version"
        let author = current.template.version?.author.map { " by \($0)" } ?? ""
        let before = base.map { "version \($0)" } ?? "an older version"
        return "the file was made from \(before), and \(now)\(author) is published now; nothing was published"
    }

    /// The edit, and what others changed.
    package var excerpt: String? {
        var lines = ["Your edit:"] + Self.lines(edit)
        if let others { lines += ["What others published since:"] + Self.lines(others) }
        if !overlap.isEmpty { lines.append("Both changed: " + overlap.map(\.description).joined(separator: ", ")) }
        return lines.joined(separator: "\n")
    }

    package var advice: String? {
        "Get the template again, make the edit there, and publish that. --force overwrites what is there."
    }

    package var details: JSONObject {
        var members = JSONObject()
        members["baseVersion"] = base.map { .number(String($0)) }
        members["currentVersion"] = current.template.versionNumber.map { .number(String($0)) }
        members["edit"] = edit.json
        members["others"] = others?.json
        return members
    }

    private static func lines(_ difference: TemplateDifference) -> [String] {
        difference.isEmpty ? ["    nothing"] : difference.changes.flatMap(\.lines).map { "    " + VisibleText.of($0) }
    }
}
